import { GatewayIntentBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DiscordSandboxOptions } from '../../discord/server.ts';
import { anotherServer } from '../../discord/world/places.ts';
import { type DiscordStage, enter, openDiscord } from '../support/discord-stage.ts';
import { RawGateway } from '../support/raw-gateway.ts';

const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.DirectMessages;
let sandbox: DiscordStage['sandbox'];
let rest: DiscordStage['rest'];
let nowMs = 1_800_000_000_000;

async function start(options: DiscordSandboxOptions = {}): Promise<void> {
  ({ sandbox, rest } = await openDiscord({ now: () => nowMs, identifyIntervalMs: 0, ...options }));
}

async function connectShard(...shard: [number, number]): Promise<RawGateway> {
  const raw = await RawGateway.open(sandbox.gatewayUrl);
  raw.identify(sandbox.botToken, { intents, shard });
  return raw;
}

const gatewayInfo = z.object({ shards: z.number(), session_start_limit: z.record(z.string(), z.number()) });

async function gatewayOfBot(): Promise<z.infer<typeof gatewayInfo>> {
  return gatewayInfo.parse((await rest('GET', '/gateway/bot')).body);
}

/** As documented: `(guild_id >> 22) % num_shards`. */
const shardOf = (guildId: string, shards: number) => Number((BigInt(guildId) >> 22n) % BigInt(shards));

describe('events', () => {
  test('a guild is made known to its shard, and its messages go there only', async () => {
    await start({ moreServers: 4 });
    const shards = await Promise.all([connectShard(0, 2), connectShard(1, 2)]);
    const named = await Promise.all(
      shards.map(async (raw) => {
        const { d } = await raw.event('READY');
        return (d.guilds as { id: string }[]).map(({ id }) => id);
      }),
    );
    for (const [shard, ids] of named.entries())
      expect(new Set(ids.map((id) => shardOf(id, 2)))).toEqual(new Set([shard]));
    expect(named.flat()).toHaveLength(6);
    const { guildId, textChannelId } = anotherServer(1);
    const member = await enter(sandbox, 'owner');
    await member.send(textChannelId, 'hello');
    const [its, other] = shardOf(guildId, 2) === 0 ? shards : shards.toReversed();
    await its?.frame(({ t, d }) => t === 'MESSAGE_CREATE' && d.channel_id === textChannelId);
    // Whatever comes later on the other shard: the message didn't come before it.
    other?.send(1, null);
    await other?.frame(({ op }) => op === 11);
    expect(other?.frames.filter(({ t }) => t === 'MESSAGE_CREATE')).toEqual([]);
  });

  test('a direct message goes to shard 0', async () => {
    await start();
    const [first, second] = [await connectShard(0, 2), await connectShard(1, 2)];
    await Promise.all([first.event('READY'), second.event('READY')]);
    const member = await enter(sandbox, 'member');
    const direct = { recipient_id: sandbox.botUserId };
    const { id: channelId } = await member.fetched<{ id: string }>('POST', '/users/@me/channels', direct);
    await member.send(channelId, 'hello');
    await first.frame(({ t, d }) => t === 'MESSAGE_CREATE' && d.channel_id === channelId);
    second.send(1, null);
    await second.frame(({ op }) => op === 11);
    expect(second.frames.some(({ t }) => t === 'MESSAGE_CREATE')).toBe(false);
  });

  test('a shard that asks about a guild of another one is not answered', async () => {
    await start();
    const wrong = 1 - shardOf(sandbox.guildId, 2);
    const raw = await connectShard(wrong, 2);
    await raw.event('READY');
    raw.send(8, { guild_id: sandbox.guildId, user_ids: [sandbox.people.owner.id] });
    raw.send(4, { guild_id: sandbox.guildId, channel_id: sandbox.channels.voice });
    raw.send(1, null);
    await raw.frame(({ op }) => op === 11);
    expect(raw.frames.some(({ t }) => t === 'GUILD_MEMBERS_CHUNK' || t === 'VOICE_STATE_UPDATE')).toBe(false);
  });
});

describe('identifying', () => {
  test('a second shard in the same five seconds is refused, unless max_concurrency allows it', async () => {
    await start({ identifyIntervalMs: 5_000 });
    await (await connectShard(0, 2)).event('READY');
    const early = await connectShard(1, 2);
    expect(await early.frame(({ op }) => op === 9)).toMatchObject({ d: false });
    nowMs += 5_000;
    await (await connectShard(1, 2)).event('READY');
    await start({ identifyIntervalMs: 5_000, maxConcurrency: 2 });
    await Promise.all([0, 1].map(async (shard) => await (await connectShard(shard, 4)).event('READY')));
    const sameKey = await connectShard(2, 4);
    expect(await sameKey.frame(({ op }) => op === 9)).toMatchObject({ d: false });
  });

  test('more than 2,500 guilds on a shard are answered with 4011', async () => {
    await start({ moreServers: 2_600 });
    expect(await (await connectShard(0, 1)).closed).toBe(4011);
    await (await connectShard(0, 2)).event('READY');
    expect((await gatewayOfBot()).shards).toBe(3);
  });

  test("the day's starts are counted, and using them up resets the token", async () => {
    await start({ sessionStarts: 2 });
    expect((await gatewayOfBot()).session_start_limit).toEqual({
      total: 2,
      remaining: 2,
      reset_after: 86_400_000,
      max_concurrency: 1,
    });
    const before = sandbox.botToken;
    const first = await connectShard(0, 1);
    await first.event('READY');
    nowMs += 1_000;
    await (await connectShard(0, 1)).event('READY');
    expect((await gatewayOfBot()).session_start_limit).toMatchObject({
      remaining: 0,
      reset_after: 86_399_000,
    });
    await connectShard(0, 1);
    expect(await first.closed).toBe(4004);
    expect(sandbox.botToken).not.toBe(before);
    const old = await RawGateway.open(sandbox.gatewayUrl);
    old.identify(before, { intents });
    expect(await old.closed).toBe(4004);
    nowMs += 86_400_000;
    expect((await gatewayOfBot()).session_start_limit).toMatchObject({ remaining: 2 });
  });
});
