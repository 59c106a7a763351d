import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TaskView } from '../../sandbox/service/server.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import {
  componentsIn,
  type Invoked,
  type PersonEvents,
  type SandboxPerson,
  type ShownModal,
} from '../../sandbox/test/support/sandbox-person.ts';
import { picture } from '../support/image-samples.ts';
import type { Stage, StageOptions } from '../support/stage.ts';
import {
  answerWithFile,
  atOnce,
  deleted,
  doneOf,
  hoursInLine,
  hoursRunning,
  isPrivate,
  make,
  messageSaying,
  openQuickStage,
  panelSaying,
  patienceMs,
  plentyBytes,
  privately,
  resize,
  resultOf,
  textOf,
  toldPrivately,
} from '../support/video-scene.ts';

type Seen = PersonEvents['MESSAGE_CREATE'];

const short = { resolution: '720P', duration: 2 } as const;

interface Scene {
  readonly stage: Stage;
  readonly member: SandboxPerson;
  readonly newcomer: SandboxPerson;
  readonly moderator: SandboxPerson;
  readonly owner: SandboxPerson;
  readonly general: string;
  readonly videos: string;
  /** Those of this test, at the service. */
  readonly tasks: () => readonly TaskView[];
}

/** One stage for a group of tests, which are played on it one after another. Each begins with a client that has seen nothing. */
function stageOf(options: StageOptions): () => Promise<Scene> {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openQuickStage(options);
  });

  afterAll(async () => {
    await stage.close();
    expect(stage.discord.unknownRoutes).toEqual([]);
  });

  return async () => {
    const { general, videos } = stage.discord.channels;
    const before = stage.service.tasks.length;
    const people = {
      member: await stage.person(),
      newcomer: await stage.person('newcomer'),
      moderator: await stage.person('moderator'),
      owner: await stage.person('owner'),
    };
    onTestFinished(() => {
      for (const person of Object.values(people)) person.disconnect();
      stage.service.faults.clear();
      stage.service.setPace(atOnce);
    });
    return { stage, ...people, general, videos, tasks: () => stage.service.tasks.slice(before) };
  };
}

const ask = async (person: SandboxPerson, channelId: string, prompt: string): Promise<Invoked> =>
  await person.invoke(channelId, ['video', 'text'], { prompt, ...short });

/** Uses a subcommand of /video, and waits for the private answer that says so. */
const told = async (
  person: SandboxPerson,
  channelId: string,
  subcommand: string,
  words: string,
  values: Readonly<Record<string, string>> = {},
): Promise<Seen> =>
  await privately(person, await person.invoke(channelId, ['video', subcommand], values), words);

const labelsOf = (message: Pick<Seen, 'components'>) =>
  componentsIn(message.components ?? []).flatMap(({ type, label }) => (type === 2 && label ? [label] : []));

const faults = { method: 'GET', path: '/files/*', times: 0 } as const;
const gone = { kind: 'answer', when: 'before', status: 404, body: 'gone' } as const;

const filledIn = (modal: ShownModal, customId: string): unknown => {
  const fields = componentsIn(modal.components.map(({ component }) => component));
  const field = fields.find(({ custom_id }) => custom_id === customId);
  return field && 'value' in field ? field.value : undefined;
};

const cat = { name: 'cat.jpg', bytes: picture('jpeg', 320, 240), type: 'image/jpeg' };
const dog = { name: 'dog.png', bytes: picture('png', 300, 300), type: 'image/png' };
const notes = { name: 'notes.txt', bytes: Buffer.from('words'), type: 'text/plain' };

interface ReferenceBody {
  readonly model: string;
  readonly input: { readonly prompt: string; readonly reference_urls: readonly string[] };
  readonly parameters: Readonly<Record<string, unknown>>;
}

const bodies = ({ tasks }: Scene) => tasks().map(({ body }) => body as ReferenceBody);
const namesOf = (body: ReferenceBody | undefined) =>
  body?.input.reference_urls.map((url) => new URL(url).pathname.split('/').at(-1));

const answers = async (url: string | undefined) => (await fetch(url ?? '')).status;

/** Discord's addresses work for a while only. */
const anHour = { attachmentUrlTtlMs: 3_600_000 };

const expire = async ({ stage }: Scene, url: string | undefined) => {
  await stage.push(anHour.attachmentUrlTtlMs);
  expect(await answers(url)).not.toBe(200);
};

const refer = async ({ member, general }: Scene): Promise<Invoked> =>
  await member.invoke(general, ['video', 'reference'], {
    prompt: 'character1 chases character2',
    model: 'gen2.6-r2v-flash',
    sound: false,
    reference1: { file: cat },
    reference3: { file: dog },
    size: '720*1280',
    duration: 2,
    seed: 5,
  });

describe('several at once', () => {
  const play = stageOf({ env: { VIDEO_TASKS_AT_ONCE: '20' } });

  describe('/video list', () => {
    it("shows mine by state and page, everybody's to moderators alone, and all of it after a restart", async () => {
      const { stage, member, newcomer, moderator, general, tasks } = await play();
      stage.service.video.failNext({});
      const failed = await ask(member, general, 'a failed kite');
      await vi.waitFor(() => expect(tasks()).toHaveLength(1), patienceMs);
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
      const asked = [];
      for (const number of numbers) {
        const each = await ask(member, general, `kite number ${number}`);
        await panelSaying(member, each, 'Prompt');
        asked.push(each);
      }
      const foreign = await ask(newcomer, general, 'a kite of somebody else');
      await Promise.all(asked.map(async (each) => await doneOf(member, each)));
      await panelSaying(member, failed, '❌ Failed');
      await doneOf(newcomer, foreign);
      stage.service.setPace(hoursInLine);
      const open = await ask(member, general, 'an open kite');
      await panelSaying(member, open, 'Queued');

      const list = async (person: SandboxPerson, options: Readonly<Record<string, string>>, words: string) =>
        await told(person, general, 'list', words, options);
      const turn = async (message: Seen, label: string, words: string) => {
        await member.click(message, label);
        return await messageSaying(member, words, message.id);
      };

      const mine = await list(member, {}, 'Page 1 of 2 · 10 video');
      expect([...new Set(textOf(mine).match(/kite number \d/g))]).toEqual(
        [8, 7, 6, 5, 4, 3, 2].map((n) => `kite number ${n}`),
      );
      expect(textOf(mine)).toContain('an open kite');
      expect(textOf(mine)).not.toContain('somebody else');
      expect(labelsOf(mine)).toEqual(['Next']);
      const end = await turn(mine, 'Next', 'Page 2 of 2');
      expect(textOf(end)).toContain('a failed kite');
      expect(labelsOf(end)).toEqual(['Previous']);
      expect(textOf(await list(member, { state: 'open' }, '1 video'))).toContain('an open kite');
      expect(textOf(await list(member, { state: 'failed' }, '1 video'))).toContain('a failed kite');
      expect(textOf(await list(member, { state: 'done' }, '8 video'))).not.toContain('a failed kite');
      await list(newcomer, { state: 'failed' }, 'No videos yet. Try `/video text`.');
      await list(member, { whose: 'everybody' }, 'Manage Messages');
      const everybody = await list(moderator, { whose: 'everybody', state: 'done' }, '9 video');
      expect(textOf(everybody)).toContain(`<@${newcomer.id}>`);

      await stage.crash();
      const back = await turn(end, 'Previous', 'Page 1 of 2 · 10 video');
      expect(textOf(back)).toContain('an open kite');
      await member.select(back, 'video:open:mine.all.1', [asked[7]?.id ?? '']);
      const card = await member.untilMessage((each) => labelsOf(each).includes('Repost here'));
      expect(labelsOf(card)).toEqual(['Go to message', 'Repost here', 'Details', 'Back']);
      expect(textOf(card)).toContain('kite number 8');
      expect(textOf(card)).not.toContain('kite number 7');
      const reposted = await member.click(card, 'Repost here');
      await answerWithFile(member, reposted);
      const listed = await turn(card, 'Back', 'Page 1 of 2');
      await member.select(listed, 'video:open:mine.all.1', [open.id]);
      const opened = await member.untilMessage(
        (each) => labelsOf(each).includes('Cancel') && isPrivate(each),
      );
      await turn(opened, 'Cancel', '🚫 Cancelled');
      await list(moderator, { whose: 'everybody' }, '11 video');
    });
  });

  describe('/video status', () => {
    it('tells only the person who asks of the latest video, or of the one they choose', async () => {
      const { stage, member, general, tasks } = await play();
      const first = await make(member, general, { prompt: 'a red kite' });
      stage.service.setPace(hoursInLine);
      const second = await ask(member, general, 'a blue kite');
      await panelSaying(member, second, 'Queued');
      const latest = await told(member, general, 'status', 'Details');
      for (const words of ['a blue kite', 'Costs 2 s at 720p', 'Queued'])
        expect(textOf(latest)).toContain(words);
      const details = await told(member, general, 'status', 'a red kite', { task: first.id });
      for (const words of ['Cost 2 s at 720p', '✅ Done', tasks()[0]?.id])
        expect(textOf(details)).toContain(words);
    });

    it('says in words that there is none, and that what is no task is none', async () => {
      const { owner, general } = await play();
      await told(owner, general, 'status', "can't find that video");
      for (const task of ['1324000000000000999', 'nonsense'])
        await told(owner, general, 'status', "can't find that video", { task });
    });
  });

  describe('/video show', () => {
    it('brings a video back into another channel for a moderator, from the service and without a ping', async () => {
      const { stage, member, newcomer, moderator, general, videos, tasks } = await play();
      const { id, result } = await make(member, general);
      await told(newcomer, videos, 'show', 'belongs to another channel', { task: id });
      const shown = await moderator.invoke(videos, ['video', 'show'], { task: id });
      const answer = await answerWithFile(moderator, shown);
      expect(isPrivate(answer)).toBe(false);
      expect(answer.attachments[0]).toMatchObject({
        size: result.attachments[0]?.size,
        description: 'Video made by AI from the prompt: a kite',
      });
      expect(textOf(answer.components)).toContain(`Reposted for <@${moderator.id}>`);
      expect(labelsOf(answer)).toEqual(['Again · 2 s', 'Edit', 'Details', 'Delete', 'Report']);
      const stored = stage.discord.state.message(videos, answer.id);
      expect(stored && stage.discord.state.pinged(stored)).toEqual([]);
      expect(tasks()).toHaveLength(1);
    });

    it('takes the file out of its message where the service has purged it, and says so where that is gone, too', async () => {
      const { stage, member, owner, general, videos } = await play();
      const { id, result } = await make(member, general);
      stage.service.faults.arm({ ...faults, effect: gone });
      const shown = await member.invoke(videos, ['video', 'show'], { task: id });
      const answer = await answerWithFile(member, shown);
      expect(answer.attachments[0]?.size).toBe(result.attachments[0]?.size);
      await owner.fetched('DELETE', `/channels/${general}/messages/${result.id}`);
      await told(member, videos, 'show', "isn't stored any more", { task: id });
    });

    it('shows none that was deleted, whose copies go with it, also after a restart', async () => {
      const { stage, member, newcomer, moderator, general, videos } = await play();
      const { id, result } = await make(member, general, { prompt: 'a red kite' });
      const shown = await member.invoke(videos, ['video', 'show'], { task: id });
      const copy = await answerWithFile(member, shown);
      const question = await privately(
        moderator,
        await moderator.click(result, 'Delete'),
        `Delete <@${member.id}>'s video for everyone?`,
      );
      await moderator.click(question, 'Keep');
      await messageSaying(moderator, 'OK, it stays.');
      expect(stage.discord.state.message(general, result.id)).toBeDefined();
      const asked = await privately(moderator, await moderator.click(result, 'Delete'), 'for everyone?');
      await moderator.click(asked, 'Delete');
      await messageSaying(moderator, 'Deleted.');
      for (const message of [result, copy]) await deleted(member, message.id);
      await stage.crash();
      await told(member, general, 'show', 'That video was deleted', { task: id });
      const details = await told(member, general, 'status', 'Deleted');
      expect(textOf(details)).toContain(`<@${moderator.id}>`);
      await told(newcomer, general, 'status', "can't find that video", { task: id });
      const list = await told(member, general, 'list', 'a red kite');
      expect(textOf(list)).toContain('🗑️ Deleted');
      const back = await moderator.invoke(general, ['video', 'show'], { task: id });
      await answerWithFile(moderator, back);
    });

    it('takes a kept file from the disk, also after a restart', async () => {
      const { stage, member, general, videos } = await play();
      await resize(stage, 300);
      const invoked = await ask(member, general, 'a kite');
      await resultOf(member, invoked.id);
      await doneOf(member, invoked);
      await stage.crash();
      stage.service.faults.arm({ ...faults, effect: gone });
      await resize(stage, plentyBytes);
      const shown = await member.invoke(videos, ['video', 'show'], { task: invoked.id });
      await answerWithFile(member, shown);
    });

    it('shows nothing of another server, and nothing that is not finished', async () => {
      const { stage, member, owner, general } = await play();
      const { id } = await make(member, general);
      const { otherGeneral } = stage.discord.channels;
      for (const command of ['show', 'status', 'cancel'])
        await told(owner, otherGeneral, command, "can't find that video", { task: id });
      const suggested = await owner.autocomplete(otherGeneral, ['video', 'show'], 'task', { task: '' });
      expect(suggested).toEqual([]);
      stage.service.setPace(hoursInLine);
      const open = await ask(member, general, 'a kite');
      await panelSaying(member, open, 'Queued');
      await told(member, general, 'show', "isn't stored any more", { task: open.id });
    });
  });

  describe('the menu of a message', () => {
    it('makes a video of its text, in a form that holds it and lets the model be chosen', async () => {
      const { stage, member, newcomer, general, tasks } = await play();
      const { id } = await newcomer.send(general, 'Two foxes race **through** the snow');
      const opened = await member.invokeOn(general, 'Make a video of this', id);
      const modal = await member.modalFor(opened);
      expect(filledIn(modal, 'prompt')).toBe('Two foxes race **through** the snow');
      const sent = await member.submitModal(modal, {
        model: ['gen2.2-t2v-plus'],
        negative_prompt: 'rain',
        seed: '7',
      });
      await doneOf(member, sent);
      expect(tasks().at(-1)?.body).toMatchObject({
        model: 'gen2.2-t2v-plus',
        input: { prompt: 'Two foxes race **through** the snow', negative_prompt: 'rain' },
        parameters: { size: '1920*1080', duration: 5, seed: 7 },
      });
      const posted = stage.videosIn(general).at(-1);
      expect(posted && stage.discord.state.pinged(posted)).toEqual([member.id]);
    });

    it('says in private that there is nothing to use', async () => {
      const { member, general } = await play();
      const file = { name: 'notes.txt', bytes: Buffer.from('words'), type: 'text/plain' };
      const silent = await member.send(general, '', [file]);
      for (const name of ['Make a video of this', 'Use as reference'])
        await privately(
          member,
          await member.invokeOn(general, name, silent.id),
          'nothing in that message I can use',
        );
      const talkative = await member.send(general, 'only words');
      const opened = await member.invokeOn(general, 'Use as reference', talkative.id);
      await privately(member, opened, 'nothing in that message I can use');
    });
  });

  describe('a video of references', () => {
    it('is made of the pictures of a message, in a form that may stay open over a restart', async () => {
      const scene = await play();
      const { stage, member, newcomer, general } = scene;
      const { id } = await newcomer.send(general, 'Mine: character1 and character2 dance', [cat, notes, dog]);
      const modal = await member.modalFor(await member.invokeOn(general, 'Use as reference', id));
      expect(textOf(modal)).toContain('Refer to them as character1 to character2');
      expect(filledIn(modal, 'prompt')).toBe('Mine: character1 and character2 dance');
      await stage.crash();
      const sent = await member.submitModal(modal, { model: ['gen2.6-r2v-flash'], prompt: 'They dance' });
      await panelSaying(member, sent, 'character1 🖼️ · character2 🖼️');
      await doneOf(member, sent);
      const [body] = bodies(scene);
      expect(body).toMatchObject({ model: 'gen2.6-r2v-flash', input: { prompt: 'They dance' } });
      expect(namesOf(body)).toEqual(['cat.jpg', 'dog.png']);
    });

    it('that failed is tried again as a new task with the same files', async () => {
      const scene = await play();
      const { stage, member, tasks } = scene;
      stage.service.video.failNext({ code: 'InternalError' });
      const panel = await panelSaying(member, await refer(scene), '❌ Failed');
      expect(labelsOf(panel)).toEqual(['Retry · 2 s', 'Edit', 'Details']);
      await doneOf(member, await member.click(panel, 'Retry · 2 s'));
      expect(tasks().map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
      expect(namesOf(bodies(scene)[1])).toEqual(['cat.jpg', 'dog.png']);
    });

    it('whose file vanished without a trace blames the file and not a sound that nobody gave', async () => {
      const { stage, member, general, tasks } = await play();
      stage.service.setPace(hoursInLine);
      const message = await member.send(general, 'a cat', [cat]);
      const modal = await member.modalFor(await member.invokeOn(general, 'Use as reference', message.id));
      const sent = await member.submitModal(modal, { model: ['gen2.6-r2v'], prompt: 'character1 sleeps' });
      await vi.waitFor(() => expect(tasks()).toHaveLength(1), patienceMs);
      await member.fetched('DELETE', `/channels/${general}/messages/${message.id}`);
      stage.service.setPace(atOnce);
      await panelSaying(member, sent, '❌ Failed');
      await toldPrivately(member, "couldn't use one of your files");
    });
  });

  describe('a client that is made by hand', () => {
    it('gets words for a form that lacks its fields, and suggestions for whatever it typed', async () => {
      const { stage, member, general } = await play();
      const { id } = await member.send(general, 'a kite');
      const { custom_id } = await member.modalFor(await member.invokeOn(general, 'Make a video of this', id));
      const by = { userId: member.id, channelId: general };
      const number = { type: 4, custom_id: 'prompt', value: 7 };
      for (const components of [[], [{ type: 1, components: [number] }]]) {
        const sent = stage.discord.injectInteraction({ ...by, type: 5, data: { custom_id, components } });
        await privately(member, { id: sent.id, nonce: '' }, 'That form came back incomplete');
      }
      for (const value of [7, true, null, {}, ['x']]) {
        const option = { type: 3, name: 'video', value, focused: true };
        const data = { name: 'video', options: [{ type: 1, name: 'status', options: [option] }] };
        const typed = stage.discord.injectInteraction({ ...by, type: 4, data });
        const state = () =>
          stage.discord.state.interactions().find((each) => each.id === typed.id)?.state.kind;
        await eventually(() => state() === 'choices', `suggestions for ${JSON.stringify(value)}`);
      }
    });
  });

  describe('the task of a command', () => {
    it('is suggested among my own videos, by prompt or id, and where it makes sense', async () => {
      const { stage, newcomer, owner, general } = await play();
      const [red, blue] = await Promise.all([
        make(owner, general, { prompt: 'a red kite' }),
        make(owner, general, { prompt: 'a BLUE kite' }),
      ]);
      const foreign = await make(newcomer, general, { prompt: 'a red boat' });
      const suggest = async (command: string, task: string) =>
        (await owner.autocomplete(general, ['video', command], 'task', { task })).map(({ value }) => value);
      expect(new Set(await suggest('show', ''))).toEqual(new Set([red.id, blue.id]));
      expect(await suggest('status', 'blue')).toEqual([blue.id]);
      expect(await suggest('show', red.id.slice(0, -1))).toContain(red.id);
      expect(await suggest('status', 'boat')).toEqual([]);
      expect(await suggest('cancel', '')).toEqual([]);
      expect(foreign.id).not.toBe(red.id);
      await stage.crash();
      expect(await suggest('status', 'red')).toEqual([red.id]);
    });
  });
});

describe('one at a time, of files whose addresses die', () => {
  const play = stageOf({ discord: anHour, env: { VIDEO_TASKS_AT_ONCE: '1' } });

  describe('the line', () => {
    it('serves members in turn, one at a time, and shows each where they stand', async () => {
      const scene = await play();
      const { stage, member, newcomer, moderator, general, videos, tasks } = scene;
      stage.service.setPace(hoursRunning);
      const asked = async (person: SandboxPerson, prompt: string, words: string) => {
        const invoked = await ask(person, videos, prompt);
        await panelSaying(person, invoked, words);
        return invoked;
      };
      const first = await asked(member, 'first of a member', 'Queued');
      const second = await asked(member, 'second of a member', 'Waiting in line');
      const third = await asked(member, 'third of a member', 'Queue: 1 ahead of you');
      const early = await asked(newcomer, 'first of a newcomer', 'Waiting in line');
      // The newcomer went to the head of the line, and those behind see it.
      await panelSaying(member, second, 'Queue: 1 ahead of you');
      await panelSaying(member, third, 'Queue: 2 ahead of you');
      const late = await asked(moderator, 'first of a moderator', 'Queue: 1 ahead of you');
      await panelSaying(member, third, 'Queue: 3 ahead of you');
      expect(tasks()).toHaveLength(1);
      // With three made, who waits is told when theirs is ready. The line stops there, so that it's still waiting.
      for (const [person, invoked] of [
        [newcomer, early],
        [moderator, late],
      ] as const) {
        stage.service.setPace(atOnce);
        await doneOf(person, invoked);
        stage.service.setPace(hoursRunning);
      }
      await panelSaying(member, third, 'Ready <t:');
      stage.service.setPace(atOnce);
      for (const invoked of [first, second, third]) await doneOf(member, invoked);
      expect(bodies(scene).map(({ input }) => input.prompt)).toEqual([
        'first of a member',
        'first of a newcomer',
        'first of a moderator',
        'second of a member',
        'third of a member',
      ]);
      expect(stage.videosIn(videos)).toHaveLength(5);
      expect(stage.videosIn(general)).toHaveLength(0);
    });
  });

  describe('/video cancel', () => {
    it('takes back what waits here and what waits at the service, for its requester and for moderators', async () => {
      const { stage, member, newcomer, moderator, general, tasks } = await play();
      stage.service.setPace(hoursInLine);
      const pending = await ask(member, general, 'a pending kite');
      await panelSaying(member, pending, 'Queued');
      const waiting = await ask(member, general, 'a waiting kite');
      await panelSaying(member, waiting, 'Waiting in line');
      const cancel = async (person: SandboxPerson, task: string, words: string) =>
        await told(person, general, 'cancel', words, { task });

      const offered = await member.autocomplete(general, ['video', 'cancel'], 'task', { task: '' });
      expect(offered.map(({ value }) => value)).toEqual([waiting.id, pending.id]);
      expect(offered[0]?.name).toContain('waiting · a waiting kite');
      expect(await newcomer.autocomplete(general, ['video', 'cancel'], 'task', { task: '' })).toEqual([]);
      await cancel(newcomer, pending.id, 'Only the person who asked');
      await cancel(member, waiting.id, "Cancelled. You weren't charged.");
      await panelSaying(member, waiting, '🚫 Cancelled');
      await cancel(moderator, pending.id, "Cancelled. You weren't charged.");
      await panelSaying(member, pending, '🚫 Cancelled');
      expect(tasks().map(({ status }) => status)).toEqual(['CANCELED']);
      await cancel(member, pending.id, "Cancelled. You weren't charged.");
      expect(tasks().map(({ status }) => status)).toEqual(['CANCELED']);
      expect(stage.videosIn(general)).toEqual([]);
    });

    it('is too late in words once the service has begun, also when the panel does not know yet', async () => {
      const { stage, member, general, tasks } = await play();
      stage.service.setPace(hoursRunning);
      const invoked = await ask(member, general, 'a running kite');
      const panel = await panelSaying(member, invoked, 'Queued');
      await vi.waitFor(() => expect(tasks()[0]?.status).toBe('RUNNING'), patienceMs);
      await privately(member, await member.click(panel, 'Cancel'), 'Too late');
      await panelSaying(member, invoked, 'Being made');
      await told(member, general, 'cancel', 'Too late', { task: invoked.id });
      stage.service.setPace(atOnce);
      await doneOf(member, invoked);
    });
  });

  describe('a video of references', () => {
    it('is made again, and changed, from the same files, whose addresses have died since', async () => {
      const scene = await play();
      const { member } = scene;
      const invoked = await refer(scene);
      const result = await resultOf(member, invoked.id);
      const [first] = bodies(scene);
      await expire(scene, first?.input.reference_urls[0]);
      await doneOf(member, await member.click(result, 'Again · 2 s'));
      const modal = await member.modalFor(await member.click(result, 'Edit'));
      expect(filledIn(modal, 'prompt')).toBe('character1 chases character2');
      const sent = await member.submitModal(modal, { prompt: 'character2 chases character1', seed: '9' });
      await doneOf(member, sent);
      const [, again, edited, ...others] = bodies(scene);
      expect(others).toEqual([]);
      for (const body of [again, edited]) {
        expect(namesOf(body)).toEqual(['cat.jpg', 'dog.png']);
        expect(body?.parameters).toMatchObject({ size: '720*1280', duration: 2, audio: false });
      }
      expect(again?.input.prompt).toBe('character1 chases character2');
      expect(again?.parameters.seed).not.toBe(5);
      expect(edited?.input.prompt).toBe('character2 chases character1');
      expect(edited?.parameters.seed).toBe(9);
    });

    it('that waited in line until its addresses were dead is made from new ones', async () => {
      const scene = await play();
      const { stage, member, general } = scene;
      stage.service.setPace(hoursRunning);
      const first = await ask(member, general, 'a kite');
      await panelSaying(member, first, 'Queued');
      const invoked = await refer(scene);
      await panelSaying(member, invoked, 'Waiting in line');
      const { data } = stage.discord.state.interactions().find(({ id }) => id === invoked.id) ?? {};
      const [given] = /http[^"]+cat\.jpg[^"]+/.exec(textOf(data)) ?? [];
      expect(await answers(given)).toBe(200);
      await expire(scene, given);
      stage.service.setPace(atOnce);
      await doneOf(member, invoked);
      expect(bodies(scene)[1]?.input.reference_urls[0]).not.toBe(given);
    });

    it('whose files are gone by its turn costs nothing, and says what to do', async () => {
      const scene = await play();
      const { stage, member, general, tasks } = scene;
      stage.service.setPace(hoursRunning);
      const first = await ask(member, general, 'a kite');
      await panelSaying(member, first, 'Queued');
      const message = await member.send(general, 'a cat', [cat]);
      const modal = await member.modalFor(await member.invokeOn(general, 'Use as reference', message.id));
      const sent = await member.submitModal(modal, { model: ['gen2.6-r2v'], prompt: 'character1 sleeps' });
      await panelSaying(member, sent, 'Waiting in line');
      await member.fetched('DELETE', `/channels/${general}/messages/${message.id}`);
      await expire(scene, message.attachments[0]?.url);
      stage.service.setPace(atOnce);
      const panel = await panelSaying(member, sent, '❌ Failed');
      await member.untilMessage(
        // By direct message, because the interaction is an hour old.
        (told) =>
          told.guild_id === undefined && textOf(told).includes('so nothing was made. Attach it again.'),
        patienceMs,
      );
      expect(tasks()).toHaveLength(1);
      // The same files would fail again.
      expect(labelsOf(panel)).toEqual(['Details']);
    });
  });
});
