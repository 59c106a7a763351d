/** What a daily allowance is counted in. */
export type SpendingUnit = 'video-seconds' | 'spoken-characters' | 'live-seconds';

/** Whose allowance it is: one person's in a guild, a guild's, or all guilds' together. */
export type SpendingScope = 'person' | 'guild' | 'bot';

/** Why nothing more may be spent. */
export interface SpendingRefusal {
  readonly code: 'quota-spent';
  readonly scope: SpendingScope;
  readonly unit: SpendingUnit;
  readonly limit: number;
  readonly left: number;
  readonly asked: number;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
}

/** How much of a daily allowance is left. */
export type AllowanceLeft = Pick<SpendingRefusal, 'unit' | 'scope' | 'left' | 'limit'>;
