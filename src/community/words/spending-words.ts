import type { SpendingScope, SpendingUnit } from '../../refusal/spending.ts';

/** How much of a daily allowance is left. */
export interface AllowanceLeft {
  readonly unit: SpendingUnit;
  readonly scope: SpendingScope;
  readonly left: number;
  readonly limit: number;
}

export interface SpendingWords {
  /** In the small print of panels and answers. */
  readonly left: (allowance: AllowanceLeft) => string;
}

/** What differs between the things that are counted: a new unit is a new entry in each language. */
export interface UnitWords {
  /** `9 s`, `9 characters`. */
  readonly amount: (amount: number) => string;
  /** `3 of 9 s` */
  readonly share: (left: number, limit: number) => string;
  /** All of it: `60 s of video`. */
  readonly all: (limit: number) => string;
  /** What to do when too little is left. */
  readonly advice: string;
}
