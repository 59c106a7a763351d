import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceSandboxOptions } from '../../sandbox/service/server.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { mp4Facts } from '../../sandbox/test/support/mp4-facts.ts';
import { ffmpeg, skipsWithout } from '../../sandbox/test/support/needs.ts';
import type { Invoked, PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { writeNoisyFilm } from '../support/films.ts';
import { keptFilesIn } from '../support/split-bot.ts';
import type { Stage } from '../support/stage.ts';
import {
  answerWithFile,
  atOnce,
  doneOf,
  hoursRunning,
  isPrivate,
  openQuickStage,
  panelSaying,
  patienceMs,
  plentyBytes,
  resize,
  resultOf,
  textOf,
} from '../support/video-scene.ts';

const prompt = 'a kite in a snow storm';
const altText = `Video made by AI from the prompt: ${prompt}`;
const asked = { prompt, resolution: '720P', duration: 2 };
/** For two seconds still well above the floor of 300 kbit/s. */
const roomBytes = 400_000;
/** For two seconds far below it. */
const tinyRoomBytes = 40_000;

type Pace = NonNullable<ServiceSandboxOptions['pace']>;
type Seen = PersonEvents['MESSAGE_CREATE'];

/** Everything that a test plays on. What the service makes is a film that no encoder makes small by itself. */
interface Scene {
  readonly stage: Stage;
  readonly member: SandboxPerson;
  readonly general: string;
  /** What tests before it left on the stage. */
  readonly before: {
    readonly messages: ReadonlySet<string>;
    readonly requests: number;
    readonly tasks: number;
    readonly kept: readonly string[];
  };
}

interface Ways {
  /** What the server takes. */
  readonly roomBytes?: number;
  readonly pace?: Pace;
  readonly film?: Buffer;
}

let folder: string;
let noise: Buffer;
let longNoise: Buffer;
/** What the service makes. */
let made: Buffer;

/** One stage for a group of tests, which are played on it one after another. Each begins with a client that has seen nothing. */
function stageOf(env: () => Readonly<Record<string, string>>): (ways?: Ways) => Promise<Scene> {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openQuickStage({ service: { renderer: async () => made }, env: env() });
  });

  afterAll(async () => {
    await stage.close();
    expect(stage.discord.unknownRoutes).toEqual([]);
  });

  return async ({ roomBytes = plentyBytes, pace = atOnce, film = noise } = {}) => {
    const { general } = stage.discord.channels;
    const member = await stage.person();
    onTestFinished(() => member.disconnect());
    const before = {
      messages: new Set(stage.videosIn(general).map(({ id }) => id)),
      requests: stage.discord.faults.seen.length,
      tasks: stage.service.tasks.length,
      kept: await readdir(keptFilesIn(stage.dataDir)),
    };
    const scene = { stage, member, general, before };
    made = film;
    stage.service.setPace(pace);
    await resize(stage, roomBytes);
    return scene;
  };
}

const ask = async ({ member, general }: Scene) => await member.invoke(general, ['video', 'text'], asked);

/** Asks, and waits for what everybody sees of the finished film. */
async function finished(scene: Scene) {
  const invoked = await ask(scene);
  return { invoked, result: await resultOf(scene.member, invoked.id) };
}

/** A film that has its panel and isn't finished before the service is told to. */
async function whileMade(play: ReturnType<typeof stageOf>) {
  const scene = await play({ pace: hoursRunning });
  const invoked = await ask(scene);
  await panelSaying(scene.member, invoked, 'Prompt');
  return { scene, invoked };
}

/** What became of each attempt to post into the channel, as HTTP says it. */
const postsIn = ({ stage, before }: Scene, channelId: string) =>
  stage.discord.faults.seen
    .slice(before.requests)
    .filter(({ method, path }) => method === 'POST' && path === `/api/v10/channels/${channelId}/messages`)
    .map(({ status }) => status);

/** Files are let go of after everything else, so that this is waited for. */
const leaves = async ({ stage, before }: Scene, files: readonly string[]) =>
  await vi.waitFor(
    async () => {
      const kept = await readdir(keptFilesIn(stage.dataDir));
      expect(kept.filter((name) => !before.kept.includes(name))).toEqual(files);
    },
    { timeout: patienceMs, interval: 100 },
  );

/** Messages with a file that this test brought into the channel. */
const postedIn = ({ stage, general, before }: Scene) =>
  stage.videosIn(general).filter(({ id }) => !before.messages.has(id));

/** The one file that this test brought into the channel. */
function fileIn(scene: Scene) {
  const [file, ...others] = postedIn(scene).flatMap(({ files }) => files);
  if (!file || others.length > 0) throw new Error('there is not exactly one file');
  return file;
}

function expectShrunk(bytes: Buffer): void {
  const { codecs, seconds } = mp4Facts(bytes);
  expect(codecs).toEqual([expect.stringMatching(/^avc1/), expect.stringMatching(/^mp4a/)]);
  expect(Math.abs(seconds - 2)).toBeLessThan(0.2);
}

function expectLink({ stage }: Scene, result: Seen): void {
  expect(textOf(result.components)).toMatch(
    /The file is too large for this server. Save it from this link, which expires <t:\d+:f>/,
  );
  expect(textOf(result.components)).toContain(`${stage.service.baseUrl}/files/`);
  expect(result.attachments).toEqual([]);
}

/** An answer to a command or a button with the film in it, for everybody. */
async function broughtBack(scene: Scene, invoked: Invoked): Promise<Seen> {
  const answer = await answerWithFile(scene.member, invoked);
  expect(textOf(answer.components)).toContain('Reposted for');
  expect(isPrivate(answer)).toBe(false);
  expect(answer.attachments[0]).toMatchObject({ size: noise.length, description: altText });
  return answer;
}

/** The message of a link, once the film is in it. */
async function filledIn(scene: Scene, result: Seen): Promise<void> {
  const filled = await scene.member.until(
    'MESSAGE_UPDATE',
    ({ id, attachments }) => id === result.id && attachments?.length === 1,
    patienceMs,
  );
  expect(filled.attachments?.[0]).toMatchObject({ size: noise.length, description: altText });
  expect(textOf(filled.components)).not.toContain('Send file');
  expect(postedIn(scene)).toHaveLength(1);
}

/** The film in a direct message. */
async function direct({ member }: Scene): Promise<Seen> {
  return await member.untilMessage(
    (message) => message.guild_id === undefined && textOf(message.components).includes("I can't post in"),
    patienceMs,
  );
}

/** Until the end of the test. */
function takePermission({ stage: { discord }, general }: Scene): void {
  discord.setPermissions(general, discord.botUserId, 0n, 2048n | 32768n);
  onTestFinished(() => discord.setPermissions(general, discord.botUserId, 0n, 0n));
}

describe.skipIf(skipsWithout('ffmpeg', 'the delivery chain with real files'))('a finished video', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emcee-delivery-'));
    const path = join(folder, 'noise.mp4');
    writeNoisyFilm({ path, seconds: 2, size: '320x180' });
    noise = readFileSync(path);
    writeNoisyFilm({ path, seconds: 6, size: '320x180' });
    longNoise = readFileSync(path);
    // Reads no faster than one would watch, so that there is something to see on any machine.
    const slow = join(folder, 'ffmpeg');
    writeFileSync(slow, `#!/bin/sh\nexec '${ffmpeg}' -re "$@"\n`);
    chmodSync(slow, 0o755);
    return async () => await rm(folder, { recursive: true, force: true });
  });

  describe('with ffmpeg', () => {
    const play = stageOf(() => ({ PATH: folder }));

    it('that fits is attached as it is, and is not kept', async () => {
      const scene = await play();
      const { invoked, result } = await finished(scene);
      expect(fileIn(scene).bytes.equals(noise)).toBe(true);
      expect(fileIn(scene).description).toBe(altText);
      expect(textOf(result)).not.toContain('Re-encoded');
      await doneOf(scene.member, invoked);
      await leaves(scene, []);
    });

    it('that is too large is made to fit, says so, and is kept as it was', async () => {
      const scene = await play({ roomBytes });
      const { invoked, result } = await finished(scene);
      const { bytes, description } = fileIn(scene);
      expect(bytes.length).toBeLessThanOrEqual(roomBytes);
      expect(bytes.length).toBeGreaterThan(roomBytes / 2);
      expectShrunk(bytes);
      expect(description).toBe(altText);
      expect(textOf(result)).toContain("Re-encoded to fit this server's 0.38 MB.");
      expect(postsIn(scene, scene.general)).toEqual([200]);
      await leaves(scene, [`${invoked.id}.mp4`]);
    });

    it('is seen becoming smaller in its panel, never backwards', async () => {
      const scene = await play({ roomBytes: 1_000_000, film: longNoise });
      const { member, general } = scene;
      const invoked = await member.invoke(general, ['video', 'text'], { ...asked, duration: 6 });
      await doneOf(member, invoked);
      const shares = member.events
        .filter(({ name }) => name === 'MESSAGE_UPDATE')
        .flatMap(({ data }) => /to fit this server: (\d+)%/.exec(textOf(data))?.[1] ?? [])
        .map(Number);
      expect(shares.length).toBeGreaterThanOrEqual(2);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBeGreaterThan(shares[0] ?? 100);
      expect(fileIn(scene).description).toBe(altText);
    });

    it('that would fall below the floor is a link that says how long it works, and a file once there is room', async () => {
      const scene = await play({ roomBytes: tinyRoomBytes });
      const { invoked, result } = await finished(scene);
      expectLink(scene, result);
      await leaves(scene, [`${invoked.id}.mp4`]);
      const refused = await scene.member.click(result, 'Send file');
      const told = await scene.member.answerTo(refused, ({ content }) =>
        content.includes('still over this server'),
      );
      expect(told.content).toContain('0.038 MB');
      expect(isPrivate(told)).toBe(true);
      await resize(scene.stage, plentyBytes);
      const pressed = await scene.member.click(result, 'Send file');
      await filledIn(scene, result);
      const answers = () =>
        [...scene.member.messages.values()].map((message) => message.interaction_metadata?.id);
      await eventually(() => !answers().includes(pressed.id), 'nothing says that it takes a while any more');
      expect(scene.stage.service.tasks.slice(scene.before.tasks)).toHaveLength(1);
    });

    it('that is refused in spite of the announced limit is made smaller, and no file is sent twice', async () => {
      const { scene, invoked } = await whileMade(play);
      await resize(scene.stage, Math.floor(noise.length * 0.8));
      scene.stage.service.setPace(atOnce);
      const result = await resultOf(scene.member, invoked.id);
      expect(postsIn(scene, scene.general)).toEqual([413, 200]);
      const { bytes, description } = fileIn(scene);
      expect(bytes.length).toBeLessThanOrEqual(noise.length * 0.75);
      expectShrunk(bytes);
      expect(description).toBe(altText);
      expect(textOf(result)).toContain('Re-encoded to fit');
      await leaves(scene, [`${invoked.id}.mp4`]);
    });

    it('that is refused even so is a link, after one attempt for each file', async () => {
      const { scene, invoked } = await whileMade(play);
      await resize(scene.stage, tinyRoomBytes);
      scene.stage.service.setPace(atOnce);
      expectLink(scene, await resultOf(scene.member, invoked.id));
      expect(postsIn(scene, scene.general)).toEqual([413, 413, 200]);
      expect(postedIn(scene)).toEqual([]);
      await doneOf(scene.member, invoked);
    });

    it('whose channel is shut to the bot comes by direct message, and its panel says so', async () => {
      const { scene, invoked } = await whileMade(play);
      takePermission(scene);
      scene.stage.service.setPace(atOnce);
      const sent = await direct(scene);
      expect(sent.attachments).toMatchObject([{ size: noise.length, description: altText }]);
      await panelSaying(scene.member, invoked, 'Sent by DM');
      expect(postedIn(scene)).toEqual([]);
      await leaves(scene, [`${invoked.id}.mp4`]);
    });

    it('that is too large for a direct message as well comes there as a link', async () => {
      const { scene, invoked } = await whileMade(play);
      takePermission(scene);
      await resize(scene.stage, tinyRoomBytes);
      scene.stage.service.setPace(atOnce);
      const sent = await direct(scene);
      expectLink(scene, sent);
      expect(postsIn(scene, sent.channel_id)).toEqual([413, 200]);
      await leaves(scene, [`${invoked.id}.mp4`]);
    });

    it('whose channel is gone comes by direct message, is kept, and can be shown elsewhere', async () => {
      const { scene, invoked } = await whileMade(play);
      const { stage, member, general } = scene;
      stage.discord.removeChannel(general);
      stage.service.setPace(atOnce);
      const sent = await direct(scene);
      expect(sent.attachments).toMatchObject([{ size: noise.length, description: altText }]);
      expect(textOf(sent.components)).toContain(`<#${general}>`);
      await leaves(scene, [`${invoked.id}.mp4`]);
      const { videos } = stage.discord.channels;
      await broughtBack(scene, await member.invoke(videos, ['video', 'show'], { task: invoked.id }));
    });
  });

  describe('without ffmpeg, where nothing is kept', () => {
    const play = stageOf(() => ({ PATH: join(folder, 'nothing'), VIDEO_KEEP_HOURS: '0' }));

    it('is a link on a machine without ffmpeg, and the log says why', async () => {
      const scene = await play({ roomBytes });
      expectLink(scene, (await finished(scene)).result);
      expect(scene.stage.bot.output()).toContain('no ffmpeg on PATH');
      expect(postsIn(scene, scene.general)).toEqual([200]);
    });

    it("that a proxy refuses without a code of Discord's is handed over, too", async () => {
      const scene = await play();
      scene.stage.discord.faults.arm({
        method: 'POST',
        path: '/api/v10/channels/*/messages',
        effect: { kind: 'answer', when: 'before', status: 413, body: '<html>too large</html>' },
      });
      expectLink(scene, (await finished(scene)).result);
      expect(postsIn(scene, scene.general)).toEqual([413, 200]);
    });

    it('is not kept where the operator keeps nothing, and is fetched again when it is wanted', async () => {
      const scene = await play({ roomBytes: tinyRoomBytes });
      const { invoked, result } = await finished(scene);
      expectLink(scene, result);
      await doneOf(scene.member, invoked);
      await leaves(scene, []);
      await resize(scene.stage, plentyBytes);
      await scene.member.click(result, 'Send file');
      await filledIn(scene, result);
      await leaves(scene, []);
    });

    it('is put into its message once, however many press at the same moment', async () => {
      const scene = await play({ roomBytes: tinyRoomBytes });
      const { result } = await finished(scene);
      await leaves(scene, []);
      await resize(scene.stage, plentyBytes);
      await Promise.all([1, 2, 3].map(async () => await scene.member.click(result, 'Send file')));
      await filledIn(scene, result);
      await leaves(scene, []);
    });
  });
});
