import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { OptionValue, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Stage, StageOptions } from '../support/stage.ts';
import {
  doneOf,
  openQuickStage,
  panelGone,
  panelSaying,
  patienceMs,
  textOf,
} from '../support/video-scene.ts';

const short = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;
/** Until it is told to end. */
const takesHours = { pendingMs: 0, runningMs: 20 * 3_600_000 };
const atOnce = { pendingMs: 0, runningMs: 0 };

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
});

afterAll(async () => await scene?.stage.close());

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

/** What the server takes from now on. */
async function resize(attachmentLimitBytes: number): Promise<void> {
  const answer = await fetch(`${scene.stage.discord.baseUrl}/sandbox/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attachmentLimitBytes }),
  });
  expect(answer.status).toBe(200);
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
    scene.stage.discord.faults.arm({
      method: 'POST',
      path: '/api/v10/channels/*/messages',
      times: 2,
      effect: {
        kind: 'answer',
        when: 'before',
        status: 429,
        headers: { 'retry-after': '1', 'x-ratelimit-scope': 'shared' },
        body: { message: 'You are being rate limited.', retry_after: 1, global: false },
      },
    });
    await done(scene);
    expect(videosPosted()).toBe(1);
  });

  it('500 on the message is tried again, and posts once', async () => {
    scene.stage.discord.faults.arm({
      method: 'POST',
      path: '/api/v10/channels/*/messages',
      times: 6,
      effect: {
        kind: 'answer',
        when: 'after',
        status: 500,
        body: { message: '500: Internal Server Error', code: 0 },
      },
    });
    await done(scene);
    expect(videosPosted()).toBe(1);
  });

  it('a proxy that answers for Discord is waited out, and the video comes once', async () => {
    const { stage, general } = scene;
    const effect = { kind: 'answer', when: 'before', status: 403, body: '<html>blocked</html>' } as const;
    stage.discord.faults.arm({ method: 'POST', path: '/api/v10/channels/*/messages', times: 2, effect });
    await scene.member.invoke(general, ['video', 'text'], short);
    await eventually(() => videosPosted() === 1, 'the video');
    expect(printed()).toContain("isn't Discord");
  });

  it('a token that was reset ends the bot for good, and its video waits for the new one', async () => {
    const { stage, general } = scene;
    const body = { message: '401: Unauthorized', code: 0 };
    const effect = { kind: 'answer', when: 'before', status: 401, body } as const;
    const before = stage.videosIn(general).length;
    stage.discord.faults.arm({ method: 'POST', path: '/api/v10/channels/*/messages', effect });
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
    stage.service.setPace(takesHours);
    const invoked = await member.invoke(general, ['video', 'text'], short);
    await panelSaying(member, invoked, 'Prompt');
    stage.discord.setPermissions(general, stage.discord.botUserId, 0n, 2048n | 32768n);
    stage.service.setPace(atOnce);
    const direct = await member.untilMessage(
      (message) => message.guild_id === undefined && message.attachments.length === 1,
      patienceMs,
    );
    expect(textOf(direct.components)).toContain(`<#${general}>`);
    expect(videosPosted()).toBe(0);
    await panelSaying(member, invoked, 'Sent by DM');
    stage.discord.setPermissions(general, stage.discord.botUserId, 0n, 0n);
  });

  it('a channel that is deleted meanwhile sends the video to its requester', async () => {
    const { stage, member } = scene;
    const { videos } = stage.discord.channels;
    stage.service.setPace(takesHours);
    const invoked = await member.invoke(videos, ['video', 'text'], short);
    await panelSaying(member, invoked, 'Prompt');
    stage.discord.removeChannel(videos);
    stage.service.setPace(atOnce);
    await member.untilMessage(
      (message) => message.guild_id === undefined && message.attachments.length === 1,
      patienceMs,
    );
  });

  it('a file that the server does not take is handed over as a link that says how long it works', async () => {
    await resize(300);
    await done(scene);
    const result = await scene.member.untilMessage(
      (message) => textOf(message).includes('too large for this server'),
      patienceMs,
    );
    expect(textOf(result.components)).toMatch(/expires <t:\d+:f>/);
    expect(result.attachments).toHaveLength(0);
    await resize(10 * 1024 * 1024);
  });
});

describe('trouble with the service', () => {
  it('429 on the creation is waited out: nothing was made', async () => {
    scene.stage.service.faults.arm({
      method: 'POST',
      path: '/api/v1/services/**',
      times: 2,
      effect: {
        kind: 'answer',
        when: 'before',
        status: 429,
        body: { code: 'Throttling.RateQuota', message: 'slow down', request_id: 'r-1' },
      },
    });
    await done(scene);
    expect(tasksMade()).toBe(1);
  });

  it('500 after the creation was accepted is never followed by a second one', async () => {
    scene.stage.service.faults.arm({
      method: 'POST',
      path: '/api/v1/services/**',
      effect: {
        kind: 'answer',
        when: 'after',
        status: 500,
        body: { code: 'InternalError', request_id: 'r-1' },
      },
    });
    await done(scene);
    expect(tasksMade()).toBe(1);
  });

  it('a task id that is not a text is no answer: the person decides, and the bot makes no second one', async () => {
    scene.stage.service.video.numericTaskIdNext();
    await until(scene, 'video:resubmit:');
    const told = await scene.member.untilMessage(
      (message) => textOf(message).includes('choose to retry'),
      patienceMs,
    );
    expect(Number(told.flags) & 64).toBe(64);
    expect(tasksMade()).toBe(1);
  });

  it.each(['<html>maintenance</html>', '{"output":', '[]'])(
    'a poll that is answered %s is asked again',
    async (body) => {
      scene.stage.service.faults.arm({
        method: 'GET',
        path: '/api/v1/tasks/*',
        effect: {
          kind: 'answer',
          when: 'after',
          status: 200,
          body,
          headers: { 'content-type': 'text/html' },
        },
      });
      await done(scene);
    },
  );

  it('a status that nobody documented counts as running', async () => {
    const { stage, member, general } = scene;
    stage.service.video.statusNext('DREAMING');
    stage.service.setPace(takesHours);
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
    const told = await scene.member.untilMessage((message) => textOf(message).includes(words), patienceMs);
    expect(Number(told.flags) & 64).toBe(64);
    expect(textOf(told)).not.toContain('secret provider words');
  });

  it('a prompt that the service refuses is explained to its requester alone, and can be edited there', async () => {
    await gone(scene, { ...short, prompt: 'something forbidden' });
    const told = await scene.member.untilMessage(
      (message) => textOf(message).includes('content rules'),
      patienceMs,
    );
    expect(Number(told.flags) & 64).toBe(64);
    const form = await scene.member.modalFor(await scene.member.click(told, 'Edit'));
    expect(textOf(form)).toContain('something forbidden');
    await doneOf(scene.member, await scene.member.submitModal(form, { prompt: 'something allowed' }));
  });

  it('a wrong key is a matter for the operator, who is told in the language of the machine', async () => {
    const owner = await scene.stage.person('owner');
    const body = { code: 'InvalidApiKey', message: 'no', request_id: 'r' };
    const effect = { kind: 'answer', when: 'before', status: 401, body } as const;
    scene.stage.service.faults.arm({ path: '/api/v1/**', times: 0, effect });
    await gone(scene);
    const told = await scene.member.untilMessage(
      (message) => textOf(message).includes("bot's key"),
      patienceMs,
    );
    expect(Number(told.flags) & 64).toBe(64);
    const direct = await owner.untilMessage(({ guild_id }) => guild_id === undefined, patienceMs);
    expect(textOf(direct)).toContain('AI 服务不再接受我的密钥。');
  });

  it.each([
    ['missing', 'already deleted the file'],
    ['html', "isn't a video"],
  ] as const)('a result that is %s ends in one sentence', async (fault, words) => {
    scene.stage.service.video.resultNext(fault);
    await until(scene, '❌ Failed');
    await scene.member.untilMessage((message) => textOf(message).includes(words), patienceMs);
    expect(videosPosted()).toBe(0);
  });

  it.each(['elsewhere', 'redirect', 'credentials'] as const)(
    'a result whose address may not be followed (%s) is neither fetched nor shown',
    async (fault) => {
      const asked = scene.stage.service.video.askedElsewhere;
      const messagesBefore = scene.stage.discord.state.messages(scene.general).length;
      scene.stage.service.video.resultNext(fault);
      await gone(scene);
      const told = await scene.member.untilMessage(
        (message) => textOf(message).includes("isn't safe to open"),
        patienceMs,
      );
      expect(Number(told.flags) & 64).toBe(64);
      expect(videosPosted()).toBe(0);
      expect(scene.stage.service.video.askedElsewhere).toBe(asked);
      const since = scene.stage.discord.state.messages(scene.general).slice(messagesBefore);
      expect(textOf(since)).not.toMatch(/user:pass|\/files\//);
    },
  );

  it('a result whose link no button takes, and whose file does not fit, is handed over as text', async () => {
    await resize(100);
    scene.stage.service.video.resultNext('long-link');
    await done(scene);
    await resize(10 * 1024 * 1024);
    const result = await scene.member.untilMessage(
      (message) => textOf(message).includes('[Open video](<'),
      patienceMs,
    );
    expect(textOf(result)).toContain('t'.repeat(600));
    expect(textOf(result)).not.toContain('"style":5');
  });

  it('a message that Discord refuses for its form goes out with less in it', async () => {
    const body = { code: 50_035, message: 'Invalid Form Body', errors: {} };
    const effect = { kind: 'answer', when: 'before', status: 400, body } as const;
    scene.stage.discord.faults.arm({ method: 'POST', path: '/api/v10/channels/*/messages', effect });
    await done(scene);
    const [message] = scene.stage.videosIn(scene.general).slice(-1);
    expect(message?.files).toHaveLength(1);
    expect(textOf(message?.components)).not.toContain('>>>');
  });

  it.each(['huge', 'endless'] as const)('a result that is %s is handed over as a link', async (fault) => {
    scene.stage.service.video.resultNext(fault);
    await done(scene);
    const result = await scene.member.untilMessage(
      (message) => /too large for this server|took too long/.test(textOf(message)),
      patienceMs,
    );
    expect(result.attachments).toHaveLength(0);
  });
});
