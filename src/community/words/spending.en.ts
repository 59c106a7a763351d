import type { Translated } from '../../language/languages.ts';
import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type {
  AllowanceLeft,
  SpendingPeriod,
  SpendingRefusal,
  SpendingScope,
  SpendingUnit,
} from '../../refusal/spending.ts';

/** What differs between units. A new unit needs an entry in each language. */
export interface UnitWords {
  /** `9 s`, `9 characters`. */
  readonly amount: (amount: number) => string;
  /** `3 of 9 s` */
  readonly share: (left: number, limit: number) => string;
  /** The whole amount: `60 s of video`. */
  readonly all: (limit: number) => string;
  /** What to do if too little is left. */
  readonly advice: string;
}

const number = (amount: number) => amount.toLocaleString('en-US');

/** Live time is stored in seconds and shown in minutes. */
const minutes = (seconds: number) => number(Math.floor(seconds / 60));

/** Voice messages take seconds. */
const isShort = (seconds: number) => seconds > 0 && seconds < 60;

const units: Readonly<Record<SpendingUnit, UnitWords>> = {
  'video-seconds': {
    amount: (amount) => `${number(amount)} s`,
    share: (left, limit) => `${number(left)} of ${number(limit)} s`,
    all: (limit) => `${number(limit)} s of video`,
    advice: 'Try a shorter video.',
  },
  'small-video-seconds': {
    amount: (amount) => `${number(amount)} s`,
    share: (left, limit) => `${number(left)} of ${number(limit)} s`,
    all: (limit) => `${number(limit)} s of small-model video`,
    advice: 'Try a shorter video.',
  },
  'spoken-characters': {
    amount: (amount) => `${number(amount)} characters`,
    share: (left, limit) => `${number(left)} of ${number(limit)} characters`,
    all: (limit) => `${number(limit)} characters`,
    advice: 'Try a shorter text.',
  },
  'live-seconds': {
    amount: (amount) => (isShort(amount) ? `${number(amount)} s` : `${minutes(amount)} min`),
    share: (left, limit) =>
      isShort(left)
        ? `${number(left)} s of ${minutes(limit)} min`
        : `${minutes(left)} of ${minutes(limit)} min`,
    all: (limit) => `${minutes(limit)} min of live conversation`,
    advice: 'Try again then.',
  },
  searches: {
    amount: (amount) => (amount === 1 ? '1 search' : `${number(amount)} searches`),
    share: (left, limit) => `${number(left)} of ${number(limit)} searches`,
    all: (limit) => (limit === 1 ? '1 search' : `${number(limit)} searches`),
    advice: 'Try again then.',
  },
};

/** What there's none of if a limit is 0. */
const things: Readonly<Record<SpendingUnit, string>> = {
  'video-seconds': 'Videos',
  'small-video-seconds': 'Videos with small models',
  'spoken-characters': 'Texts read aloud',
  'live-seconds': 'Live conversations',
  searches: 'Searches',
};

const now: Readonly<Record<SpendingPeriod, string>> = { day: 'today', month: 'this month' };

const whose: Readonly<Record<SpendingScope, { has: string; used: string; small: string }>> = {
  person: { has: 'you have', used: "You've used", small: '' },
  guild: { has: 'this server has', used: 'This server has used', small: ' for this server' },
  bot: { has: 'this bot has', used: 'This bot has used', small: ' for all servers' },
};

export const spendingWords = {
  /** All of it: `60 s of video`. */
  all: (unit: SpendingUnit, most: number) => units[unit].all(most),
  thing: (unit: SpendingUnit) => things[unit],
  things,
  /** `9 s`, `9 characters`. */
  amount: (unit: SpendingUnit, amount: number) => units[unit].amount(amount),
  /** For the small print of panels and answers. */
  left: ({ unit, scope, period = 'day', left, limit }: AllowanceLeft) =>
    `${units[unit].share(left, limit)} left ${now[period]}${whose[scope].small}`,
};

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': ({ unit, scope, period = 'day', because, left, limit, asked, resetsAt }) => {
    const { amount, share, all, advice } = units[unit];
    const { has, used } = whose[scope];
    if (limit === 0) {
      if (because === 'newcomer')
        return `${things[unit]} aren't open to people who joined less than 7 days ago. A moderator can change that with \`/limits\`.`;
      const off = scope === 'person' ? 'are off for you' : 'are off';
      return `${things[unit]} ${off} in this server. A moderator can change that with \`/limits\`.`;
    }
    const resets = `resets ${countdown(resetsAt)}`;
    const everywhere = scope === 'bot' ? ' across all its servers' : '';
    return left > 0
      ? `This needs ${amount(asked)}, but ${has} ${share(left, limit)} left ${now[period]}${everywhere} (${resets}). ${advice}`
      : `${used} all ${all(limit)} for ${now[period]}${everywhere} (${resets}). Try again then.`;
  },
  'spending-paused': ({ by }) =>
    by === 'owner'
      ? "The bot's owner paused everything that costs money. Try again later."
      : 'A moderator paused everything that costs money in this server. They can resume it with `/limits`.',
  'limit-unreadable': ({ given, most }) =>
    `“${given}” isn't a limit. Enter a whole number up to ${number(most)}, or the word \`unlimited\` or \`default\`.`,
  'limits-full': ({ limit }) =>
    `${limit} roles or people already have limits of their own. Set one of them back to \`default\` first.`,
  'price-unreadable': ({ given }) => `“${given}” isn't a price. Enter a number such as \`0.15\`.`,
  'bot-owner-only': () => "Only the bot's owner can do that.",
  'nothing-to-give-back': () => "Nothing was charged to them this month, so there's nothing to give back.",
};

export type SpendingWords = Translated<typeof spendingWords>;
