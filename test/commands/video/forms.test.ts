import { beforeAll, describe, expect, test } from 'vitest';
import type { ModalComponent } from '../../../sandbox/test/support/sandbox-person.ts';
import type { VideoJob } from '../../../src/video/job.ts';
import { AuthorityStage, type Name, type Outcome } from '../../support/authority-stage.ts';
import { picture } from '../../support/image-samples.ts';

const it = test.extend('edit', () => edit());

let stage: AuthorityStage;
let shown: VideoJob;

beforeAll(async () => {
  stage = await AuthorityStage.open((opening) => {
    shown = opening.job('member', 'open');
  });
  return () => stage[Symbol.asyncDispose]();
});

const cat = { name: 'cat.png', bytes: picture('png', 300, 300) };
const dog = { name: 'dog.jpg', bytes: picture('jpeg', 300, 300) };

/** The fields of a form by their `custom_id`, in their order. */
function fieldsOf({ modal }: Outcome): Readonly<Record<string, ModalComponent>> {
  const fields = (modal?.components ?? []).flatMap(({ component }) => (component ? [component] : []));
  return Object.fromEntries(fields.map((field) => [field.custom_id ?? '', field]));
}

/** What they are filled with. */
function filledWith(outcome: Outcome): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fieldsOf(outcome)).map(([name, field]) => {
    const chosen = field.options?.find((option) => option.default)?.value;
    return [name, chosen ?? ('value' in field ? field.value : undefined)];
  });
  return Object.fromEntries(entries);
}

const command = async (values: Readonly<Record<string, string | number | boolean>> = {}) =>
  await stage.command('member', 'open', 'video reference', values);
const edit = async () => await stage.press('member', 'open', `video:edit:${shown.id}`);
const made = ({ id }: Outcome): VideoJob | undefined => {
  const record = stage.jobs.records.get(id);
  return record === undefined ? undefined : JSON.parse(record);
};
const namesOf = (job: VideoJob | undefined) =>
  job?.request.kind === 'reference'
    ? job.request.referenceUrls.map((url) => new URL(url).pathname.split('/').at(-1))
    : undefined;

/** The button under a refusal. */
async function back(refused: Outcome, who: Name = 'member'): Promise<Outcome> {
  const [, customId] = /"(video:reopen:\d+)"/.exec(refused.text) ?? [];
  return await stage.press(who, 'open', customId ?? '', refused.messages[0]?.id);
}

describe('/video reference', () => {
  it("is a form that takes files where it's given nothing", async () => {
    const opened = await command();
    expect(Object.keys(fieldsOf(opened))).toEqual(['files', 'prompt', 'model', 'size', 'duration']);
    expect(fieldsOf(opened).files).toMatchObject({
      type: 19,
      min_values: 1,
      max_values: 5,
      file_types: expect.arrayContaining(['.png', '.mp4']),
    });
    const sent = await stage.fillIn('member', opened.modal, {
      files: [cat, dog],
      prompt: 'character1 chases character2',
      size: ['720*1280'],
      duration: ['7'],
    });
    expect(made(sent)?.request).toMatchObject({ size: '720*1280', durationSeconds: 7, model: 'gen2.6-r2v' });
    expect(namesOf(made(sent))).toEqual(['cat.png', 'dog.jpg']);
  });

  it('warns of sizes and lengths only where models differ in them', async () => {
    const reference = (await command()).text;
    expect(reference).toContain('Billed per second');
    const warnings = ['Not every model has every size', 'some models make'];
    for (const warning of warnings) expect(reference).not.toContain(warning);
    const text = (await edit()).text;
    for (const warning of warnings) expect(text).toContain(warning);
  });

  it('keeps what its options said', async () => {
    const given = { prompt: 'character1 sleeps', seed: 9, duration: 4, model: 'gen2.6-r2v-flash' };
    const opened = await command(given);
    expect(filledWith(opened)).toMatchObject({
      prompt: 'character1 sleeps',
      duration: '4',
      model: 'gen2.6-r2v-flash',
    });
    const sent = await stage.fillIn('member', opened.modal, { files: [cat] });
    expect(made(sent)?.request).toMatchObject({ seed: 9, durationSeconds: 4, model: 'gen2.6-r2v-flash' });
  });

  it('asks for the prompt alone where there are files, and takes more of them', async () => {
    const opened = await command({ url1: 'http://127.0.0.1/first.png' });
    expect(fieldsOf(opened).files).toMatchObject({ required: false, min_values: 0, max_values: 4 });
    expect(opened.text).toContain('1 file added. You can add up to 4 more');
    const sent = await stage.fillIn('member', opened.modal, { prompt: 'they dance', files: [dog] });
    expect(namesOf(made(sent))).toEqual(['first.png', 'dog.jpg']);
  });

  it('has no place for files when there are five', async () => {
    const urls = [1, 2, 3, 4, 5].map((each) => [`url${each}`, 'http://127.0.0.1/first.png']);
    expect(Object.keys(fieldsOf(await command(Object.fromEntries(urls))))).not.toContain('files');
  });

  it('opens no form for what is whole', async () => {
    const outcome = await command({ url1: 'http://127.0.0.1/first.png', prompt: 'it sleeps' });
    expect(outcome.modal).toBeUndefined();
    expect(namesOf(made(outcome))).toEqual(['first.png']);
  });
});

describe('Edit', () => {
  it('shows what the video had: words, model, size, length and seed', async () => {
    expect(filledWith(await edit())).toEqual({
      prompt: shown.request.prompt,
      model: 'gen2.7-t2v',
      size: '1280*720',
      duration: '2',
      seed: '7',
    });
  });

  it('says what the video stays without, and keeps it', async () => {
    const given = { prompt: 'a kite', negative_prompt: 'rain' };
    const { id } = await stage.command('member', 'open', 'video text', given);
    const opened = await stage.press('member', 'open', `video:edit:${id}`);
    expect(opened.text).toContain('Still without: rain');
    const sent = await stage.fillIn('member', opened.modal, { prompt: 'a red kite' });
    expect(made(sent)?.request).toMatchObject({ prompt: 'a red kite', negativePrompt: 'rain' });
  });

  it('keeps all of a prompt that no form has room for, unless what is shown was changed', async () => {
    const prompt = 'kite '.repeat(900).trim();
    const { id } = await stage.command('member', 'open', 'video text', { prompt });
    const open = async () => await stage.press('member', 'open', `video:edit:${id}`);
    const { modal } = await open();
    const shown = String(filledWith(await open()).prompt);
    expect(shown).toHaveLength(4_000);
    const unchanged = await stage.fillIn('member', modal, { prompt: shown, duration: ['10'] });
    expect(made(unchanged)?.request).toMatchObject({ prompt, durationSeconds: 10 });
    const changed = shown.replace('kite', 'boat');
    const sent = await stage.fillIn('member', (await open()).modal, { prompt: changed });
    expect(made(sent)?.request.prompt).toBe(changed.trim());
  });

  it('makes it with another size, length and seed', async ({ edit: { modal } }) => {
    const sent = await stage.fillIn('member', modal, { size: ['1440*1440'], duration: ['15'], seed: '' });
    expect(made(sent)?.request).toMatchObject({ resolution: '1080P', ratio: '1:1', durationSeconds: 15 });
    expect(made(sent)?.request.seed).not.toBe(7);
  });

  it('makes it with another model, whose own size is used where none is chosen', async () => {
    const { modal } = await edit();
    const chosen = { model: ['gen2.1-t2v-turbo'], size: ['usual'], duration: ['5'] };
    const sent = await stage.fillIn('member', modal, chosen);
    expect(made(sent)?.request).toMatchObject({ model: 'gen2.1-t2v-turbo', size: '1280*720' });
  });

  it('makes it with another model alone, as near to the size and length as that one can', async () => {
    const long = { prompt: 'a kite', resolution: '1080P', ratio: '9:16', duration: 8 };
    const { id } = await stage.command('member', 'open', 'video text', long);
    const { modal } = await stage.press('member', 'open', `video:edit:${id}`);
    const sent = await stage.fillIn('member', modal, { model: ['gen2.1-t2v-plus'] });
    expect(made(sent)?.request).toMatchObject({ size: '720*1280', durationSeconds: 5 });
  });

  it('leaves behind what another model has no choice of, but makes nothing heard that was to be silent', async () => {
    for (const sound of [true, false]) {
      const whole = {
        prompt: 'it runs',
        url1: 'http://127.0.0.1/first.png',
        model: 'gen2.6-r2v-flash',
        sound,
      };
      const { id } = await command(whole);
      const { modal } = await stage.press('member', 'open', `video:edit:${id}`);
      const sent = await stage.fillIn('member', modal, { model: ['gen2.6-r2v'] });
      expect(sent.refused).toBe(!sound);
      expect(made(sent)?.request).toEqual(sound ? expect.not.objectContaining({ audio: true }) : undefined);
    }
  });

  it('refuses what the model lacks, with what it has, and makes nothing', async ({ edit: { modal } }) => {
    const refused = await stage.fillIn('member', modal, { model: ['gen2.1-t2v-plus'], duration: ['10'] });
    expect(refused.refused).toBe(true);
    expect(refused.text).toContain('gen2.1-t2v-plus only makes videos of 5 s.');
    expect(made(refused)).toBeUndefined();
  });
});

describe('a form that was refused', () => {
  it('comes back as it was filled in, and can be sent again', async ({ edit: { modal } }) => {
    const typed = {
      prompt: 'a long and careful prompt',
      model: ['gen2.1-t2v-plus'],
      duration: ['10'],
      seed: '5',
    };
    const again = await back(await stage.fillIn('member', modal, typed));
    expect(filledWith(again)).toEqual({
      prompt: 'a long and careful prompt',
      model: 'gen2.1-t2v-plus',
      size: '1280*720',
      duration: '10',
      seed: '5',
    });
    const sent = await stage.fillIn('member', again.modal, { duration: ['5'] });
    expect(made(sent)?.request).toMatchObject({
      prompt: 'a long and careful prompt',
      model: 'gen2.1-t2v-plus',
      durationSeconds: 5,
      seed: 5,
    });
  });

  it('comes back without a seed that is none', async ({ edit: { modal } }) => {
    const again = await back(
      await stage.fillIn('member', modal, { prompt: 'a kite in rain', seed: 'seven' }),
    );
    expect(filledWith(again)).toMatchObject({ prompt: 'a kite in rain', seed: undefined });
  });

  it("comes back for a message's text, too", async () => {
    const { modal } = await stage.useOn('member', 'open', 'Make a video of this', stage.written);
    const typed = { prompt: 'a red kite', model: ['gen2.1-t2v-plus'], duration: ['10'] };
    const again = await back(await stage.fillIn('member', modal, typed));
    expect(filledWith(again)).toMatchObject({ prompt: 'a red kite', duration: '10' });
    expect(made(await stage.fillIn('member', again.modal, { duration: ['5'] }))).toBeDefined();
  });

  it('keeps its files, which new ones replace', async () => {
    const { modal } = await command();
    const refused = await stage.fillIn('member', modal, { files: [cat], prompt: '\u200b' });
    expect(refused.text).toContain('The prompt is empty');
    const again = await back(refused);
    expect(again.text).toContain('Leave empty to keep your file; new ones replace it');
    const kept = await stage.fillIn('member', again.modal, { prompt: 'it runs' });
    expect(namesOf(made(kept))).toEqual(['cat.png']);
    const replaced = await stage.fillIn('member', (await back(refused)).modal, {
      prompt: 'it runs',
      files: [dog],
    });
    expect(namesOf(made(replaced))).toEqual(['dog.jpg']);
  });

  it("is nobody else's", async ({ edit: { modal } }) => {
    const refused = await stage.fillIn('member', modal, { model: ['gen2.1-t2v-plus'], duration: ['10'] });
    const stolen = await back(refused, 'moderator');
    expect(stolen.modal).toBeUndefined();
    expect(stolen.refused).toBe(true);
  });
});
