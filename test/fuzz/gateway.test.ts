import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { DirectMessages } from '../../src/discord/direct-messages.ts';
import { ClientMentionFeed } from '../../src/discord/mention-feed.ts';
import { ClientMessageFeed } from '../../src/discord/message-feed.ts';
import { ClientTraffic } from '../../src/discord/traffic.ts';
import { ClientPresence } from '../../src/voice/room/presence-client.ts';
import { ClientVoiceMoves } from '../../src/wiring/voice-moves.ts';
import { ClientVoicePeople } from '../../src/wiring/voice-people.ts';
import { wordsFor } from '../../src/words/index.ts';
import { startAnsweringBot } from '../support/answering-bot.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { fuzz } from './fuzz.ts';

/*
 * What no Discord would send, to the real discord.js with all that listens to it. A packet that ends the process is a rejection
 * that nobody catches, for which the runner fails the file.
 */

type AnsweringBot = Awaited<ReturnType<typeof startAnsweringBot>>;

let live: AnsweringBot;

const noop = () => undefined;

beforeAll(async () => {
  live = await startAnsweringBot();
  const { client, recorded } = live.bot;
  const { log } = recorded;
  new ClientPresence(client, log).onEvent(noop);
  new ClientMessageFeed(client, log).onMessage(noop);
  new ClientMentionFeed(client, log).listen({ mentioned: noop, changed: noop });
  new ClientTraffic(client).onMessage(noop);
  new ClientVoiceMoves(client).onMove(noop);
  new ClientVoicePeople(client).onArrival(noop);
  const messenger = { post: async () => Promise.reject(new Error('not in this test')) };
  new DirectMessages({ client, messenger, wordsFor, clock: new FakeClock(), log }).open();
  return async () => await live[Symbol.asyncDispose]();
});

const odd = fc.oneof(
  fc.constantFrom(
    null,
    0,
    -1,
    1.5,
    1e300,
    true,
    '',
    'x',
    '-1',
    '9'.repeat(30),
    [],
    {},
    [null],
    'constructor',
    '__proto__',
  ),
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
);
/** Discord's own, or something else in its place, or nothing. */
const field = (...usual: readonly unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, { weight: 2, arbitrary: odd });
const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 9, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: odd });

const guildId = '1324000000000000100';
const channelIds = ['1324000000000000111', '1324000000000000120', '7'] as const;
const id = field('1324000000000000013', '1324000000000000001', '5', ...channelIds);
const user = some({
  id,
  username: field('ann'),
  bot: field(true, false),
  global_name: field('Ann', null),
  avatar: field(null),
});
const member = some({
  user,
  roles: field([], [guildId], ['5']),
  joined_at: field('2026-01-01T00:00:00Z'),
  permissions: field('0', '8', '9007199254740993'),
  flags: field(0),
  communication_disabled_until: field(null, '2030-01-01T00:00:00Z'),
});
const overwrite = some({ id, type: field(0, 1, 7), allow: field('0'), deny: field('1024') });
const channel = some({
  id,
  type: field(0, 1, 2, 3, 4, 5, 10, 11, 13, 15, 99),
  guild_id: field(guildId),
  name: field('general'),
  permission_overwrites: fc.oneof(fc.array(overwrite, { maxLength: 3 }), odd),
  parent_id: id,
  recipients: fc.oneof(fc.array(user, { maxLength: 2 }), odd),
});
const component = some({
  type: field(1, 2, 3, 9, 17, 400),
  components: odd,
  custom_id: field('demo:press:1'),
  style: field(1),
});
const message = some({
  id,
  channel_id: field(...channelIds),
  guild_id: field(guildId, undefined),
  author: user,
  member,
  content: field('hello', '<@1324000000000000001>'),
  type: field(0, 19, 7, 300),
  mentions: fc.oneof(fc.array(user, { maxLength: 2 }), odd),
  mention_roles: field([]),
  attachments: fc.oneof(
    fc.array(some({ id, filename: field('a.png'), size: field(1) }), { maxLength: 2 }),
    odd,
  ),
  embeds: fc.oneof(fc.array(odd, { maxLength: 2 }), odd),
  components: fc.oneof(fc.array(component, { maxLength: 2 }), odd),
  timestamp: field('2026-01-01T00:00:00Z'),
  message_reference: odd,
  message_snapshots: odd,
  poll: odd,
});
const interaction = some({
  id,
  application_id: field('1324000000000000002'),
  token: field('t'),
  type: field(2, 3, 4, 5, 1, 77),
  guild_id: field(guildId, undefined),
  channel_id: field(...channelIds),
  channel,
  member,
  user,
  message,
  locale: field('en-US', 'zh-CN', 'xx'),
  guild_locale: field('en-US'),
  app_permissions: field('0', '8'),
  entitlements: field([]),
  authorizing_integration_owners: field({}),
  context: field(0),
  attachment_size_limit: field(10_000_000),
  data: some({
    id,
    name: field('demo'),
    type: field(1, 2, 3, 4, 66),
    options: fc.oneof(
      fc.array(some({ name: field('a'), type: field(1, 3, 99), value: odd, options: odd }), { maxLength: 2 }),
      odd,
    ),
    resolved: some({ users: odd, members: odd, channels: odd, messages: odd, attachments: odd }),
    custom_id: field('demo:press:1', 'x'),
    component_type: field(2, 3, 5, 6, 7, 8, 99),
    values: field([], ['1']),
    components: fc.oneof(fc.array(component, { maxLength: 2 }), odd),
    target_id: id,
  }),
});
const voiceState = some({
  guild_id: field(guildId),
  channel_id: field(...channelIds, null),
  user_id: field('1324000000000000001', '1324000000000000013', '5'),
  member,
  session_id: field('s'),
  self_mute: field(false),
  request_to_speak_timestamp: field(null, '2026-01-01T00:00:00Z', 'never'),
});
const guild = some({
  id: field('6', '5', '66'),
  name: field('somewhere'),
  unavailable: field(true, false),
  channels: fc.oneof(fc.array(channel, { maxLength: 3 }), odd),
  threads: fc.oneof(fc.array(channel, { maxLength: 2 }), odd),
  roles: fc.oneof(
    fc.array(some({ id, name: field('r'), permissions: field('0'), colors: odd }), { maxLength: 2 }),
    odd,
  ),
  members: fc.oneof(fc.array(member, { maxLength: 2 }), odd),
  voice_states: fc.oneof(fc.array(voiceState, { maxLength: 2 }), odd),
  presences: odd,
  stage_instances: odd,
  features: odd,
  emojis: odd,
  preferred_locale: field('en-US'),
});

const named = (names: readonly string[], data: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom(...names), data);
const event = fc.oneof(
  { weight: 6, arbitrary: named(['INTERACTION_CREATE'], interaction) },
  {
    weight: 3,
    arbitrary: named(['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'MESSAGE_DELETE_BULK'], message),
  },
  { weight: 3, arbitrary: named(['GUILD_CREATE', 'GUILD_DELETE', 'GUILD_UPDATE'], guild) },
  { weight: 3, arbitrary: named(['VOICE_STATE_UPDATE', 'VOICE_SERVER_UPDATE'], voiceState) },
  {
    weight: 2,
    arbitrary: named(['CHANNEL_CREATE', 'CHANNEL_UPDATE', 'THREAD_CREATE', 'THREAD_LIST_SYNC'], channel),
  },
  {
    weight: 1,
    arbitrary: named(
      ['GUILD_MEMBER_UPDATE', 'GUILD_MEMBER_ADD', 'GUILD_ROLE_UPDATE', 'TYPING_START'],
      member,
    ),
  },
  {
    weight: 1,
    arbitrary: named(['RESUMED', 'CHANNEL_INFO', 'VOICE_CHANNEL_STATUS_UPDATE', 'error', 'x'], odd),
  },
);
/** What goes over the wire is JSON; numbers that are none become null there. */
const overTheWire = (data: unknown): unknown => {
  try {
    return JSON.parse(
      JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? 'null',
    );
  } catch {
    return null;
  }
};

fuzz(
  'nothing that the gateway sends ends the bot, and afterwards it answers as before',
  fc.array(event, { minLength: 10, maxLength: 40 }),
  async (events) => {
    for (const [name, data] of events) live.bot.discord.gateway.dispatch(name, overTheWire(data));
    await live.answers();
  },
  { cases: 40 },
);

it(`and each kind of trouble is told, not each event (seed ${process.env.FUZZ_SEED})`, () => {
  const told = live.told();
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(60);
});
