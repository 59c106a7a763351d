import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { componentsIn, type SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { wordsFor } from '../../src/words/index.ts';
import type { BotProcess } from '../support/bot-process.ts';
import { emptyPostgres, runSql, spentIn } from '../support/postgres.ts';
import type { Stage } from '../support/stage.ts';
import {
  atOnce,
  deleted,
  doneOf,
  forgetMe,
  hoursInLine,
  hoursMs,
  hoursRunning,
  isPrivate,
  type Made,
  make,
  messageSaying,
  openQuickStage,
  panelSaying,
  patienceMs,
  privately,
  textOf,
} from '../support/video-scene.ts';

const { video, privacy } = wordsFor('en-US');
const { states } = video.panel;
const { buttons, answers } = video;
const film = { resolution: '720P', duration: 2 } as const;

/** What people press at a process with shards, while the job is in the hands of one without any. */
describe('buttons of a video that a worker makes', () => {
  let url: string;
  const closing: (() => Promise<void>)[] = [];
  let stage: Stage;
  let worker: BotProcess;
  let owner: SandboxPerson;
  let moderator: SandboxPerson;
  let member: SandboxPerson;
  let newcomer: SandboxPerson;
  let general: string;
  let staff: string;

  const spent = async () => await spentIn(url);
  const stored = async (id: string): Promise<string> => {
    const rows = await runSql(url, `SELECT value FROM records WHERE key = 'video-jobs:${id}'`);
    return String(rows[0]?.value ?? 'gone');
  };
  /** Everything was done that had to follow. */
  const settled = async (id: string) =>
    await expect.poll(async () => await stored(id), { timeout: patienceMs }).toContain('"settled":true');
  const ask = async (person: SandboxPerson, prompt: string, channelId = general) =>
    await person.invoke(channelId, ['video', 'text'], { ...film, prompt });
  /** Presses *Delete* under it, and again under the question. */
  const deleteSurely = async (person: SandboxPerson, message: Made['result'], id: string) => {
    const question = await privately(
      person,
      await person.click(message, buttons.remove),
      `video:delete-surely:${id}`,
    );
    await person.click(question, `video:delete-surely:${id}`);
  };
  const tasksFor = (prompt: string) =>
    stage.service.tasks.filter(({ body }) => JSON.stringify(body).includes(prompt));
  const videosOf = (id: string) =>
    stage.videosIn(general).filter((message) => JSON.stringify(message).includes(`video:delete:${id}`));
  const inStaff = async (words: string) =>
    await moderator.untilMessage(
      (message) => message.channel_id === staff && textOf(message).includes(words),
      patienceMs,
    );
  /** What moderators are shown of a video that waits for them. */
  const reviewOf = async (id: string) => await inStaff(`video:approve:${id}`);

  async function choose(page: string, name: string, value: string): Promise<void> {
    const first = await owner.answerTo(await owner.invoke(general, ['settings']));
    await owner.select(first, 'settings:page:-', [page]);
    const panel = await messageSaying(owner, `settings:set:${page}.${name}.`, first.id);
    const menu = componentsIn(panel.components ?? []).find(({ custom_id: id }) =>
      id?.startsWith(`settings:set:${page}.${name}.`),
    );
    await owner.select(panel, menu?.custom_id ?? '', [value]);
    const saved = new RegExp(`"${name}":"?${value}`);
    const settings = async () =>
      textOf(await runSql(url, "SELECT value FROM records WHERE key LIKE 'server-settings:%'"));
    await vi.waitFor(async () => expect((await settings()).replaceAll('\\', '')).toMatch(saved), {
      timeout: patienceMs,
      interval: 100,
    });
  }

  beforeAll(async () => {
    url = await emptyPostgres((drop) => closing.push(drop));
    stage = await openQuickStage({
      env: {
        STORE_URL: url,
        ROLE: 'gateway',
        VIDEO_TASKS_AT_ONCE: '20',
        VIDEO_SECONDS_PER_BOT_PER_DAY: '10000',
      },
    });
    worker = await stage.startBeside({ ROLE: 'worker' });
    [owner, moderator, member, newcomer] = await Promise.all([
      stage.person('owner'),
      stage.person('moderator'),
      stage.person(),
      stage.person('newcomer'),
    ]);
    ({ general, moderatorsOnly: staff } = stage.discord.channels);
    const { ViewChannel, SendMessages, AttachFiles, ReadMessageHistory } = PermissionFlagsBits;
    const may = ViewChannel | SendMessages | AttachFiles | ReadMessageHistory;
    stage.discord.setPermissions(staff, stage.discord.botUserId, may, 0n);
    await choose('start', 'channelId', staff);
  });

  afterAll(async () => {
    await stage?.close();
    for (const close of closing) await close();
  });

  it('Cancel, pressed twice at once while it is queued at the service, gives the money back once', async () => {
    stage.service.setPace(hoursInLine);
    const before = await spent();
    const asked = await ask(member, 'a queued kite');
    const panel = await panelSaying(member, asked, states.pending);
    expect(await spent()).toBe(before + 2);
    const presses = await Promise.all([
      member.click(panel, buttons.cancel),
      member.click(panel, buttons.cancel),
    ]);
    for (const press of presses) await privately(member, press, answers.canceled);
    const last = await panelSaying(member, asked, states.canceled);
    expect(textOf(last)).not.toContain(`video:cancel:${asked.id}`);
    await settled(asked.id);
    expect(await spent()).toBe(before);
    expect(tasksFor('a queued kite')).toHaveLength(1);
    expect(videosOf(asked.id)).toEqual([]);
  });

  it('Cancel comes too late once it is being made, which is paid and delivered', async () => {
    stage.service.setPace(hoursRunning);
    const before = await spent();
    const asked = await ask(member, 'a running kite');
    await panelSaying(member, asked, states.running);
    const canceled = await member.invoke(general, ['video', 'cancel'], { task: asked.id });
    await privately(member, canceled, "Too late. It's already being made.");
    await stage.push(hoursMs);
    await doneOf(member, asked);
    await settled(asked.id);
    expect(await spent()).toBe(before + 2);
    expect(tasksFor('a running kite')).toHaveLength(1);
    expect(videosOf(asked.id)).toHaveLength(1);
  });

  it('Delete, pressed by its requester and a moderator at once, takes it away everywhere, and it stays paid', async () => {
    stage.service.setPace(atOnce);
    const before = await spent();
    const { id, result } = await make(member, general, { prompt: 'a deleted kite' });
    await settled(id);
    const sure = await Promise.all(
      [member, moderator].map(async (person) => {
        const asked = await person.click(result, buttons.remove);
        return { person, question: await privately(person, asked, `video:delete-surely:${id}`) };
      }),
    );
    await Promise.all(
      sure.map(async ({ person, question }) => await person.click(question, `video:delete-surely:${id}`)),
    );
    const said = await Promise.all(
      sure.map(
        async ({ person, question }) =>
          await person.untilMessage(
            (message) => message.id === question.id && !textOf(message).includes('delete-surely'),
            patienceMs,
          ),
      ),
    );
    for (const answer of said) expect(textOf(answer)).toContain(answers.removed);
    await deleted(member, result.id);
    await expect
      .poll(async () => await stored(id), { timeout: patienceMs })
      .toMatch(/"state":"removed".*"settled":true/);
    expect(videosOf(id)).toEqual([]);
    expect(await spent()).toBe(before + 2);
  });

  it('Report, sent twice, is posted once, and Delete on it takes the video away', async () => {
    stage.service.setPace(atOnce);
    const { id, result } = await make(member, general, { prompt: 'a reported kite' });
    await settled(id);
    for (const reason of ['it hurts', 'it still hurts']) {
      const modal = await newcomer.modalFor(await newcomer.click(result, buttons.report));
      await privately(newcomer, await newcomer.submitModal(modal, { reason }), video.report.sent);
    }
    const posted = await inStaff('it hurts');
    const reports = stage.discord.state
      .messages(staff)
      .filter((message) => JSON.stringify(message).includes(`video:dismiss:${id}`));
    expect(reports).toHaveLength(1);
    await deleteSurely(moderator, posted, id);
    await deleted(member, result.id);
    expect(videosOf(id)).toEqual([]);
  });

  it('no worker is there: Cancel and Delete count at once, and the next worker does the rest', async () => {
    stage.service.setPace(atOnce);
    const before = await spent();
    const done = await make(member, general, { prompt: 'a kite without a worker' });
    await settled(done.id);
    stage.service.setPace(hoursInLine);
    const asked = await ask(member, 'a queued kite without a worker');
    const panel = await panelSaying(member, asked, states.pending);
    await worker.kill();
    await privately(member, await member.click(panel, buttons.cancel), answers.canceled);
    await deleteSurely(member, done.result, done.id);
    await expect.poll(async () => await stored(done.id)).toContain('"state":"removed"');
    expect(videosOf(done.id)).toHaveLength(1);
    worker = await stage.startBeside({ ROLE: 'worker' });
    await panelSaying(member, asked, states.canceled);
    await deleted(member, done.result.id);
    for (const id of [asked.id, done.id]) await settled(id);
    expect(await spent()).toBe(before + 2);
    expect(tasksFor('a queued kite without a worker').map(({ status }) => status)).toEqual(['CANCELED']);
  });

  describe('once moderators decide about every request', () => {
    beforeAll(async () => {
      stage.service.setPace(atOnce);
      await choose('video', 'review', 'everybody');
      await choose('video', 'reviewed', 'prompt');
    });

    it('Approve, pressed by two at once, has it made and paid once', async () => {
      const before = await spent();
      const asked = await ask(member, 'an approved kite');
      const review = await reviewOf(asked.id);
      // Set aside for it; it isn't asked for before they approve.
      expect(await spent()).toBe(before + 2);
      expect(tasksFor('an approved kite')).toEqual([]);
      const presses = [owner, moderator].map(
        async (person) => await person.click(review, video.review.approve),
      );
      const decided = 'This has been decided already';
      const late = await Promise.any(
        (await Promise.all(presses)).map(async (press, at) => {
          const person = [owner, moderator][at] ?? owner;
          return await panelSaying(person, press, decided);
        }),
      );
      expect(isPrivate(late)).toBe(true);
      await doneOf(member, asked);
      await settled(asked.id);
      expect(await spent()).toBe(before + 2);
      expect(tasksFor('an approved kite')).toHaveLength(1);
      expect(videosOf(asked.id)).toHaveLength(1);
      await inStaff('approved a video');
    });

    it('Reject costs nothing, and its requester is told', async () => {
      const before = await spent();
      const asked = await ask(member, 'a rejected kite');
      await moderator.click(await reviewOf(asked.id), video.review.reject);
      await privately(member, asked, "A moderator didn't approve");
      await settled(asked.id);
      await inStaff('rejected a video');
      expect(await spent()).toBe(before);
      expect(tasksFor('a rejected kite')).toEqual([]);
    });

    it('Cancel by its requester closes the review', async () => {
      const before = await spent();
      const asked = await ask(member, 'a withdrawn kite');
      const review = await reviewOf(asked.id);
      const panel = await panelSaying(member, asked, buttons.cancel);
      await privately(member, await member.click(panel, buttons.cancel), answers.canceled);
      await messageSaying(moderator, states.canceled, review.id);
      await settled(asked.id);
      expect(await spent()).toBe(before);
      expect(tasksFor('a withdrawn kite')).toEqual([]);
    });
  });

  describe('once moderators decide about every finished video', () => {
    beforeAll(async () => {
      stage.service.setPace(atOnce);
      await choose('video', 'reviewed', 'video');
    });

    it('Approve as spoiler posts it hidden', async () => {
      const before = await spent();
      const asked = await ask(member, 'a hidden kite');
      await moderator.click(await reviewOf(asked.id), video.review.spoiler);
      await doneOf(member, asked);
      await settled(asked.id);
      expect(textOf(videosOf(asked.id).map(({ components }) => components))).toContain('"spoiler":true');
      await inStaff('as a spoiler');
      expect(await spent()).toBe(before + 2);
    });

    it('Reject takes its film away from the moderators, never posts it, and what was made stays paid', async () => {
      const before = await spent();
      const asked = await ask(member, 'a refused film');
      const review = await reviewOf(asked.id);
      await moderator.click(review, video.review.reject);
      await settled(asked.id);
      const closed = await inStaff('rejected a video');
      expect(closed.attachments).toEqual([]);
      const after = stage.discord.state.messages(staff).find(({ id }) => id === review.id);
      expect(after?.files).toEqual([]);
      expect(videosOf(asked.id)).toEqual([]);
      expect(await spent()).toBe(before + 2);
    });
  });

  it('Forget me ends what a worker has of a person in every state, and nothing names them any more', async () => {
    const before = await spent();
    // One waits for a moderator, one waits at the service, one is being made.
    stage.service.setPace(atOnce);
    await choose('video', 'review', 'everybody');
    await choose('video', 'reviewed', 'video');
    const waiting = await ask(newcomer, 'a forgotten film');
    const review = await reviewOf(waiting.id);
    await choose('video', 'review', 'nobody');
    stage.service.setPace(hoursRunning);
    await panelSaying(newcomer, await ask(newcomer, 'a forgotten running kite'), states.running);
    stage.service.setPace({ ...hoursRunning, pendingMs: hoursMs });
    await panelSaying(newcomer, await ask(newcomer, 'a forgotten queued kite'), states.pending);
    const proof = await forgetMe(newcomer, general, privacy.proof.noCopies);
    for (const doubt of [privacy.proof.partly, privacy.proof.notEverywhere])
      expect(textOf(proof)).not.toContain(doubt);
    const { id } = stage.discord.people.newcomer;
    expect(await runSql(url, `SELECT key FROM records WHERE value LIKE '%${id}%'`)).toEqual([]);
    // What was cancelled in time is given back; the film and what's being made are paid.
    await expect.poll(spent, { timeout: 10_000 }).toBe(before + 4);
    const [queued] = tasksFor('a forgotten queued kite');
    expect(queued?.status).toBe('CANCELED');
    await stage.push(hoursMs);
    // The worker goes on with others.
    stage.service.setPace(atOnce);
    await make(member, general, { prompt: 'a kite after all' });
    expect(textOf(stage.videosIn(general))).not.toContain(id);
    expect(
      stage.discord.state.messages(staff).find((message) => message.id === review.id)?.files ?? [],
    ).toEqual([]);
    expect(await runSql(url, `SELECT key FROM records WHERE value LIKE '%${id}%'`)).toEqual([]);
  });

  it('ends cleanly, with every job off the queue', async () => {
    for (const bot of [worker, stage.bot]) expect(await bot.stop(), bot.output()).toBe(0);
    expect(worker.output()).not.toContain('"level":50');
  });
});
