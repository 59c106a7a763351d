import type { Translated } from '../../language/languages.ts';
import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { AllowanceLeft, SpendingRefusal, SpendingScope, SpendingUnit } from '../../refusal/spending.ts';

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

const units: Readonly<Record<SpendingUnit, UnitWords>> = {
  'video-seconds': {
    amount: (amount) => `${number(amount)} s`,
    share: (left, limit) => `${number(left)} of ${number(limit)} s`,
    all: (limit) => `${number(limit)} s of video`,
    advice: 'Try a shorter video.',
  },
  'spoken-characters': {
    amount: (amount) => `${number(amount)} characters`,
    share: (left, limit) => `${number(left)} of ${number(limit)} characters`,
    all: (limit) => `${number(limit)} characters`,
    advice: 'Try a shorter text.',
  },
  'live-seconds': {
    amount: (amount) => `${minutes(amount)} min`,
    share: (left, limit) => `${minutes(left)} of ${minutes(limit)} min`,
    all: (limit) => `${minutes(limit)} min of live conversation`,
    advice: 'Try again then.',
  },
};

const whose: Readonly<Record<SpendingScope, { has: string; used: string; small: string }>> = {
  person: { has: 'you have', used: "You've used", small: '' },
  guild: { has: 'this server has', used: 'This server has used', small: ' for this server' },
  bot: { has: 'this bot has', used: 'This bot has used', small: ' for all servers' },
};

export const spendingWords = {
  /** For the small print of panels and answers. */
  left: ({ unit, scope, left, limit }: AllowanceLeft) =>
    `${units[unit].share(left, limit)} left today${whose[scope].small}`,
};

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': ({ unit, scope, left, limit, asked, resetsAt }) => {
    const { amount, share, all, advice } = units[unit];
    const { has, used } = whose[scope];
    const resets = `resets ${countdown(resetsAt)}`;
    const everywhere = scope === 'bot' ? ' across all its servers' : '';
    return left > 0
      ? `This needs ${amount(asked)}, but ${has} ${share(left, limit)} left today${everywhere} (${resets}). ${advice}`
      : `${used} all ${all(limit)} for today${everywhere} (${resets}). Try again then.`;
  },
};

export type SpendingWords = Translated<typeof spendingWords>;
