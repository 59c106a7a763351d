import type { Shards } from '../../operations/shards.ts';

/**
 * What several processes may want at the same moment, decided by the store in one step: who gets an id, whether an amount may
 * still be spent, and who owns what. Every call is one statement or one transaction of the engine, and is on disk when its
 * promise resolves. `test/support/atomic-conformance.ts` holds every engine to it.
 */
export interface Atomic {
  readonly records: AtomicRecords;
  readonly money: Money;
  readonly leases: Leases;
  /**
   * A record, its money and its entry in the queue of work: all of it or nothing. If the answer to its commit is lost, it's found out
   * whether it was written; where that can't be, it fails, and all of it or nothing is there.
   */
  writeTogether(write: JointWrite): Promise<JointOutcome>;
}

export interface AtomicRecord {
  readonly text: string;
  /** Different after every write. */
  readonly stamp: number;
}

export interface AtomicRecords {
  read(key: string): Promise<AtomicRecord | undefined>;
  /** Whatever is there now. All or none. */
  put(entries: Iterable<readonly [key: string, text: string]>): Promise<void>;
  /** False, with nothing written, if the key is taken. */
  insert(key: string, text: string): Promise<boolean>;
  /** False, with nothing written, if it's no longer what was read. Without a text, it's deleted. */
  compareAndSet(key: string, stamp: number, text: string | undefined): Promise<boolean>;
  /** All or none. Resolves to how many were deleted. */
  remove(keys: readonly string[]): Promise<number>;
  /**
   * In key order, or the other way round; only what's asked for is read. Complete, or it fails; records written meanwhile may or
   * may not be included.
   */
  list(query: RecordQuery): AsyncIterable<readonly [key: string, text: string]>;
}

/** Which records: all conditions hold. See `RecordIndex`. */
export interface RecordQuery {
  readonly collection?: string;
  readonly guildId?: string | undefined;
  readonly userId?: string | undefined;
  readonly alias?: string | undefined;
  /** Named in it, although it isn't theirs. */
  readonly about?: string | undefined;
  readonly open?: true;
  /** Of servers on these shards; what has no server is on shard 0. */
  readonly shards?: Exclude<Shards, 'auto'> | undefined;
  readonly newestFirst?: boolean;
  /** Texts aren't read; they're empty. */
  readonly keysOnly?: boolean;
}

/** A person's or a server's. */
export type Whose = { readonly guildId: string } | { readonly userId: string };

/** Something that was reserved, by its id and what it's counted in. */
export interface ReservationKey {
  readonly unit: string;
  readonly id: string;
}

export interface Reservation extends ReservationKey {
  readonly guildId: string;
  readonly userId: string;
  readonly amount: number;
}

/** One sum: a person's in a guild, a guild's (without a person), or everybody's (without either), in a period. */
export interface Account {
  readonly unit: string;
  /** Such as a day. */
  readonly period: string;
  readonly guildId?: string | undefined;
  readonly userId?: string | undefined;
}

/**
 * Sums taken together: someone's, in all of these units, from one period up to another. A period below nothing (taken off, and then
 * returned as well) counts as nothing, so that it lends nothing to the others.
 */
export interface Span {
  readonly units: readonly string[];
  /** Both are included, compared as text. */
  readonly from: string;
  readonly to: string;
  readonly guildId?: string | undefined;
  readonly userId?: string | undefined;
}

export interface Limit {
  readonly over: Span;
  readonly most: number;
}

export interface ReservationAsk extends Reservation {
  /** The sums that it's added to. */
  readonly charged: readonly Account[];
  /** What it must fit into. The first one without enough left is the one that's named; a sum below 0 leaves no more than 0 does. */
  readonly limits: readonly Limit[];
  /** Who asks: only a lease that's still theirs may spend, and only its owner's next process gives back what's left open. */
  readonly lease: Lease;
  /** Epoch milliseconds: the reservation may be forgotten after that. */
  readonly keptUntil: number;
  /** The same for the sums. */
  readonly sumsKeptUntil: number;
}

/** An amount that's taken off sums again, because it was charged wrongly. */
export interface Correction extends Reservation {
  readonly charged: readonly Account[];
  /** No more is taken off than is left on it. */
  readonly within: Span;
  readonly keptUntil: number;
  readonly sumsKeptUntil: number;
}

export type ReservationOutcome =
  | { readonly is: 'reserved' }
  /** That id reserved before; nothing was added. */
  | { readonly is: 'known' }
  | { readonly is: 'exceeded'; readonly limit: Limit; readonly spent: number }
  /** Another process has the lease now, so this one must stop spending. */
  | { readonly is: 'lease-lost' };

export interface Settlement {
  readonly reserved: number;
  /** The amount asked for, or all that was reserved if that makes no sense as a part of it. */
  readonly counted: number;
}

export interface Money {
  reserve(ask: ReservationAsk): Promise<ReservationOutcome>;
  /**
   * Corrects an open reservation and its sums to what was spent; 0 gives it back. Only the first time counts: afterwards, and
   * for unknown ids, it resolves to undefined. `forget` also drops the reservation, which small things don't need any more.
   */
  settle(key: ReservationKey, amount: number, then: 'keep' | 'forget'): Promise<Settlement | undefined>;
  /** Resolves to what was taken off. The same id again takes nothing more off. */
  correct(correction: Correction): Promise<number>;
  /** The sums, in the order asked. */
  balances(accounts: readonly (Account | Span)[]): Promise<readonly number[]>;
  /** What earlier processes of this lease's owner reserved and never settled, ordered by id: complete, or it fails. */
  leftOpen(unit: string, lease: Lease): AsyncIterable<Reservation>;
  /** Every sum that's theirs, with what's on it. */
  sumsOf(whose: Whose): Promise<readonly (Account & { readonly amount: number })[]>;
  /**
   * What's theirs stands under another name from now on, open reservations too; the sums don't change. As long as this process
   * lives, it counts what they spend under that name. Resolves to how many entries that were.
   */
  renamePerson(userId: string, name: string): Promise<number>;
  /** Deletes what's no longer kept, at most so many. Resolves to how many there were. */
  forgetBefore(at: number, most: number): Promise<number>;
}

/** What's written with a record in the same transaction, or not at all. */
export interface Along {
  /** What it's paid with: nothing is written unless it's reserved. */
  readonly reserve?: ReservationAsk | undefined;
  /** What of it was really spent, as in `Money.settle`. */
  readonly settle?: Settling | undefined;
  /** What becomes of its entry in the queue of work: only where a store has one. */
  readonly work?: WorkWrite | undefined;
}

/** A worker is to see to it, or nothing is left to see to. */
export interface WorkWrite {
  readonly id: string;
  readonly is: 'open' | 'over';
}

export interface Settling extends ReservationKey {
  readonly amount: number;
}

export interface JointWrite extends Along {
  readonly key: string;
  /** Of the record as it was read; without one, there must be none. */
  readonly stamp?: number | undefined;
  /** Without one, it's deleted. */
  readonly text?: string | undefined;
}

export type JointOutcome =
  | { readonly is: 'written' }
  /** The record is no longer what was read. */
  | { readonly is: 'overtaken' }
  /** It couldn't be paid. */
  | NotReservedOutcome;

export type NotReservedOutcome = Exclude<ReservationOutcome, { readonly is: 'reserved' }>;

/** Ownership of a name for a while. A newer one has a higher fence, so the holder of an older one is known to be replaced. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
}

/** Expiry goes by the engine's clock, never by two processes' own. */
export interface Leases {
  /** Undefined while another owner has it. The same owner gets it at once, with a higher fence: it was started again. */
  acquire(name: string, owner: string, forMs: number): Promise<Lease | undefined>;
  /** False if it was acquired again since. */
  renew(lease: Lease, forMs: number): Promise<boolean>;
  /** Lets others have it at once. Nothing happens if it's no longer theirs. */
  release(lease: Lease): Promise<void>;
}
