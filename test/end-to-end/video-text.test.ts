import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Studio } from '../../sandbox/service/rendering/studio.ts';
import { wav } from '../../sandbox/test/support/audio-samples.ts';
import { mp4Facts } from '../../sandbox/test/support/mp4-facts.ts';
import { ffmpeg } from '../../sandbox/test/support/needs.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { Stage } from '../support/stage.ts';
import {
  deleted,
  doneOf,
  greyFilm,
  invokeByHand,
  make,
  panelSaying,
  privately,
  sparseFilms,
  textOf,
  unlimited,
} from '../support/video-scene.ts';

const short = { resolution: '720P', duration: 2 } as const;

let stage: Stage;
let member: SandboxPerson;
const studio = new Studio(ffmpeg);
/** Its film is the stand-in's own. The others are looked at by nobody. */
const playing = 'a paper kite over @everyone <@1324000000000000012> **dunes**';

beforeAll(async () => {
  stage = await Stage.open({
    hurry: true,
    service: {
      port: 0,
      renderer: async (job, signal) =>
        await (job.prompt === playing
          ? studio.render({ ...job, ...sparseFilms }, signal)
          : greyFilm(job, signal)),
    },
    env: unlimited,
  });
  member = await stage.person();
});

afterAll(async () => {
  expect(stage.discord.unknownRoutes).toEqual([]);
  await stage.close();
  await studio.close();
});

describe('/video text', () => {
  it('brings a playing MP4 into the channel, as an ordinary message that pings its requester alone', async () => {
    const { general } = stage.discord.channels;
    const invoked = await member.invoke(general, ['video', 'text'], { prompt: playing, seed: 7, ...short });
    const result = await doneOf(member, invoked);
    expect(result.attachments).toHaveLength(1);
    expect(result.interaction_metadata).toBeUndefined();
    const [stored] = stage.videosIn(general);
    expect(stored && stage.discord.state.pinged(stored)).toEqual([member.id]);
    for (const part of ['a paper kite', '-# 2 s · 720p · gen2.7-t2v']) expect(textOf(result)).toContain(part);
    const [attachment] = result.attachments;
    const file = Buffer.from(await (await fetch(attachment?.url ?? '')).arrayBuffer());
    expect(mp4Facts(file)).toMatchObject({ width: 1_280, height: 720, seconds: 2 });
    expect(attachment?.content_type).toBe('video/mp4');
    expect(attachment?.description).toContain('a paper kite');
  });

  it('passes every option on as it was given', async () => {
    const { videos } = stage.discord.channels;
    const audio = { file: { name: 'tune.wav', bytes: wav(3), type: 'audio/wav' } };
    const invoked = await member.invoke(videos, ['video', 'text'], {
      prompt: 'a kite',
      negative_prompt: 'rain',
      audio,
      resolution: '720P',
      ratio: '3:4',
      duration: 2,
      prompt_extend: false,
      watermark: true,
      seed: 2_147_483_647,
    });
    await doneOf(member, invoked);
    const body = stage.service.tasks.at(-1)?.body as { model: string; input: object; parameters: object };
    expect(body).toMatchObject({
      model: 'gen2.7-t2v',
      input: { prompt: 'a kite', negative_prompt: 'rain', audio_url: expect.stringContaining('tune.wav') },
      parameters: {
        resolution: '720P',
        ratio: '3:4',
        duration: 2,
        prompt_extend: false,
        watermark: true,
        seed: 2_147_483_647,
      },
    });
  });

  it('speaks Chinese with those who do, and shows the panel in the language of the server', async () => {
    const chinese = await stage.person('newcomer');
    chinese.locale = 'zh-CN';
    const options = { prompt: '   ', ...short };
    const invoked = await chinese.invoke(stage.discord.channels.general, ['video', 'text'], options);
    await privately(chinese, invoked, '提示词是空的');
  });

  it('cuts a prompt that is too long for its model as the document says, and tells the person', async () => {
    const prompt = 'x'.repeat(5_000);
    const invoked = await member.invoke(stage.discord.channels.general, ['video', 'text'], {
      prompt,
      model: 'gen2.6-t2v',
      ...short,
    });
    await panelSaying(member, invoked, 'over 1500 characters');
    const lengths = () =>
      stage.service.tasks.map(({ body }) => (body as { input: { prompt: string } }).input.prompt.length);
    await expect.poll(lengths, { timeout: 90_000 }).toContain(1_500);
  });
});

describe('bad input ends in one private sentence and no task', () => {
  const refuse = async (values: Record<string, unknown>, sentence: RegExp) => {
    const before = stage.service.tasks.length;
    const told = await privately(
      member,
      invokeByHand(stage, member, 'text', { prompt: 'a kite', ...values }),
      sentence,
    );
    expect(told.content).toMatch(/Reference [A-Z0-9]{4}-[A-Z0-9]{4}/);
    expect(stage.service.tasks).toHaveLength(before);
  };

  it.each([
    ['an empty prompt', { prompt: '' }, /prompt is empty/i],
    ['a prompt of control characters', { prompt: '\u0000\u202e' }, /prompt is empty/i],
    ['a duration that is too long', { duration: 99 }, /gen2.7-t2v only makes videos of 2 to 15 s/],
    ['a duration of parts of a second', { duration: 2.5 }, /gen2.7-t2v only makes videos of 2 to 15 s/],
    ['a negative seed', { seed: -5 }, /`seed` isn't valid/],
    ['a resolution that does not exist', { resolution: '8K' }, /gen2.7-t2v can't do that `resolution`/],
    ['a ratio that does not exist', { ratio: '2:1' }, /gen2.7-t2v can't do that `ratio`/],
    ['an address that is not a web address', { audio_url: 'file:///etc/passwd' }, /http:\/\//],
    ['a private address', { audio_url: 'http://127.0.0.1:1/a.mp3' }, /isn't a public address/],
    ['a private address in disguise', { audio_url: 'http://0x7f.1/a.mp3' }, /isn't a public address/],
    ["a cloud's own address", { audio_url: 'http://169.254.169.254/' }, /isn't a public address/],
  ])('%s', async (_, values, sentence) => {
    await refuse(values, sentence);
  });

  it.each([
    [
      'something else, whatever it is called',
      new TextEncoder().encode('<html>no</html>'),
      /isn't an audio file/,
    ],
    ['too short', wav(1), /2 to 30 s long/],
    ['too long', wav(31), /2 to 30 s long/],
  ])('audio that is %s', async (_, bytes, sentence) => {
    const before = stage.service.tasks.length;
    const audio = { file: { name: 'tune.wav', bytes, type: 'audio/wav' } };
    const values = { prompt: 'a kite', audio, ...short };
    const invoked = await member.invoke(stage.discord.channels.general, ['video', 'text'], values);
    await panelSaying(member, invoked, sentence);
    expect(stage.service.tasks).toHaveLength(before);
  });

  it('a channel in which the bot may not deliver, before anything is spent', async () => {
    const before = stage.service.tasks.length;
    const { locked } = stage.discord.channels;
    const invoked = await member.invoke(locked, ['video', 'text'], { prompt: 'a kite', ...short });
    await privately(member, invoked, 'Send Messages');
    expect(stage.service.tasks).toHaveLength(before);
  });
});

describe('the buttons under a video', () => {
  it('make another with a new seed, on the account of the person who pressed', async () => {
    const { videos } = stage.discord.channels;
    const { result: first } = await make(member, videos, { prompt: 'a red kite', seed: 1 });
    const moderator = await stage.person('moderator');
    const tasks = stage.service.tasks.length;
    const pressed = await moderator.click(first, 'Again · 2 s');
    await doneOf(moderator, pressed);
    expect(stage.service.tasks).toHaveLength(tasks + 1);
    const [old, made] = stage.service.tasks
      .slice(-2)
      .map(({ body }) => body as { parameters: { seed: number } });
    expect(made?.parameters.seed).not.toBe(old?.parameters.seed);
    const posted = stage.videosIn(videos).at(-1);
    expect(posted && stage.discord.state.pinged(posted)).toEqual([moderator.id]);
  });

  it('open a form that holds what was asked, and make what it then says', async () => {
    const { videos } = stage.discord.channels;
    const { result: first } = await make(member, videos, { prompt: 'a blue kite', seed: 1 });
    const modal = await member.modalFor(await member.click(first, 'Edit'));
    expect(textOf(modal)).toContain('a blue kite');
    const sent = await member.submitModal(modal, {
      prompt: 'a green kite',
      size: ['720*1280'],
      duration: ['3'],
      seed: '42',
    });
    await doneOf(member, sent);
    expect(stage.service.tasks.at(-1)?.body).toMatchObject({
      input: { prompt: 'a green kite' },
      parameters: { seed: 42, duration: 3, resolution: '720P', ratio: '9:16' },
    });
  });

  it('show the details to the person who asks and to nobody else', async () => {
    const { videos } = stage.discord.channels;
    const { result: first } = await make(member, videos, { prompt: 'a grey kite', seed: 1 });
    const newcomer = await stage.person('newcomer');
    const pressed = await newcomer.click(first, 'Details');
    const details = await privately(newcomer, pressed, 'a grey kite');
    expect(textOf(details)).toContain(stage.service.tasks.at(-1)?.id);
  });

  it('delete it, for its requester or a moderator and for nobody else', async () => {
    const { videos } = stage.discord.channels;
    const { result: first } = await make(member, videos, { prompt: 'a black kite', seed: 1 });
    const newcomer = await stage.person('newcomer');
    const refused = await newcomer.click(first, 'Delete');
    await panelSaying(newcomer, refused, 'Only the person who asked');
    expect(stage.discord.state.message(videos, first.id)).toBeDefined();
    const asked = await member.click(first, 'Delete');
    const question = await panelSaying(member, asked, 'for everyone?');
    expect(stage.discord.state.message(videos, first.id)).toBeDefined();
    await member.click(question, 'Delete');
    await deleted(member, first.id);
  });

  it('work after a restart', async () => {
    const { videos } = stage.discord.channels;
    const { result: first } = await make(member, videos, { prompt: 'an old kite', seed: 1 });
    await stage.crash();
    const pressed = await member.click(first, 'Details');
    await panelSaying(member, pressed, 'an old kite');
  });
});
