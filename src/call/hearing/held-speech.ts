import type { SpeechFrame } from './speech-frame.ts';

/** How many frames are kept of a person who hasn't spoken yet, so that the start of their first word isn't lost. */
const mostBeforeSpeech = 45;

interface Held<Frame> {
  readonly frames: Frame[];
  spoken: number;
}

/** What people say over the bot or over each other, until it's their turn, or decided what to do with it. */
export class HeldSpeech<Frame extends SpeechFrame = SpeechFrame> {
  readonly #people = new Map<string, Held<Frame>>();
  readonly #mostFrames: number;
  #order: Frame[] = [];

  constructor(mostMs = 30_000) {
    this.#mostFrames = mostMs / 20;
  }

  get people(): readonly string[] {
    return [...this.#people.keys()];
  }

  /** The person who spoke first. */
  get firstSpeaker(): string | undefined {
    return this.#order.find(({ userId, speech }) => speech && this.spokenMs(userId) > 0)?.userId;
  }

  /** How long they've been speaking, in milliseconds. */
  spokenMs(userId: string): number {
    return (this.#people.get(userId)?.spoken ?? 0) * 20;
  }

  add(frame: Frame, speaks: boolean): void {
    const held = this.#people.get(frame.userId) ?? { frames: [], spoken: 0 };
    this.#people.set(frame.userId, held);
    held.frames.push(frame);
    this.#order.push(frame);
    if (speaks) held.spoken += 1;
    const most = held.spoken === 0 ? mostBeforeSpeech : this.#mostFrames;
    if (held.frames.length <= most) return;
    const oldest = held.frames.shift();
    this.#order = this.#order.filter((each) => each !== oldest);
  }

  drop(userId: string): void {
    this.#people.delete(userId);
    this.#order = this.#order.filter((frame) => frame.userId !== userId);
  }

  /** All of that person's frames; empty if they didn't speak. */
  takeOf(userId: string): readonly Frame[] {
    const held = this.#people.get(userId);
    this.drop(userId);
    return held && held.spoken > 0 ? held.frames : [];
  }

  /** The last of that person's frames. */
  lastOf(userId: string): Frame | undefined {
    return this.#people.get(userId)?.frames.at(-1);
  }

  /** Everything in order, leaving out people who didn't speak. */
  take(): readonly Frame[] {
    const spoke = new Set([...this.#people].filter(([, { spoken }]) => spoken > 0).map(([userId]) => userId));
    const frames = this.#order.filter(({ userId }) => spoke.has(userId));
    this.#people.clear();
    this.#order = [];
    return frames;
  }
}
