import type { RefusalCode } from '../refusal/refusal.ts';
import type { SpendingPeriod, SpendingUnit } from '../refusal/spending.ts';
import type { SettingsChange } from './server-settings.ts';

/**
 * What a server's moderators hear about: who did what, and how often; never what was said or asked for. A new kind needs a sentence
 * in `words/news.*.ts`, and the compiler asks for it.
 */
export type NewsEvent =
  | {
      /** So many percent of what the server may use, in a day or in a month. */
      readonly is: 'limit-reached';
      readonly guildId: string;
      readonly unit: SpendingUnit;
      readonly period: SpendingPeriod;
      readonly percent: number;
      readonly spent: number;
      readonly limit: number;
    }
  | {
      /** What had been charged to someone was corrected. */
      readonly is: 'given-back';
      readonly guildId: string;
      readonly by: string;
      readonly userId: string;
      readonly unit: SpendingUnit;
      readonly amount: number;
    }
  | ({ readonly is: 'settings-changed' } & SettingsChange)
  | {
      readonly is: 'listening-started' | 'listening-stopped';
      readonly guildId: string;
      /** Who started or stopped it. Absent: it ended by itself. */
      readonly userId?: string | undefined;
      readonly voiceChannelId: string;
      readonly kind: 'conversation' | 'interpreter';
    }
  | {
      readonly is: 'heard' | 'not-heard';
      readonly guildId: string;
      /** Who agreed to be heard, or doesn't any more. */
      readonly userId: string;
      readonly voiceChannelId: string;
      readonly kind: 'conversation' | 'interpreter';
    };

/** Each is told in a line of its own, and then in the day's sums. Refusals are only counted. */
export interface News {
  /** Never throws, and waits for nothing. */
  tellNews(event: NewsEvent): void;
  countRefusal(guildId: string, code: RefusalCode): void;
}

export const refusalKinds = [
  'spent',
  'paused',
  'not-allowed',
  'words',
  'bot-permissions',
  'busy',
  'other',
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

const kinds: Readonly<Partial<Record<RefusalCode, RefusalKind>>> = {
  'quota-spent': 'spent',
  'spending-paused': 'paused',
  'you-lack-permissions': 'not-allowed',
  'not-yours': 'not-allowed',
  'moderators-only': 'not-allowed',
  'call-not-there': 'not-allowed',
  'knowledge-not-allowed': 'not-allowed',
  'feature-off': 'not-allowed',
  'feature-blocked': 'not-allowed',
  'feature-roles': 'not-allowed',
  'feature-channels': 'not-allowed',
  'words-blocked': 'words',
  'bot-lacks-permissions': 'bot-permissions',
  'speech-queue-full': 'busy',
  'call-running-already': 'busy',
  'call-other-running': 'busy',
};

export function refusalKindOf(code: RefusalCode): RefusalKind {
  return kinds[code] ?? 'other';
}

/** What a day's summary counts, in the order it's told. */
export const countedThings = [
  'settings-changed',
  'conversations',
  'interpretations',
  'heard',
  'limit-reached',
  'given-back',
] as const;
export type CountedThing = (typeof countedThings)[number];

export function countedThingOf(event: NewsEvent): CountedThing | undefined {
  switch (event.is) {
    case 'listening-started':
      return event.kind === 'conversation' ? 'conversations' : 'interpretations';
    case 'settings-changed':
    case 'heard':
    case 'limit-reached':
    case 'given-back':
      return event.is;
    default:
      return undefined;
  }
}
