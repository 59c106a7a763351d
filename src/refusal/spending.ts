/** What's counted and limited. Videos of the small models are cheaper, so they're counted apart. */
export const spendingUnits = [
  'video-seconds',
  'small-video-seconds',
  'spoken-characters',
  'live-seconds',
  'searches',
] as const;
export type SpendingUnit = (typeof spendingUnits)[number];

/** Whose allowance it is: one person's in a guild, a guild's, or all guilds' together. */
export type SpendingScope = 'person' | 'guild' | 'bot';

/** UTC days and months. */
export const spendingPeriods = ['day', 'month'] as const;
export type SpendingPeriod = (typeof spendingPeriods)[number];

/** Why someone's limit is another one than everybody's. */
export type SpendingReason = 'newcomer' | 'role' | 'own';

/** Why nothing more may be spent. */
export type SpendingRefusal =
  | {
      readonly code: 'quota-spent';
      readonly scope: SpendingScope;
      readonly unit: SpendingUnit;
      readonly period?: SpendingPeriod | undefined;
      readonly because?: SpendingReason | undefined;
      readonly limit: number;
      readonly left: number;
      readonly asked: number;
      /** Epoch milliseconds. */
      readonly resetsAt: number;
    }
  /** Someone pressed Pause: a moderator for their server, or the bot's owner for everything. */
  | { readonly code: 'spending-paused'; readonly by: 'guild' | 'owner' }
  /** A limit that isn't a whole number, `unlimited` or `default`. */
  | { readonly code: 'limit-unreadable'; readonly given: string; readonly most: number }
  /** So many roles, or people, have a limit of their own already. */
  | { readonly code: 'limits-full'; readonly limit: number }
  | { readonly code: 'price-unreadable'; readonly given: string }
  | { readonly code: 'nothing-to-give-back' }
  /** Whom the bot belongs to, as Discord says. */
  | { readonly code: 'bot-owner-only' };

/** How much of an allowance is left. */
export type AllowanceLeft = Pick<
  Extract<SpendingRefusal, { code: 'quota-spent' }>,
  'unit' | 'scope' | 'period' | 'because' | 'left' | 'limit'
>;
