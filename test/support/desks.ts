import { CallLocks } from '../../src/call/call-locks.ts';
import type { RunningCallRecord } from '../../src/call/running-calls.ts';
import type { ConsentRecord } from '../../src/community/consent.ts';
import { SwitchedTools } from '../../src/community/switched-tools.ts';
import { ConversationDesk, type ConversationDeskParts } from '../../src/conversation/desk.ts';
import { Questions } from '../../src/conversation/tools/questions.ts';
import { ChannelPace } from '../../src/discord/channel-pace.ts';
import type { Order } from '../../src/discord/order.ts';
import { InterpreterDesk, type InterpreterDeskParts } from '../../src/interpreter/desk.ts';
import { Glossary } from '../../src/interpreter/glossary.ts';
import { Catalog, type CatalogParts } from '../../src/knowledge/catalog.ts';
import { KnowledgeDesk, type KnowledgeDeskParts } from '../../src/knowledge/desk.ts';
import type { VoiceListing } from '../../src/service/synthesis/voice-list.ts';
import { SpeechDesk } from '../../src/speech/desk.ts';
import type { SpeechDeskParts, SpeechSettings } from '../../src/speech/desk-parts.ts';
import { FakeMoney } from './fake-money.ts';
import { memorySettings } from './fake-settings.ts';
import { FakeVoicePeople } from './fake-voice-people.ts';
import { MemoryShelf } from './memory-shelf.ts';

/**
 * The one opening for desks: what a test looks at is given, and the rest forgets everything, limits nobody and lets everybody see
 * everything.
 */
type Given<Parts, Needed extends keyof Parts> = Partial<Parts> & Pick<Parts, Needed>;
type Around = 'rooms' | 'messenger' | 'clock' | 'log';

/** Records that nobody looks at. */
export function anyShelf<Value>(): MemoryShelf<Value> {
  return new MemoryShelf<Value>();
}

export function voiceOf(changes: Partial<VoiceListing> & { name: string }): VoiceListing {
  return {
    kind: 'system',
    models: ['tts-v3-flash'],
    languages: [],
    wordTimestamps: false,
    instructions: [],
    ...changes,
  };
}

export const voices: readonly VoiceListing[] = [
  voiceOf({ name: 'harbour', label: 'Harbour', models: ['tts-v3-flash', 'tts-v2'], wordTimestamps: true }),
  voiceOf({ name: 'meadow', label: 'Meadow', instructions: ['calm', 'bright'] }),
  voiceOf({ name: 'echo-1', label: 'Echo', kind: 'cloned', models: ['tts-v3-flash', 'tts-v3.5-flash'] }),
  voiceOf({ name: 'plain', label: 'Plain', models: ['tts-v2'] }),
];

/** What a day lets people read where it's limited. */
export const limitedSpeech = { charactersPerPersonPerDay: 1_000, charactersPerGuildPerDay: 5_000 } as const;

export function speechDesk(
  given: Omit<Given<SpeechDeskParts, Around | 'synthesis'>, 'settings'> & {
    readonly settings?: Partial<SpeechSettings>;
  },
): SpeechDesk {
  const { settings, ...own } = given;
  return new SpeechDesk({
    packetsOf: (audio) => audio,
    people: anyShelf(),
    guilds: memorySettings().page('speech'),
    spent: new FakeMoney().held(),
    unfinished: anyShelf(),
    panels: anyShelf(),
    exposes: () => false,
    ...own,
    settings: {
      model: 'tts-v3-flash',
      voice: 'harbour',
      voices,
      format: 'opus',
      longestText: 2_000,
      charactersPerPersonPerDay: 0,
      charactersPerGuildPerDay: 0,
      charactersPerBotPerDay: 0,
      ...settings,
    },
  });
}

/** Documents are called for without waiting, and nothing is watched. */
export function knowledgeDesk(
  given: Omit<Given<KnowledgeDeskParts, 'messenger' | 'clock' | 'log'>, 'catalog'> & {
    readonly catalog: Pick<CatalogParts, 'client' | 'bases'> & Partial<CatalogParts>;
  },
): KnowledgeDesk {
  const { catalog, ...own } = given;
  return new KnowledgeDesk({
    settings: { leastScore: 0.3, stuckMs: 3_600_000, watchEveryMs: 3_600_000, keepDays: 30 },
    page: memorySettings().page('knowledge'),
    pages: anyShelf(),
    gaps: anyShelf(),
    watches: anyShelf(),
    readsHistory: () => true,
    ...own,
    catalog: new Catalog({
      listsPerSecond: 1_000,
      searchesPerSecond: 1_000,
      clock: own.clock,
      ...catalog,
    }),
  });
}

/** What both kinds of calls have. */
const anyCalls = () =>
  ({
    locks: new CallLocks(),
    consents: anyShelf<ConsentRecord>(),
    unheard: new Set<string>(),
    running: anyShelf<RunningCallRecord>(),
    people: new FakeVoicePeople(),
    jpegOf: async () => new Uint8Array([0xff, 0xd8, 0xff]),
    exposes: () => false,
    sees: () => true,
    mayWrite: () => false,
    region: 'singapore',
  }) as const;

export function conversationDesk(given: Given<ConversationDeskParts, Around | 'calls'>): ConversationDesk {
  const { messenger, clock, log } = given;
  return new ConversationDesk({
    ...anyCalls(),
    tools: { prepare: async () => undefined, forget: () => undefined },
    questions: new Questions(messenger, undefined, clock, log),
    guilds: new SwitchedTools(memorySettings().page('conversation')),
    model: 'xq3.5-omni-realtime',
    botName: () => 'Emcee',
    pace: new ChannelPace(clock),
    ...given,
  });
}

export function interpreterDesk(given: Given<InterpreterDeskParts, Around | 'calls'>): InterpreterDesk {
  return new InterpreterDesk({
    ...anyCalls(),
    glossary: new Glossary(memorySettings().page('interpreter'), async () => []),
    languages: anyShelf(),
    detectsLanguage: false,
    pace: new ChannelPace(given.clock),
    ...given,
  });
}

/** What somebody asked for in a channel, with an answer that can be edited for a quarter of an hour. */
export function orderOf(
  asked: Pick<Order, 'id' | 'reference' | 'guildId' | 'channelId' | 'userId'> & { readonly now: number },
  changes: Partial<Order> = {},
): Order {
  const { now, ...order } = asked;
  return {
    ...order,
    locale: 'en-US',
    publicLocale: 'en-US',
    panel: {
      channelId: order.channelId,
      applicationId: '500000000000000001',
      token: 'token',
      tokenExpiresAt: now + 15 * 60_000,
    },
    attachmentLimitBytes: 10 * 1024 * 1024,
    ...changes,
  };
}
