import type { Logger } from 'pino';
import { Alarm, type Clock, withTimeout } from '../operations/clock.ts';
import type { SaidInLine, SeenInLine, SharedLine, Standing } from '../operations/shared-line.ts';
import { Turns, type Waiting } from './turns.ts';

export type WaitingIn = Waiting & { readonly guildId: string };

/** Several things that move are read at once. */
const togetherMs = 100;
/** For as long as something waits here: a process that's no longer heard of tells nobody. */
const lookEveryMs = 3_000;
const againMs = 1_000;
/** How long a stop waits for it. */
const lastWordsMs = 500;

/** A line that all processes have together: this one's part of it, and how all of it stood last. */
export class SharedTurns {
  readonly #parts;
  readonly #stop = new AbortController();
  readonly #alarm: Alarm;
  /** What's to be said, only the last about each. */
  #unsaid = new Map<string, SaidInLine>();
  /** What waits here. */
  readonly #waiting = new Set<string>();
  /** What waits or goes on here, as it was said last. */
  readonly #own = new Map<string, Standing>();
  #turns: Turns;
  #isMoved = false;
  #loop: Promise<void> = Promise.resolve();
  #saying: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly name: string;
    readonly line: SharedLine;
    readonly most: number;
    readonly clock: Clock;
    readonly log: Logger;
    /** How the line stands was read. */
    readonly onMove: () => void;
  }) {
    this.#parts = parts;
    this.#turns = new Turns(parts.most);
    this.#alarm = new Alarm(parts.clock);
    parts.line.onMove(parts.name, () => {
      if (this.#waiting.size === 0) return;
      this.#isMoved = true;
      this.#alarm.ring();
    });
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** What isn't said by then is found by the next process. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    if (this.#unsaid.size > 0) await withTimeout(this.#inTurn(), lastWordsMs, this.#parts.clock);
  }

  get turns(): Turns {
    return this.#turns;
  }

  set(job: WaitingIn, is: Standing): void {
    const before = this.#own.get(job.id);
    const wasCalled = before === 'ready' && is === 'placed' && this.#turns.hasPlace(job.id);
    this.#own.set(job.id, is);
    this.#turns.set(job, is);
    if (is === 'placed') this.#waiting.delete(job.id);
    else this.#waiting.add(job.id);
    // The store gave it that place.
    if (before !== is && !wasCalled) this.#tell(job, is);
  }

  /** It's over, or was before it got here. */
  delete({ id, guildId, acceptedAt }: Omit<WaitingIn, 'userId'>): void {
    this.letGo(id);
    this.#tell({ id, guildId, acceptedAt }, 'over');
  }

  /** Another process has it now, with its place. */
  letGo(id: string): void {
    this.#own.delete(id);
    this.#waiting.delete(id);
    this.#unsaid.delete(id);
    this.#turns.delete({ id });
  }

  /** Resolves once everything was said, or couldn't be. */
  async said(): Promise<void> {
    if (this.#unsaid.size > 0) await this.#inTurn();
    else await this.#saying;
  }

  #tell({ id, guildId, acceptedAt }: Omit<WaitingIn, 'userId'>, is: SaidInLine['is']): void {
    this.#unsaid.set(id, { id, guildId, acceptedAt, is });
    this.#alarm.ring();
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const isDone = await this.#inTurn();
      if (!isDone) await clock.sleep(againMs, signal).catch(() => undefined);
      else if (this.#unsaid.size === 0) {
        const next = this.#waiting.size > 0 ? clock.now() + lookEveryMs : undefined;
        await this.#alarm.wait(next, signal).catch(() => undefined);
        if (this.#isMoved) await clock.sleep(togetherMs, signal).catch(() => undefined);
      }
    }
  }

  /** One after the other, so that none overtakes what it's about. */
  async #inTurn(): Promise<boolean> {
    const saying = this.#saying.then(async () => await this.#say());
    this.#saying = saying.then(() => undefined);
    return await saying;
  }

  /** False if it couldn't. Never rejects. */
  async #say(): Promise<boolean> {
    const { line, name, log, onMove } = this.#parts;
    const said = this.#unsaid;
    if (said.size === 0 && this.#waiting.size === 0) return true;
    this.#unsaid = new Map();
    this.#isMoved = false;
    let turns = this.#turns;
    try {
      await line.change(name, [...said.values()], (seen) => {
        turns = this.#turnsOf(seen);
        return turns.call();
      });
    } catch (error) {
      const stillSo = [...said].filter(([id, { is }]) => is === 'over' || this.#own.has(id));
      this.#unsaid = new Map([...stillSo, ...this.#unsaid]);
      if (!this.#stop.signal.aborted)
        log.warn(
          { err: error, queue: name },
          "couldn't ask whose turn it is among all processes; trying again",
        );
      return false;
    }
    this.#turns = turns;
    onMove();
    return true;
  }

  #turnsOf(seen: readonly SeenInLine[]): Turns {
    const turns = new Turns(this.#parts.most);
    for (const { id, userId, acceptedAt, is, calledAs } of seen) {
      turns.noteCalled(userId, calledAs);
      if (is !== 'over') turns.set({ id, userId, acceptedAt }, is);
    }
    return turns;
  }
}
