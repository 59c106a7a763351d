import { BoundedMap, RecentIds } from '../operations/bounded-map.ts';
import type { CallLine } from './call-types.ts';

const mostRecent = 12;
const mostSummary = 1_500;
const mostOpen = 50;
/** How many turns of people who left are remembered, because their words may still come. */
const mostWithdrawn = 200;

/** What was said, line by line, and the part of it that the next session has to know. */
export class TranscriptLines {
  readonly #onLine: (line: CallLine) => void;
  readonly #open = new BoundedMap<string, CallLine>(mostOpen);
  /** Speakers as numbers. Someone who leaves and comes back gets a new one. */
  readonly #speakers: (string | undefined)[] = [];
  readonly #withdrawn = new RecentIds(mostWithdrawn);
  #recent: readonly CallLine[] = [];
  /** What was said in this time may not be repeated. */
  #withheld: { readonly fromMs: number; readonly toMs: number } | undefined;

  constructor(onLine: (line: CallLine) => void) {
    this.#onLine = onLine;
  }

  /** The bot's own words, as far as people heard them. @param turn the turn that it answers */
  answered(
    line: CallLine,
    turn?: { readonly itemId: string; readonly userId: string | undefined } | undefined,
  ): void {
    const isWithdrawn = turn !== undefined && this.#withdrawn.has(turn.itemId);
    this.#tell({ ...line, to: turn?.userId, ...(isWithdrawn ? { isWithdrawn } : {}) });
  }

  /** The latest text of a turn; a recogniser may leave the final one empty. */
  textOf(itemId: string): string {
    const line = this.#open.get(itemId);
    return line ? `${line.sure}${line.unsure}` : '';
  }

  hearing(itemId: string, userId: string, heard: Pick<CallLine, 'sure' | 'unsure'>, nowMs: number): void {
    const line = { ...this.#line(itemId, userId, nowMs), ...heard };
    this.#open.set(itemId, line);
    this.#tell(line);
  }

  heard(itemId: string, userId: string, text: string, nowMs: number): void {
    const before = this.#open.get(itemId);
    this.#open.delete(itemId);
    if (text === '' && !before) return;
    this.#tell({ ...(before ?? this.#line(itemId, userId, nowMs)), sure: text, unsure: '', final: true });
  }

  /** It was the bot's own voice, so nobody said it. If the line is already shown, it becomes empty. */
  refuse(itemId: string): void {
    const before = this.#open.get(itemId);
    this.#open.delete(itemId);
    if (before) this.#tell({ ...before, sure: '', unsure: '', final: true });
  }

  /**
   * They left, so what they said and the answers to it go to no other session.
   * @param itemIds of their turns, whose words may still come
   * @returns whether a session may already know some of it
   */
  withdraw(userId: string, itemIds: readonly string[]): boolean {
    const before = this.#recent.length;
    this.#recent = this.#recent.filter(({ by, to }) => (by.is === 'person' ? by.userId : to) !== userId);
    for (const itemId of itemIds) this.#withdrawn.add(itemId);
    const number = this.#speakers.indexOf(userId);
    if (number >= 0) this.#speakers[number] = undefined;
    return this.#recent.length < before;
  }

  /** Anything said in this time goes to no other session, even if its text comes later. */
  withhold(fromMs: number, toMs: number): void {
    this.#withheld = { fromMs: Math.min(this.#withheld?.fromMs ?? fromMs, fromMs), toMs };
    this.#recent = this.#recent.filter((line) => !this.#isWithheld(line));
  }

  /** The last lines for a new session; undefined if nothing was said. */
  get summary(): string | undefined {
    const text = this.#recent
      .map((line) => `${this.#nameOf(line)}: ${line.sure.replace(/\s+/g, ' ')}`)
      .join('\n');
    return text === '' ? undefined : text.slice(-mostSummary);
  }

  #line(itemId: string, userId: string, at: number): CallLine {
    const known = this.#open.get(itemId);
    if (known) return known;
    const by = { is: 'person', userId } as const;
    return { id: itemId, by, sure: '', unsure: '', final: false, cut: false, sources: [], at };
  }

  #tell(given: CallLine): void {
    const isWithdrawn = given.by.is === 'person' && this.#withdrawn.has(given.id);
    const line = isWithdrawn ? { ...given, isWithdrawn } : given;
    if (line.final && line.sure !== '' && !line.isWithdrawn && !this.#isWithheld(line))
      this.#recent = [...this.#recent.slice(1 - mostRecent), line];
    this.#onLine(line);
  }

  #isWithheld({ at }: CallLine): boolean {
    const { fromMs, toMs } = this.#withheld ?? { fromMs: 0, toMs: -1 };
    return at >= fromMs && at <= toMs;
  }

  #nameOf({ by }: CallLine): string {
    if (by.is === 'assistant') return 'You';
    if (!this.#speakers.includes(by.userId)) this.#speakers.push(by.userId);
    return `Person ${this.#speakers.indexOf(by.userId) + 1}`;
  }
}
