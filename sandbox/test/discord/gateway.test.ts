import { once } from 'node:events';
import { connect } from 'node:net';
import { Events, GatewayIntentBits, PermissionFlagsBits } from 'discord.js';
import { test as base, beforeEach, describe, expect } from 'vitest';
import { type DiscordStage, enter, enterBot, openDiscord } from '../support/discord-stage.ts';
import { RawGateway } from '../support/raw-gateway.ts';

const test = base.extend('raw', () => identified());

let sandbox: DiscordStage['sandbox'];
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.now();
  ({ sandbox } = await openDiscord({
    now: () => nowMs,
    privilegedIntents: ['GuildMembers'],
    identifyIntervalMs: 0,
  }));
});

const open = (query?: string): Promise<RawGateway> => RawGateway.open(sandbox.gatewayUrl, query);
const allowed = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages;

const identified = (intents = allowed) => RawGateway.identified(sandbox, { intents });

test('an upgrade of an address that is none is refused, and ends nothing', async () => {
  const { hostname, port } = new URL(sandbox.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write('GET // HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 404/);
  socket.destroy();
  await identified();
});

describe('close codes', () => {
  const cases: readonly [string, number, (raw: RawGateway) => void | Promise<void>][] = [
    ['text that is no JSON', 4002, (raw) => raw.socket.send('{')],
    ['an identify without properties', 4002, (raw) => raw.send(2, { token: sandbox.botToken })],
    ['an unknown opcode', 4001, (raw) => raw.send(42, {})],
    ['a presence before identifying', 4003, (raw) => raw.send(3, {})],
    ['a wrong token', 4004, (raw) => raw.identify('nobody', { intents: 1 })],
    [
      'a shard outside its count',
      4010,
      (raw) => raw.identify(sandbox.botToken, { intents: 1, shard: [3, 2] }),
    ],
    ['a bot without intents', 4013, (raw) => raw.identify(sandbox.botToken)],
    ['intents that do not exist', 4013, (raw) => raw.identify(sandbox.botToken, { intents: 1 << 30 })],
    ['intents behind all bits', 4013, (raw) => raw.identify(sandbox.botToken, { intents: 2 ** 40 })],
    [
      'a privileged intent that is switched off',
      4014,
      (raw) => raw.identify(sandbox.botToken, { intents: GatewayIntentBits.MessageContent }),
    ],
  ];
  test.each(cases)('%s is answered with %i', async (_what, code, act) => {
    const raw = await open();
    await act(raw);
    expect(await raw.closed).toBe(code);
  });

  test.each([
    ['identifying twice', 4005, (raw) => raw.identify(sandbox.botToken, { intents: 1 })],
    ['sounds asked for in another shape', 4002, (raw) => raw.send(31, {})],
    ['a status asked for in another shape', 4002, (raw) => raw.send(43, { guild_id: sandbox.guildId })],
    ['a heartbeat with a sequence number never sent', 4007, (raw) => raw.send(1, 5000)],
    ['121 commands in a minute', 4008, (raw) => Array.from({ length: 121 }, () => raw.send(1, null))],
  ] satisfies [string, number, (raw: RawGateway) => unknown][])(
    '%s is answered with %i',
    async (_what, code, act) => {
      const raw = await identified();
      act(raw);
      expect(await raw.closed).toBe(code);
    },
  );

  test('another API version is answered with 4012', async () => {
    expect(await (await open('v=6&encoding=json')).closed).toBe(4012);
  });
});

test('hello comes first, heartbeats are acknowledged', async () => {
  const raw = await open();
  const hello = await raw.frame(({ op }) => op === 10);
  expect(hello.d.heartbeat_interval).toBe(41_250);
  raw.send(1, null);
  await raw.frame(({ op }) => op === 11);
});

test('a client that never sends a heartbeat is hung up on', async () => {
  ({ sandbox } = await openDiscord({ heartbeatIntervalMs: 20 }));
  expect(await (await open()).closed).toBe(4009);
});

test('a bot gets READY with unavailable guilds and then each guild with only itself among the members', async () => {
  const raw = await identified(GatewayIntentBits.Guilds);
  const ready = await raw.event('READY');
  expect(ready.d).toMatchObject({
    resume_gateway_url: sandbox.gatewayUrl,
    application: { id: sandbox.applicationId },
  });
  const guild = await raw.frame(({ t, d }) => t === 'GUILD_CREATE' && d.id === sandbox.guildId);
  expect(guild.d.members).toEqual([
    expect.objectContaining({ user: expect.objectContaining({ id: sandbox.botUserId }) }),
  ]);
  await raw.frame(({ t, d }) => t === 'GUILD_CREATE' && d.id === sandbox.otherGuildId);
});

test('without the guilds intent there is no GUILD_CREATE, without guild messages no MESSAGE_CREATE', async () => {
  const deaf = await identified(GatewayIntentBits.GuildMembers);
  const member = await enter(sandbox, 'member');
  await member.send(sandbox.channels.general, 'anybody?');
  deaf.send(8, { guild_id: sandbox.guildId, user_ids: [sandbox.people.owner.id], nonce: 'last' });
  await deaf.event('GUILD_MEMBERS_CHUNK');
  expect(deaf.frames.map(({ t }) => t).filter((name) => name !== null)).toEqual([
    'READY',
    'GUILD_MEMBERS_CHUNK',
  ]);
});

test('members are answered by id with those not found, and by the start of a name', async ({ raw }) => {
  raw.send(8, { guild_id: sandbox.guildId, user_ids: [sandbox.people.owner.id, '99'], nonce: 'ids' });
  raw.send(8, { guild_id: sandbox.guildId, query: 'new', limit: 5, nonce: 'name' });
  const byId = await raw.frame(({ d }) => d?.nonce === 'ids');
  expect(byId.d).toMatchObject({
    not_found: ['99'],
    chunk_count: 1,
    members: [{ user: { username: 'owner' } }],
  });
  const byName = await raw.frame(({ d }) => d?.nonce === 'name');
  expect(byName.d).toMatchObject({ members: [{ user: { username: 'newcomer' } }] });
});

test('a voice state is told to those who see the channel, a broken one hangs up', async () => {
  const raw = await identified(GatewayIntentBits.Guilds | GatewayIntentBits.GuildVoiceStates);
  const member = await enter(sandbox, 'member');
  const { guildId: guild_id, channels, botUserId } = sandbox;
  raw.send(4, { guild_id, channel_id: channels.voice, self_mute: false, self_deaf: true });
  expect(await member.until('VOICE_STATE_UPDATE')).toMatchObject({
    channel_id: channels.voice,
    user_id: botUserId,
    self_deaf: true,
  });
  raw.send(4, { channel_id: 7 });
  expect(await raw.closed).toBe(4002);
});

test('message content is empty for a bot without the intent, unless it is mentioned', async ({ raw }) => {
  const member = await enter(sandbox, 'member');
  await member.send(sandbox.channels.general, 'private thoughts');
  await member.send(sandbox.channels.general, `hello <@${sandbox.botUserId}>`);
  await raw.frame(({ t, d }) => t === 'MESSAGE_CREATE' && d.content === `hello <@${sandbox.botUserId}>`);
  const contents = raw.frames.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => d.content);
  expect(contents).toEqual(['', `hello <@${sandbox.botUserId}>`]);
});

test('people hear only of channels they can see', async () => {
  const moderator = await enter(sandbox, 'moderator');
  const newcomer = await enter(sandbox, 'newcomer');
  await moderator.send(sandbox.channels.moderatorsOnly, 'between us');
  await moderator.send(sandbox.channels.general, 'for all');
  await newcomer.until('MESSAGE_CREATE', ({ content }) => content === 'for all');
  expect([...newcomer.messages.values()].map(({ content }) => content)).toEqual(['for all']);
  await moderator.until('MESSAGE_CREATE', ({ content }) => content === 'between us');
});

test('a resumed session gets what it missed, then RESUMED', async () => {
  const first = await identified();
  const { s, d } = await first.event('READY');
  const member = await enter(sandbox, 'member');
  first.socket.terminate();
  await first.closed;
  await member.send(sandbox.channels.general, `are you there <@${sandbox.botUserId}>`);
  const second = await open();
  second.send(6, { token: sandbox.botToken, session_id: d.session_id, seq: s });
  await second.event('RESUMED');
  expect(second.frames.map(({ t }) => t)).toEqual([
    null,
    'GUILD_CREATE',
    'GUILD_CREATE',
    'MESSAGE_CREATE',
    'RESUMED',
  ]);
});

test('an unknown session is invalid and one let go too long ago is timed out', async () => {
  const first = await identified();
  const { d } = await first.event('READY');
  first.socket.terminate();
  await first.closed;
  const unknown = await open();
  unknown.send(6, { token: sandbox.botToken, session_id: 'none', seq: 1 });
  expect((await unknown.frame(({ op }) => op === 9)).d).toBe(false);
  nowMs += 6 * 60_000;
  const late = await open();
  late.send(6, { token: sandbox.botToken, session_id: d.session_id, seq: 1 });
  expect(await late.closed).toBe(4009);
});

describe('discord.js', () => {
  test('resumes after its connection was cut and misses nothing', async () => {
    const bot = await enterBot(sandbox);
    const member = await enter(sandbox, 'member');
    const resumed = once(bot, Events.ShardResume);
    const heard = once(bot, Events.MessageCreate);
    sandbox.gateway.dropAll('bot');
    await member.send(sandbox.channels.general, `still there <@${sandbox.botUserId}>?`);
    await resumed;
    const [message] = await heard;
    expect(message.content).toContain('still there');
  });

  test('resumes when asked to reconnect and identifies again when its session became invalid', async () => {
    const bot = await enterBot(sandbox);
    const resumed = once(bot, Events.ShardResume);
    sandbox.gateway.requestReconnect('bot');
    await resumed;
    const before = sandbox.gateway.connections[0]?.sessionId;
    const ready = once(bot, Events.ShardReady);
    sandbox.gateway.invalidateSessions(false, 'bot');
    await ready;
    expect(sandbox.gateway.connections.map(({ sessionId }) => sessionId)).not.toContain(before);
  });

  test('is sent the same event twice on demand', async () => {
    const bot = await enterBot(sandbox);
    const member = await enter(sandbox, 'member');
    const ids: string[] = [];
    const twice = new Promise<void>((resolve) => {
      bot.on(Events.Raw, ({ t, d }) => {
        if (t === 'MESSAGE_CREATE' && ids.push(d.id) === 2) resolve();
      });
    });
    const heard = once(bot, Events.MessageCreate);
    await member.send(sandbox.channels.general, 'once');
    await heard;
    sandbox.gateway.redeliver('MESSAGE_CREATE');
    await twice;
    expect(ids[0]).toBe(ids[1]);
  });
});

test("a person's client that lost its connection resumes and misses nothing", async () => {
  const member = await enter(sandbox, 'member');
  const owner = await enter(sandbox, 'owner');
  const readies = member.events.filter(({ name }) => name === 'READY').length;
  sandbox.gateway.dropAll('people');
  await owner.send(sandbox.channels.general, 'meanwhile');
  await member.until('RESUMED');
  await member.until('MESSAGE_CREATE', ({ content }) => content === 'meanwhile');
  expect(member.events.filter(({ name }) => name === 'READY')).toHaveLength(readies);
});

describe('a gateway that misbehaves', () => {
  test('says nothing to as many connections as it was told, and then greets again', async () => {
    sandbox.gateway.addMood({ kind: 'no-hello', times: 1 });
    const silent = await open();
    const greeted = await open();
    await greeted.frame(({ op }) => op === 10);
    expect(silent.frames).toEqual([]);
  });

  test("loses a bot's op 4, and an event's fields, until that is cleared", async () => {
    const raw = await identified(allowed | GatewayIntentBits.GuildVoiceStates);
    sandbox.gateway.addMood({ kind: 'ignore', op: 4, times: 1 });
    sandbox.gateway.addMood({ kind: 'strip', event: 'VOICE_STATE_UPDATE', fields: ['member'], times: 0 });
    const { voice, workshop } = sandbox.channels;
    for (const channel_id of [voice, workshop])
      raw.send(4, { guild_id: sandbox.guildId, channel_id, self_mute: false, self_deaf: false });
    const { d } = await raw.event('VOICE_STATE_UPDATE');
    expect(d.channel_id).toBe(workshop);
    expect(d).not.toHaveProperty('member');
    sandbox.gateway.clearMoods();
    raw.send(4, { guild_id: sandbox.guildId, channel_id: voice, self_mute: false, self_deaf: false });
    const told = await raw.frame(
      ({ t, d: { channel_id } }) => t === 'VOICE_STATE_UPDATE' && channel_id === voice,
    );
    expect(told.d).toHaveProperty('member');
  });
});

describe('the status lines of voice channels', () => {
  const ask = (raw: RawGateway, fields: readonly string[]) =>
    raw.send(43, { guild_id: sandbox.guildId, fields });

  test('are told who asks for them, of the channels they see', async ({ raw }) => {
    const { voice, stage } = sandbox.channels;
    sandbox.voiceStates.setStatus(voice, 'movie night');
    sandbox.setPermissions(stage, sandbox.botUserId, 0n, PermissionFlagsBits.ViewChannel);
    ask(raw, ['status', 'something new']);
    const { d } = await raw.event('CHANNEL_INFO');
    expect(d.guild_id).toBe(sandbox.guildId);
    expect(d.channels).toContainEqual({ id: voice, status: 'movie night' });
    expect(JSON.stringify(d)).not.toContain(stage);
  });

  test('are left out when they were not asked for', async ({ raw }) => {
    ask(raw, []);
    const { d } = await raw.event('CHANNEL_INFO');
    expect(d.channels).toContainEqual({ id: sandbox.channels.voice });
  });
});

test('the sounds of a soundboard are told who asks for them, of the servers they are in', async ({ raw }) => {
  raw.send(31, { guild_ids: ['1324000000000009999', sandbox.guildId] });
  expect((await raw.event('SOUNDBOARD_SOUNDS')).d).toEqual({
    guild_id: sandbox.guildId,
    soundboard_sounds: [],
  });
});
