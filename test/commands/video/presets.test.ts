import { beforeAll, expect, it } from 'vitest';
import type { VideoJob } from '../../../src/video/job.ts';
import { AuthorityStage, type Outcome } from '../../support/authority-stage.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

const save = async (name: string, values: Readonly<Record<string, string | number>>) =>
  await stage.command('member', 'open', 'video preset-save', { name, ...values });
const made = ({ id }: Outcome): VideoJob | undefined => {
  const record = stage.jobs.records.get(id);
  return record === undefined ? undefined : JSON.parse(record);
};

it('a preset is saved once and used by its name', async () => {
  const saved = await save('sea', {
    model: 'gen2.6-t2v',
    size: '1280x720',
    duration: 7,
    style: 'in oil',
    seed: 3,
  });
  expect(saved.text).toContain('Saved. Choose it under `preset` when you make a video.');
  const used = await stage.command('member', 'open', 'video text', {
    prompt: 'a kite',
    preset: 'SEA',
    duration: 4,
  });
  expect(made(used)?.request).toMatchObject({
    prompt: 'a kite, in oil',
    model: 'gen2.6-t2v',
    size: '1280*720',
    durationSeconds: 4,
    seed: 3,
  });
});

it('a preset fills the form of /video reference', async () => {
  await save('film', { model: 'gen2.6-r2v-flash', duration: 9, style: 'in ink' });
  const { text } = await stage.command('member', 'open', 'video reference', {
    preset: 'film',
    prompt: 'it runs',
  });
  expect(text).toContain('it runs, in ink');
  expect(text).toMatch(/"label":"9 s","value":"9","default":true|"value":"9","label":"9 s","default":true/);
});

it.each([
  [{ model: 'gen2.1-t2v-plus', duration: 10 }, 'gen2.1-t2v-plus only makes videos of 5 s.'],
  [{ model: 'gen2.7-t2v', size: '832*480' }, '1280×720 (16:9, 720p)'],
  [{ size: '1*1' }, 'size'],
  [{ model: 'gen9' }, 'gen2.7-t2v'],
  [{}, 'That preset is empty'],
])('what no video can be made with is not saved: %j', async (values, words) => {
  const refused = await save('wrong', values);
  expect(refused.refused).toBe(true);
  expect(refused.text).toContain(words);
});

it('a preset without a model needs one that can do the rest', async () => {
  expect((await save('small', { size: '832*480' })).refused).toBe(false);
  const used = { prompt: 'a kite', preset: 'small', model: 'gen2.2-t2v-plus' };
  expect(made(await stage.command('member', 'open', 'video text', used))?.request).toMatchObject({
    size: '832*480',
  });
});

it('a name that nobody saved is refused before anything is made', async () => {
  const refused = await stage.command('member', 'open', 'video text', {
    prompt: 'a kite',
    preset: 'nothing',
  });
  expect(refused.text).toContain("You don't have a preset by that name");
  expect(made(refused)).toBeUndefined();
});

it('only presets that fit a command are suggested, with what they set', async () => {
  await save('for text', { model: 'gen2.7-t2v' });
  await save('for files', { model: 'gen2.6-r2v' });
  const labels = async (path: string) =>
    (await stage.suggest('member', 'open', path, 'preset', 'for ')).choices?.map(({ name }) => name);
  expect(await labels('video text')).toEqual(['for text · gen2.7-t2v · seed: any']);
  expect(await labels('video reference')).toEqual(['for files · gen2.6-r2v · seed: any']);
});

it('a preset is opened from the list, and deleted there', async () => {
  await save('to go', { seed: 1 });
  const list = await stage.command('member', 'open', 'video presets');
  const { id } =
    (await stage.studio.presets.list(stage.personId('member'))).find(({ name }) => name === 'to go') ?? {};
  const messageId = list.messages[0]?.id;
  const card = await stage.choose('member', 'open', 'video:preset:open', [id ?? ''], messageId);
  expect(card.text).toContain('**to go** · seed 1');
  const after = await stage.press('member', 'open', `video:preset-delete:${id}`, messageId);
  expect(after.text).toContain('Your presets');
  expect(after.text).not.toContain('to go');
  const gone = await stage.choose('member', 'open', 'video:preset:open', [id ?? '']);
  expect(gone.text).toContain("You don't have a preset by that name");
});
