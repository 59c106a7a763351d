import { afterAll, describe, expect, it } from 'vitest';
import type { SandboxPerson } from '../support/sandbox-person.ts';
import { Stage, type StageOptions } from '../support/stage.ts';

const short = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;
const patience = 90_000;
const stages: Stage[] = [];

afterAll(async () => {
  for (const stage of stages) await stage.close();
});

const textOf = (message: unknown) => JSON.stringify(message);

interface Play {
  readonly stage: Stage;
  readonly member: SandboxPerson;
  readonly general: string;
}

async function play(options: StageOptions = {}): Promise<Play> {
  const stage = await Stage.open(options);
  stages.push(stage);
  return { stage, member: await stage.person(), general: stage.discord.channels.general };
}

/** Runs the command and waits until its panel shows the words. */
async function until({ member, general }: Play, words: string) {
  const invoked = await member.invoke(general, ['video', 'text'], short);
  return await member.answerTo(invoked, (shown) => textOf(shown).includes(words), patience);
}

describe.concurrent('trouble with Discord', { timeout: 150_000 }, () => {
  it('an interaction that is delivered twice is one job', async () => {
    const scene = await play();
    const invoked = await scene.member.invoke(scene.general, ['video', 'text'], short);
    scene.stage.discord.gateway.redeliver('INTERACTION_CREATE');
    await scene.member.answerTo(invoked, (shown) => textOf(shown).includes('✅ Done'), patience);
    expect(scene.stage.service.tasks).toHaveLength(1);
    expect(scene.stage.videosIn(scene.general)).toHaveLength(1);
  });

  it('a gateway connection that drops is resumed, and what happened meanwhile is not missed', async () => {
    const scene = await play();
    scene.stage.discord.gateway.dropAll('bot');
    await until(scene, '✅ Done');
    expect(scene.stage.bot.output()).toContain('connection resumed');
    expect(scene.stage.service.tasks).toHaveLength(1);
  });

  it('an invalid session is begun anew', async () => {
    const scene = await play({ env: { LOG_LEVEL: 'debug' } });
    const sessions = () => scene.stage.bot.output().match(/shard ready/g)?.length ?? 0;
    expect(sessions()).toBe(1);
    scene.stage.discord.gateway.invalidateSessions(false, 'bot');
    await expect.poll(sessions, { timeout: patience }).toBe(2);
    await until(scene, '✅ Done');
    expect(scene.stage.service.tasks).toHaveLength(1);
  });

  it('429 on the message is waited out', async () => {
    const scene = await play();
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
    await until(scene, '✅ Done');
    expect(scene.stage.videosIn(scene.general)).toHaveLength(1);
  });

  it('500 on the message is tried again, and posts once', async () => {
    const scene = await play();
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
    await until(scene, '✅ Done');
    expect(scene.stage.videosIn(scene.general)).toHaveLength(1);
  });

  it('a channel whose permission is taken away meanwhile sends the video to its requester', async () => {
    const scene = await play({ service: { pace: { pendingMs: 300, runningMs: 4_000 } } });
    const invoked = await scene.member.invoke(scene.general, ['video', 'text'], short);
    await scene.member.answerTo(invoked, (shown) => textOf(shown).includes('Asked for'), patience);
    scene.stage.discord.setPermissions(scene.general, scene.stage.discord.botUserId, 0n, 2048n | 32768n);
    const direct = await scene.member.untilMessage(
      (message) => message.guild_id === undefined && message.attachments.length === 1,
      patience,
    );
    expect(textOf(direct.components)).toContain(`<#${scene.general}>`);
    expect(scene.stage.videosIn(scene.general)).toHaveLength(0);
    await scene.member.answerTo(
      invoked,
      (shown) => textOf(shown).includes('sent to its requester'),
      patience,
    );
  });

  it('a channel that is deleted meanwhile sends the video to its requester', async () => {
    const scene = await play({ service: { pace: { pendingMs: 300, runningMs: 4_000 } } });
    const invoked = await scene.member.invoke(scene.general, ['video', 'text'], short);
    await scene.member.answerTo(invoked, (shown) => textOf(shown).includes('Asked for'), patience);
    scene.stage.discord.removeChannel(scene.general);
    await scene.member.untilMessage(
      (message) => message.guild_id === undefined && message.attachments.length === 1,
      patience,
    );
  });

  it('a file that the server does not take is handed over as a link that says how long it works', async () => {
    const scene = await play({ discord: { attachmentLimitBytes: 10_000 } });
    await until(scene, '✅ Done');
    const result = await scene.member.untilMessage(
      (message) => textOf(message).includes('larger than this server takes'),
      patience,
    );
    expect(textOf(result.components)).toMatch(/works until <t:\d+:f>/);
    expect(result.attachments).toHaveLength(0);
  });
});

describe.concurrent('trouble with the service', { timeout: 150_000 }, () => {
  it('429 on the creation is waited out: nothing was made', async () => {
    const scene = await play();
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
    await until(scene, '✅ Done');
    expect(scene.stage.service.tasks).toHaveLength(1);
  });

  it('500 after the creation was accepted is never followed by a second one', async () => {
    const scene = await play();
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
    await until(scene, '✅ Done');
    expect(scene.stage.service.tasks).toHaveLength(1);
  });

  it('a task id that is not a text is no answer: the person decides, and the bot makes no second one', async () => {
    const scene = await play();
    scene.stage.service.video.numericTaskIdNext();
    await until(scene, 'video:resubmit:');
    const told = await scene.member.untilMessage(
      (message) => textOf(message).includes('Press a button on its panel'),
      patience,
    );
    expect(Number(told.flags) & 64).toBe(64);
    expect(scene.stage.service.tasks).toHaveLength(1);
  });

  it.each(['<html>maintenance</html>', '{"output":', '[]'])(
    'a poll that is answered %s is asked again',
    async (body) => {
      const scene = await play();
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
      await until(scene, '✅ Done');
    },
  );

  it('a status that nobody documented counts as running', async () => {
    const scene = await play();
    scene.stage.service.video.statusNext('DREAMING');
    await until(scene, '✅ Done');
  });

  it.each([
    ['DataInspectionFailed', 'safety check'],
    [undefined, 'did not say why'],
  ])('a task that failed with %s is explained to its requester alone', async (code, words) => {
    const scene = await play();
    scene.stage.service.video.failNext(code ? { code, message: 'secret provider words' } : {});
    const panel = await until(scene, 'No video came of this');
    expect(textOf(panel)).not.toContain(words);
    const told = await scene.member.untilMessage((message) => textOf(message).includes(words), patience);
    expect(Number(told.flags) & 64).toBe(64);
    expect(textOf(told)).not.toContain('secret provider words');
  });

  it('a prompt that the service refuses is explained to its requester alone', async () => {
    const scene = await play();
    const values = { ...short, prompt: 'something forbidden' };
    const invoked = await scene.member.invoke(scene.general, ['video', 'text'], values);
    const told = await scene.member.untilMessage(
      (message) => textOf(message).includes('safety check'),
      patience,
    );
    expect(Number(told.flags) & 64).toBe(64);
    await scene.member.answerTo(
      invoked,
      (shown) => textOf(shown).includes('No video came of this'),
      patience,
    );
  });

  it('a wrong key is a matter for the operator, and says so', async () => {
    const scene = await play({ env: { SERVICE_API_KEY: 'not-the-key' } });
    await until(scene, 'No video came of this');
    const told = await scene.member.untilMessage(
      (message) => textOf(message).includes('bot’s key'),
      patience,
    );
    expect(Number(told.flags) & 64).toBe(64);
  });

  it.each([
    ['missing', 'already removed the file'],
    ['html', 'not a video'],
  ] as const)('a result that is %s ends in one sentence', async (fault, words) => {
    const scene = await play();
    scene.stage.service.video.resultNext(fault);
    await until(scene, 'No video came of this');
    await scene.member.untilMessage((message) => textOf(message).includes(words), patience);
    expect(scene.stage.videosIn(scene.general)).toHaveLength(0);
  });

  it.each(['huge', 'endless'] as const)('a result that is %s is handed over as a link', async (fault) => {
    const scene = await play({ env: { VIDEO_MAX_DOWNLOAD_MB: '1' } });
    scene.stage.service.video.resultNext(fault);
    await until(scene, '✅ Done');
    const result = await scene.member.untilMessage(
      (message) => /larger than this server takes|could not be fetched/.test(textOf(message)),
      patience,
    );
    expect(result.attachments).toHaveLength(0);
  });
});
