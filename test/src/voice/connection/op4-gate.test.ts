import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Op4Gate, type Op4Outcome, voiceStatePayload } from '../../../../src/voice/connection/op4-gate.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';

const it = test.extend('scene', () => scene());

interface Sent {
  readonly guildId: string;
  readonly channelId: string | null;
  readonly at: number;
}

/** A gate, and Discord behind it: what it's told, and where it shows the bot. */
function scene() {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const gate = new Op4Gate(clock, log);
  const start = clock.now();
  const sent: Sent[] = [];
  const shown = new Map<string, string | null>();
  const discord = { connected: true, loses: 0, gone: new Set<string>() };
  const wayOf = (guildId: string, channelId: string | null, shardId: number) => ({
    shardId,
    send: (): Op4Outcome => {
      if (discord.gone.has(guildId)) return 'gone';
      if (!discord.connected) return 'disconnected';
      sent.push({ guildId, channelId, at: clock.now() - start });
      if (discord.loses > 0) discord.loses -= 1;
      else shown.set(guildId, channelId);
      return 'sent';
    },
    isOut: () => (shown.get(guildId) ?? null) === null,
  });
  const join = (
    guildId: string,
    { shardId = 0, signal = new AbortController().signal, channelId = 'c' } = {},
  ) => gate.join(guildId, wayOf(guildId, channelId, shardId), signal);
  const leave = (guildId: string, shardId = 0) => gate.leave(guildId, wayOf(guildId, null, shardId));
  return {
    clock,
    gate,
    lines,
    sent,
    shown,
    discord,
    join,
    leave,
    /** As often as that, each at once. */
    joinAtOnce: async (guildId: string, times = 1) => {
      for (let asked = 0; asked < times; asked += 1) {
        void join(guildId);
        await clock.advance(0);
      }
    },
    leaveAtOnce: async (guildId: string) => await Promise.all([leave(guildId), clock.advance(0)]),
    reconnect: async (forMs = 1_000) => {
      discord.connected = true;
      await clock.advance(forMs);
    },
    channels: () => sent.map(({ channelId }) => channelId),
    busiestMinute: () =>
      Math.max(
        ...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + 60_000).length),
      ),
  };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `guild ${index}`);

describe('joining', () => {
  it('hurries three times for a guild, then once a second, and wishes that waited have become one', async () => {
    const { clock, sent, join, joinAtOnce } = scene();
    await joinAtOnce('guild', 6);
    await clock.advance(1_500);
    void join('guild');
    await clock.advance(10_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 1_000, 2_000]);
  });

  it('hurries no more often than that for a guild that was left alone for an hour', async () => {
    const { clock, sent, join, joinAtOnce } = scene();
    void join('guild');
    await clock.advance(3_600_000);
    await joinAtOnce('guild', 6);
    await clock.advance(10_000);
    expect(sent.map(({ at }) => at - 3_600_000)).toEqual([-3_600_000, 0, 0, 0, 1_000]);
  });

  it('never takes more than 78 messages of a minute, so that leaving has some left', async () => {
    const { clock, join, busiestMinute } = scene();
    for (const guild of names(300)) void join(guild);
    await clock.advance(250_000);
    expect(busiestMinute()).toBe(78);
  });

  it('counts shards apart', async ({ scene: { clock, sent, join } }) => {
    for (const [index, guild] of names(120).entries()) void join(guild, { shardId: index % 2 });
    await clock.advance(0);
    expect(sent).toHaveLength(120);
  });

  it('of a guild that waits does not hold up others', async ({ scene: { sent, joinAtOnce } }) => {
    await joinAtOnce('slow', 4);
    await joinAtOnce('quick');
    expect(sent.at(-1)?.guildId).toBe('quick');
  });

  it('waits for a shard that reconnects', async ({ scene: { clock, sent, join, discord, reconnect } }) => {
    discord.connected = false;
    const joining = join('guild');
    await clock.advance(20_000);
    await reconnect();
    expect(await joining).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('gives up on a shard that does not come back', async () => {
    const { clock, sent, join, discord, reconnect } = scene();
    discord.connected = false;
    const joining = join('guild');
    await clock.advance(120_000);
    expect(await joining).toBe(false);
    await reconnect(120_000);
    expect(sent).toEqual([]);
  });

  it('is not sent when it was called off', async ({ scene: { clock, sent, join, discord, reconnect } }) => {
    discord.connected = false;
    const off = new AbortController();
    const joining = join('guild', { signal: off.signal });
    await clock.advance(1_000);
    off.abort(new Error('off'));
    await expect(joining).rejects.toThrow('off');
    await reconnect(5_000);
    expect(sent).toEqual([]);
  });

  it('goes on for others who asked for the same guild when one calls it off', async () => {
    const { join, discord, reconnect, channels } = scene();
    discord.connected = false;
    const off = new AbortController();
    const calledOff = join('guild', { signal: off.signal });
    const other = join('guild', { channelId: 'other' });
    off.abort(new Error('off'));
    await expect(calledOff).rejects.toThrow('off');
    await reconnect();
    expect(await other).toBe(true);
    expect(channels()).toEqual(['other']);
  });
});

describe('leaving', () => {
  it('goes first: 263 guilds are left at once or as soon as the minute allows, none is given up', async () => {
    const { clock, sent, join, leave, busiestMinute } = scene();
    for (const guild of names(263)) void join(guild);
    await clock.advance(240_000);
    const before = sent.length;
    for (const guild of names(100)) void join(`new ${guild}`);
    for (const guild of names(263)) void leave(guild);
    await clock.advance(1_000);
    const first = sent.slice(before);
    expect(first.length).toBeGreaterThan(60);
    expect(first.every(({ channelId }) => channelId === null)).toBe(true);
    await clock.advance(240_000);
    expect(sent.filter(({ channelId }) => channelId === null)).toHaveLength(263);
    expect(busiestMinute()).toBeLessThanOrEqual(98);
  });

  it('has twenty messages of a minute in which joining took all that it may', async () => {
    const { clock, sent, join, leave } = scene();
    for (const guild of names(200)) void join(guild);
    await clock.advance(1_000);
    for (const guild of names(30)) void leave(guild);
    await clock.advance(1_000);
    expect(sent.filter(({ channelId }) => channelId === null)).toHaveLength(20);
  });

  it('takes back the joining that waits', async () => {
    const { clock, join, leave, discord, reconnect, channels } = scene();
    discord.connected = false;
    const joining = join('guild');
    await clock.advance(100);
    void leave('guild');
    expect(await joining).toBe(false);
    await reconnect();
    expect(channels()).toEqual([null]);
  });

  it('that could not be sent before a reconnect is sent afterwards, however long that takes', async () => {
    const { clock, sent, leave, discord, reconnect } = scene();
    discord.connected = false;
    const leaving = leave('guild');
    await clock.advance(600_000);
    await reconnect();
    await leaving;
    expect(sent).toHaveLength(1);
  });

  it('comes before the joining of the next room, even when both waited', async () => {
    const { clock, join, leave, discord, reconnect, channels } = scene();
    discord.connected = false;
    void leave('guild');
    void join('guild');
    await clock.advance(5_000);
    await reconnect();
    expect(channels()).toEqual([null, 'c']);
  });

  it('that was lost on the way is sent again until Discord shows that it happened, and the log hears of it', async () => {
    const { clock, sent, discord, lines, joinAtOnce, leaveAtOnce } = scene();
    await joinAtOnce('guild');
    discord.loses = 4;
    await leaveAtOnce('guild');
    await clock.advance(600_000);
    expect(sent.slice(1).map(({ at }) => at)).toEqual([0, 3_000, 9_000, 21_000, 45_000]);
    expect(lines.filter(({ msg }) => String(msg).includes('still shows the bot'))).toHaveLength(1);
  });

  it('is not sent again once the bot joined again', async () => {
    const { clock, discord, joinAtOnce, leaveAtOnce, channels } = scene();
    await joinAtOnce('guild');
    discord.loses = 1;
    await leaveAtOnce('guild');
    await joinAtOnce('guild');
    await clock.advance(600_000);
    expect(channels()).toEqual(['c', null, 'c']);
  });

  it('is over where the bot is in the guild no more', async () => {
    const { clock, sent, discord, leaveAtOnce } = scene();
    discord.gone.add('guild');
    await leaveAtOnce('guild');
    await clock.advance(60_000);
    expect(sent).toEqual([]);
  });

  it('that was sent and is not confirmed yet is not counted when everything ends', async () => {
    const { gate, discord, joinAtOnce, leaveAtOnce } = scene();
    await joinAtOnce('guild');
    discord.loses = 1;
    await leaveAtOnce('guild');
    expect(await gate.close()).toBe(0);
  });

  it('that never went out is counted when everything ends, and nothing is sent after that', async () => {
    const { clock, gate, sent, leave, join, discord, reconnect } = scene();
    discord.connected = false;
    const leaving = leave('guild');
    const joining = join('other');
    await clock.advance(1_000);
    expect(await gate.close()).toBe(1);
    await leaving;
    expect(await joining).toBe(false);
    await reconnect(60_000);
    expect(sent).toEqual([]);
  });
});

type Step =
  | { readonly is: 'join' | 'leave'; readonly guild: string }
  | { readonly is: 'connection'; readonly up: boolean }
  | { readonly is: 'loss'; readonly count: number }
  | { readonly is: 'pause'; readonly ms: number };

/** What each guild wished last. */
async function play(
  { clock, join, leave, discord }: ReturnType<typeof scene>,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, string | null>> {
  const wished = new Map<string, string | null>();
  for (const step of steps) {
    if (step.is === 'pause') await clock.advance(step.ms);
    else if (step.is === 'connection') discord.connected = step.up;
    else if (step.is === 'loss') discord.loses = step.count;
    else {
      wished.set(step.guild, step.is === 'join' ? 'c' : null);
      void (step.is === 'join' ? join(step.guild) : leave(step.guild));
    }
  }
  return wished;
}

it('after any sequence of joining and leaving, with drops and losses, Discord shows what was wished last', async () => {
  const guild = fc.constantFrom('a', 'b', 'c');
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ is: fc.constantFrom('join', 'leave'), guild }),
    fc.record({ is: fc.constant('connection'), up: fc.boolean() }),
    fc.record({ is: fc.constant('loss'), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ is: fc.constant('pause'), ms: fc.constantFrom(0, 100, 700, 4_000, 70_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = scene();
      const { clock, gate, join, shown, discord, busiestMinute, sent } = world;
      const wished = await play(world, steps);
      discord.connected = true;
      // A room that hears nothing after it joined asks again; leaving is the gate's own business.
      for (let round = 0; round < 5; round += 1) {
        await clock.advance(70_000);
        for (const [id, channelId] of wished)
          if (channelId !== null && (shown.get(id) ?? null) === null) void join(id);
      }
      for (const [id, channelId] of wished) expect(shown.get(id) ?? null).toBe(channelId);
      if (sent.length > 0) expect(busiestMinute()).toBeLessThanOrEqual(98);
      await gate.close();
    }),
    { numRuns: 60 },
  );
});

it('an op 4 is what Discord documents: null leaves', () => {
  expect(voiceStatePayload({ guildId: '1', channelId: null, deaf: true })).toEqual({
    op: 4,
    d: { guild_id: '1', channel_id: null, self_deaf: true, self_mute: false },
  });
});

it('a wish that throws is logged, and others are still sent', async () => {
  const { clock, gate, lines, sent, join } = scene();
  const broken = {
    shardId: 0,
    send: (): Op4Outcome => {
      throw new Error('broken');
    },
  };
  const callOff = new AbortController();
  const failing = gate.join('broken', broken, callOff.signal);
  await clock.advance(0);
  expect(lines).toMatchObject([{ msg: 'joining and leaving voice channels failed; trying again' }]);
  callOff.abort(new Error('called off'));
  await expect(failing).rejects.toThrow('called off');
  const joined = join('guild');
  await clock.advance(1_000);
  expect(await joined).toBe(true);
  expect(sent).toHaveLength(1);
});
