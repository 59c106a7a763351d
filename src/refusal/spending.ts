/** What a daily allowance is counted in. */
export type SpendingUnit = 'video-seconds' | 'spoken-characters';

/** Reasons why nothing more may be spent. */
export interface SpendingRefusal {
  readonly code: 'quota-spent';
  readonly scope: 'person' | 'guild';
  readonly unit: SpendingUnit;
  readonly limit: number;
  readonly left: number;
  readonly asked: number;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
}
