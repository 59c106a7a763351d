import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { OptionValue, PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Stage, StageOptions } from '../support/stage.ts';
import {
  atOnce,
  doneOf,
  hoursRunning,
  messageSaying,
  openQuickStage,
  panelGone,
  panelSaying,
  patienceMs,
  plentyBytes,
  resize,
  textOf,
  toldPrivately,
} from '../support/video-scene.ts';

const short = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;

interface Play {
  readonly stage: Stage;
  readonly member: SandboxPerson;
  readonly general: string;
}

async function play(options: StageOptions = {}): Promise<Play> {
  const stage = await openQuickStage(options);
  return { stage, member: await stage.person(), general: stage.discord.channels.general };
}

/** One bot for all trouble that leaves nothing behind. */
let scene: Play;
let tasksBefore = 0;
let videosBefore = 0;
let printedBefore = 0;

beforeAll(async () => {
  // The language of the machine is that of its operator, and of nobody else.
  scene = await play({ env: { LOG_LEVEL: 'debug', VIDEO_MAX_DOWNLOAD_MB: '1', LANG: 'zh_CN.UTF-8' } });
  return async () => await scene.stage.close();
});

beforeEach(() => {
  scene.member.messages.clear();
  tasksBefore = scene.stage.service.tasks.length;
  videosBefore = scene.stage.videosIn(scene.general).length;
  printedBefore = scene.stage.bot.output().length;
});

afterEach(() => {
  scene.stage.discord.faults.clear();
  scene.stage.service.faults.clear();
  scene.stage.service.setPace(atOnce);
});

const isFileByDirectMessage = ({ guild_id, attachments }: PersonEvents['MESSAGE_CREATE']) =>
  guild_id === undefined && attachments.length === 1;

/** Calls of Discord, or of the service, by what they're for. */
const posting = { method: 'POST', path: '/api/v10/channels/*/messages' } as const;
const creation = { method: 'POST', path: '/api/v1/services/**' } as const;
const answering = (when: 'before' | 'after', status: number, body: unknown) =>
  ({ kind: 'answer', when, status, body }) as const;

const tasksMade = () => scene.stage.service.tasks.length - tasksBefore;
const videosPosted = () => scene.stage.videosIn(scene.general).length - videosBefore;

/** What the bot logged in this test. */
const printed = () => scene.stage.bot.output().slice(printedBefore);

/** Runs the command and waits until its panel shows the words. */
async function until({ member, general }: Play, words: string) {
  return await panelSaying(member, await member.invoke(general, ['video', 'text'], short), words);
}

/** Runs the command and waits for its video. */
async function done({ member, general }: Play): Promise<void> {
  await doneOf(member, await member.invoke(general, ['video', 'text'], short));
}

/** Runs the command and waits until nothing of it is left in public. */
async function gone({ member, general }: Play, options: Readonly<Record<string, OptionValue>> = short) {
  await panelGone(member, await member.invoke(general, ['video', 'text'], options));
}

describe('trouble with Discord', () => {
  it('an interaction that is delivered twice is one job', async () => {
    const invoked = await scene.member.invoke(scene.general, ['video', 'text'], short);
    scene.stage.discord.gateway.redeliver('INTERACTION_CREATE');
    await doneOf(scene.member, invoked);
    expect(tasksMade()).toBe(1);
    expect(videosPosted()).toBe(1);
  });

  it('a gateway connection that drops is resumed, and what happened meanwhile is not missed', async () => {
    scene.stage.discord.gateway.dropAll('bot');
    await done(scene);
    expect(printed()).toContain('connection resumed');
    expect(tasksMade()).toBe(1);
  });

  it('an invalid session is started over', async () => {
    const sessions = () => printed().match(/shard ready/g)?.length ?? 0;
    scene.stage.discord.gateway.invalidateSessions(false, 'bot');
    await expect.poll(sessions, { timeout: patienceMs }).toBe(1);
    await done(scene);
    expect(tasksMade()).toBe(1);
  });

  it('429 on the message is waited out', async () => {
    const limited = { message: 'You are being rate limited.', retry_after: 1, global: false };
    const headers = { 'retry-after': '1', 'x-ratelimit-scope': 'shared' };
    const effect = { ...answering('before', 429, limited), headers };
    scene.stage.discord.faults.arm({ ...posting, times: 2, effect });
    await done(scene);
    expect(videosPosted()).toBe(1);
  });

  it('500 on the message is tried again, and posts once', async () => {
    const effect = answering('after', 500, { message: '500: Internal Server Error', code: 0 });
    scene.stage.discord.faults.arm({ ...posting, times: 6, effect });
    await done(scene);
    expect(videosPosted()).toBe(1);
  });

  it('a proxy that answers for Discord is waited out, and the video comes once', async () => {
    const { stage, general } = scene;
    const effect = answering('before', 403, '<html>blocked</html>');
    stage.discord.faults.arm({ ...posting, times: 2, effect });
    await scene.member.invoke(general, ['video', 'text'], short);
    await eventually(() => videosPosted() === 1, 'the video');
    expect(printed()).toContain("isn't Discord");
  });

  it('a token that was reset ends the bot for good, and its video waits for the new one', async () => {
    const { stage, general } = scene;
    const effect = answering('before', 401, { message: '401: Unauthorized', code: 0 });
    const before = stage.videosIn(general).length;
    stage.discord.faults.arm({ ...posting, effect });
    await scene.member.invoke(general, ['video', 'text'], short);
    await eventually(() => !stage.bot.isRunning, 'the bot to end');
    expect(await stage.bot.stop()).toBe(78);
    expect(printed()).toContain("didn't accept DISCORD_TOKEN");
    expect(stage.videosIn(general).length).toBe(before);
    await stage.startBot();
    await eventually(() => stage.videosIn(general).length === before + 1, 'the video');
  });

  it('a channel whose permission is taken away meanwhile sends the video to its requester', async () => {
    const { stage, member, general } = scene;
    stage.service.setPace(hoursRunning);
    const invoked = await member.invoke(general, ['video', 'text'], short);
    await panelSaying(member, invoked, 'Prompt');
    stage.discord.setPermissions(general, stage.discord.botUserId, 0n, 2048n | 32768n);
    stage.service.setPace(atOnce);
    const direct = await member.untilMessage(isFileByDirectMessage, patienceMs);
    expect(textOf(direct.components)).toContain(`<#${general}>`);
    expect(videosPosted()).toBe(0);
    await panelSaying(member, invoked, 'Sent by DM');
    stage.discord.setPermissions(general, stage.discord.botUserId, 0n, 0n);
  });

  it('a channel that is deleted meanwhile sends the video to its requester', async () => {
    const { stage, member } = scene;
    const { videos } = stage.discord.channels;
    stage.service.setPace(hoursRunning);
    const invoked = await member.invoke(videos, ['video', 'text'], short);
    await panelSaying(member, invoked, 'Prompt');
    stage.discord.removeChannel(videos);
    stage.service.setPace(atOnce);
    await member.untilMessage(isFileByDirectMessage, patienceMs);
  });

  it('a file that the server does not take is handed over as a link that says how long it works', async () => {
    await resize(scene.stage, 300);
    await done(scene);
    const result = await messageSaying(scene.member, 'too large for this server');
    expect(textOf(result.components)).toMatch(/expires <t:\d+:f>/);
    expect(result.attachments).toHaveLength(0);
    await resize(scene.stage, plentyBytes);
  });
});

describe('trouble with the service', () => {
  it('429 on the creation is waited out: nothing was made', async () => {
    const body = { code: 'Throttling.RateQuota', message: 'slow down', request_id: 'r-1' };
    scene.stage.service.faults.arm({ ...creation, times: 2, effect: answering('before', 429, body) });
    await done(scene);
    expect(tasksMade()).toBe(1);
  });

  it('500 after the creation was accepted is never followed by a second one', async () => {
    const effect = answering('after', 500, { code: 'InternalError', request_id: 'r-1' });
    scene.stage.service.faults.arm({ ...creation, effect });
    await done(scene);
    expect(tasksMade()).toBe(1);
  });

  it('a task id that is not a text is no answer: the person decides, and the bot makes no second one', async () => {
    scene.stage.service.video.numericTaskIdNext();
    await until(scene, 'video:resubmit:');
    await toldPrivately(scene.member, 'choose to retry');
    expect(tasksMade()).toBe(1);
  });

  it.each(['<html>maintenance</html>', '{"output":', '[]'])(
    'a poll that is answered %s is asked again',
    async (body) => {
      const effect = { ...answering('after', 200, body), headers: { 'content-type': 'text/html' } };
      scene.stage.service.faults.arm({ method: 'GET', path: '/api/v1/tasks/*', effect });
      await done(scene);
    },
  );

  it('a status that nobody documented counts as running', async () => {
    const { stage, member, general } = scene;
    stage.service.video.statusNext('DREAMING');
    stage.service.setPace(hoursRunning);
    const invoked = await member.invoke(general, ['video', 'text'], short);
    await panelSaying(member, invoked, 'Being made');
    stage.service.setPace(atOnce);
    await doneOf(member, invoked);
  });

  it.each([
    ['DataInspectionFailed', 'content rules'],
    [undefined, "didn't say why"],
  ])('a task that failed with %s is explained to its requester alone', async (code, words) => {
    scene.stage.service.video.failNext(code ? { code, message: 'secret provider words' } : {});
    if (code) await gone(scene);
    else expect(textOf(await until(scene, '❌ Failed'))).not.toContain(words);
    const told = await toldPrivately(scene.member, words);
    expect(textOf(told)).not.toContain('secret provider words');
  });

  it('a prompt that the service refuses is explained to its requester alone, and can be edited there', async () => {
    await gone(scene, { ...short, prompt: 'something forbidden' });
    const told = await toldPrivately(scene.member, 'content rules');
    const form = await scene.member.modalFor(await scene.member.click(told, 'Edit'));
    expect(textOf(form)).toContain('something forbidden');
    await doneOf(scene.member, await scene.member.submitModal(form, { prompt: 'something allowed' }));
  });

  it('a wrong key is a matter for the operator, who is told in the language of the machine', async () => {
    const owner = await scene.stage.person('owner');
    const effect = answering('before', 401, { code: 'InvalidApiKey', message: 'no', request_id: 'r' });
    scene.stage.service.faults.arm({ path: '/api/v1/**', times: 0, effect });
    await gone(scene);
    await toldPrivately(scene.member, "bot's key");
    const direct = await owner.untilMessage(({ guild_id }) => guild_id === undefined, patienceMs);
    expect(textOf(direct)).toContain('AI 服务不再接受我的密钥。');
  });

  it.each([
    ['missing', 'already deleted the file'],
    ['html', "isn't a video"],
  ] as const)('a result that is %s ends in one sentence', async (fault, words) => {
    scene.stage.service.video.resultNext(fault);
    await until(scene, '❌ Failed');
    await messageSaying(scene.member, words);
    expect(videosPosted()).toBe(0);
  });

  it.each(['elsewhere', 'redirect', 'credentials'] as const)(
    'a result whose address may not be followed (%s) is neither fetched nor shown',
    async (fault) => {
      const asked = scene.stage.service.video.askedElsewhere;
      const messagesBefore = scene.stage.discord.state.messages(scene.general).length;
      scene.stage.service.video.resultNext(fault);
      await gone(scene);
      await toldPrivately(scene.member, "isn't safe to open");
      expect(videosPosted()).toBe(0);
      expect(scene.stage.service.video.askedElsewhere).toBe(asked);
      const since = scene.stage.discord.state.messages(scene.general).slice(messagesBefore);
      expect(textOf(since)).not.toMatch(/user:pass|\/files\//);
    },
  );

  it('a result whose link no button takes, and whose file does not fit, is handed over as text', async () => {
    await resize(scene.stage, 100);
    scene.stage.service.video.resultNext('long-link');
    await done(scene);
    await resize(scene.stage, plentyBytes);
    const result = await messageSaying(scene.member, '[Open video](<');
    expect(textOf(result)).toContain('t'.repeat(600));
    expect(textOf(result)).not.toContain('"style":5');
  });

  it('a message that Discord refuses for its form goes out with less in it', async () => {
    const body = { code: 50_035, message: 'Invalid Form Body', errors: {} };
    scene.stage.discord.faults.arm({ ...posting, effect: answering('before', 400, body) });
    await done(scene);
    const [message] = scene.stage.videosIn(scene.general).slice(-1);
    expect(message?.files).toHaveLength(1);
    expect(textOf(message?.components)).not.toContain('>>>');
  });

  it.each(['huge', 'endless'] as const)('a result that is %s is handed over as a link', async (fault) => {
    scene.stage.service.video.resultNext(fault);
    await done(scene);
    const result = await messageSaying(scene.member, /too large for this server|took too long/);
    expect(result.attachments).toHaveLength(0);
  });
});
