import type { Allowance, Spending, SpendingEntry } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { CallMinutes } from './types.ts';

/** Who pays, and against whose limits it counts. `id` is the call's. */
type Payer = Pick<SpendingEntry, 'guildId' | 'userId' | 'id' | 'scopes'>;

type BudgetEvent =
  /** Nothing more can be reserved: nothing is left for today, or spending is paused. */
  | { readonly is: 'spent'; readonly inTheWay: Allowance | undefined }
  | { readonly is: 'fault'; readonly error: unknown };

interface Slice {
  readonly entry: SpendingEntry;
  readonly seconds: number;
  usedMs: number;
}

/** Reserves live time a minute at a time, and settles what was really used. */
export class LiveMeter {
  readonly #spending: Pick<Spending, 'reserve' | 'finish'>;
  readonly #clock: Clock;
  readonly #tell: (event: BudgetEvent) => void;
  readonly #sliceSeconds: number;
  #owner: Payer;
  #slices = 0;
  #slice: Slice | undefined;
  #inTheWay: Allowance | undefined;
  #settledMs = 0;
  #running: { readonly sinceMs: number; readonly rate: number; readonly stop: AbortController } | undefined;
  /** Until the next minute is reserved. Changing the rate waits for it. */
  #renewing: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param sliceSeconds how much is reserved at a time. If the process dies, no more than that is lost. */
  constructor(
    spending: Pick<Spending, 'reserve' | 'finish'>,
    clock: Clock,
    owner: Payer,
    tell: (event: BudgetEvent) => void,
    sliceSeconds = 60,
  ) {
    this.#spending = spending;
    this.#clock = clock;
    this.#owner = owner;
    this.#tell = tell;
    this.#sliceSeconds = sliceSeconds;
  }

  get usedMs(): number {
    return this.#settledMs + (this.#slice?.usedMs ?? 0) + this.#sinceMs;
  }

  /** What's reserved and not used yet. */
  get reservedMs(): number {
    const slice = this.#slice;
    return slice ? Math.max(0, slice.seconds * 1_000 - slice.usedMs - this.#sinceMs) : 0;
  }

  get payer(): string {
    return this.#owner.userId;
  }

  /**
   * Reserves the next minute, or what's left of the day; the first one before anything is opened. Resolves to the allowance
   * that's in the way.
   */
  async reserve(): Promise<Allowance | undefined> {
    const owner = this.#owner;
    this.#slices += 1;
    const entry = { ...owner, id: `${owner.id}/${this.#slices}`, at: this.#clock.now() };
    let seconds = this.#sliceSeconds;
    let exceeded = await this.#spending.reserve(entry, seconds);
    if (exceeded && exceeded.left >= 1) {
      seconds = Math.floor(exceeded.left);
      exceeded = await this.#spending.reserve(entry, seconds);
    }
    if (exceeded) return exceeded;
    const slice: Slice = { entry, seconds, usedMs: 0 };
    if (this.#closed) await this.#finish(slice);
    else this.#slice = slice;
    return undefined;
  }

  /** From now on, another person pays. Resolves to the allowance that's in the way; then nothing changes. */
  async payBy(userId: string): Promise<Allowance | undefined> {
    const rate = this.#running?.rate ?? 0;
    this.run(0);
    const change = this.#renewing.then(async () => {
      const [slice, owner] = [this.#slice, this.#owner];
      this.#slice = undefined;
      this.#owner = { ...owner, userId };
      const asBefore = () => {
        [this.#slice, this.#owner] = [slice, owner];
      };
      const exceeded = await this.reserve().catch((error: unknown) => {
        asBefore();
        throw error;
      });
      if (exceeded) asBefore();
      else if (slice) await this.#finish(slice);
      return exceeded;
    });
    this.#renewing = change.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await change;
    } finally {
      if (!this.#running) this.run(rate);
    }
  }

  /** From now on, time is charged this many times, once per session. 0: nothing is charged. */
  run(rate: number): void {
    if (this.#closed || rate === (this.#running?.rate ?? 0)) return;
    this.#rest();
    if (rate === 0) return;
    const stop = new AbortController();
    this.#running = { sinceMs: this.#clock.now(), rate, stop };
    this.#count(rate, stop).catch((error: unknown) => {
      if (!stop.signal.aborted) this.#tell({ is: 'fault', error });
    });
  }

  /** Gives back what wasn't used. Idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#rest();
    this.#closed = true;
    await this.#renewing.catch(() => undefined);
    const slice = this.#slice;
    this.#slice = undefined;
    if (slice) await this.#finish(slice);
  }

  get #sinceMs(): number {
    const running = this.#running;
    return running ? (this.#clock.now() - running.sinceMs) * running.rate : 0;
  }

  #rest(): void {
    const running = this.#running;
    if (!running) return;
    const usedMs = this.#sinceMs;
    this.#running = undefined;
    if (this.#slice) this.#slice.usedMs += usedMs;
    running.stop.abort();
  }

  async #count(rate: number, stop: AbortController): Promise<void> {
    while (!stop.signal.aborted) {
      await this.#renewing;
      if (stop.signal.aborted) return;
      const slice = this.#slice;
      if (!slice) {
        this.#tell({ is: 'spent', inTheWay: this.#inTheWay });
        return;
      }
      await this.#clock.sleep(Math.max(0, slice.seconds * 1_000 - slice.usedMs) / rate, stop.signal);
      if (stop.signal.aborted) return;
      this.#running = { sinceMs: this.#clock.now(), rate, stop };
      slice.usedMs = slice.seconds * 1_000;
      this.#renewing = this.#renew(slice);
    }
  }

  async #renew(used: Slice): Promise<void> {
    this.#slice = undefined;
    try {
      this.#inTheWay = await this.reserve();
    } finally {
      await this.#finish(used);
    }
  }

  /** Ending a call, or going on, doesn't depend on the store. */
  async #finish({ entry, seconds, usedMs }: Slice): Promise<void> {
    this.#settledMs += usedMs;
    // If a timer is a moment late, that's not a second more.
    const used = Math.min(Math.ceil(usedMs / 1_000), seconds);
    await this.#spending.finish(entry, used);
  }
}

const shared = ['guild', 'bot'] as const;

/**
 * What a call costs. A minute of it is a minute of the payer's day, however many sessions are open. The service charges
 * each session, so the server's and the bot's totals go down that many times as fast.
 */
export class LiveBudget {
  readonly #spending: Pick<Spending, 'reserve' | 'finish' | 'left'>;
  readonly #clock: Clock;
  readonly #guildId: string;
  readonly #day: LiveMeter;
  readonly #service: LiveMeter;
  #sessions = 0;

  /** @param owner the person who started the call pays first */
  constructor(
    spending: Pick<Spending, 'reserve' | 'finish' | 'left'>,
    clock: Clock,
    owner: Omit<Payer, 'scopes'>,
    tell: (event: BudgetEvent) => void,
  ) {
    this.#spending = spending;
    this.#clock = clock;
    this.#guildId = owner.guildId;
    this.#day = new LiveMeter(spending, clock, { ...owner, scopes: ['person'] }, tell);
    this.#service = new LiveMeter(spending, clock, { ...owner, id: `${owner.id}/all`, scopes: shared }, tell);
  }

  /** The call's own time. */
  get livedMs(): number {
    return this.#day.usedMs;
  }

  /** The time of all its sessions. */
  get servedMs(): number {
    return this.#service.usedMs;
  }

  get payer(): string {
    return this.#day.payer;
  }

  /** Reserves the first minute, before anything is opened. Resolves to the allowance that's in the way. */
  async reserve(): Promise<Allowance | undefined> {
    return (await this.#day.reserve()) ?? (await this.#service.reserve());
  }

  /** Resolves to the allowance that's in the way; then nothing changes. */
  async payBy(userId: string): Promise<Allowance | undefined> {
    return await this.#day.payBy(userId);
  }

  /** How many sessions are charged from now on. */
  run(sessions: number): void {
    this.#sessions = sessions;
    this.#day.run(Math.min(1, sessions));
    this.#service.run(sessions);
  }

  async left(): Promise<CallMinutes> {
    const { payer } = this;
    const [day, service] = await Promise.all([
      this.#spending.left(this.#guildId, payer, ['person']),
      this.#spending.left(this.#guildId, payer, shared),
    ]);
    // What's reserved is still there to be used.
    const dayMs = day && day.left * 1_000 + this.#day.reservedMs;
    const serviceMs = service && service.left * 1_000 + this.#service.reservedMs;
    const rate = Math.max(1, this.#sessions);
    const leftMs = Math.min(
      dayMs ?? Number.POSITIVE_INFINITY,
      (serviceMs ?? Number.POSITIVE_INFINITY) / rate,
    );
    const isPayersDay = dayMs !== undefined && dayMs === leftMs;
    return {
      payer,
      day: day && dayMs !== undefined ? { ...day, left: dayMs / 1_000 } : undefined,
      service: service && serviceMs !== undefined ? { ...service, left: serviceMs / 1_000 } : undefined,
      endsAt: this.#sessions > 0 && Number.isFinite(leftMs) ? this.#clock.now() + leftMs : undefined,
      isPayersDay,
    };
  }

  /** Gives back what wasn't used. Idempotent. */
  async close(): Promise<void> {
    await Promise.all([this.#day.close(), this.#service.close()]);
  }
}
