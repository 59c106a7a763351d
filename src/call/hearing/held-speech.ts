import { heardRateHz, rtpClockHz } from '../../voice/packets/audio.ts';
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

export interface TimedFrame extends SpeechFrame {
  readonly atMs: number;
}

/** This much speech after another person fell silent is a turn of its own. */
const goesOnMs = 160;
/** Something shorter may be a “mhm”, which takes nobody's answer away. */
const shortMs = 1_000;
/** It waits no longer than that. */
const longestWaitMs = 8_000;

/** People who speak during another person's turn: each one is heard after it, whole, in the order in which they began. */
export class Line {
  readonly #held: HeldSpeech<TimedFrame>;
  /** When each of them spoke. */
  readonly #spokeAt = new Map<string, number[]>();

  /** @param mostMs of each person */
  constructor(mostMs: number) {
    this.#held = new HeldSpeech(mostMs);
  }

  /** The person who began first. */
  get next(): string | undefined {
    return this.#held.firstSpeaker;
  }

  spokenMs(userId: string): number {
    return this.#held.spokenMs(userId);
  }

  add(frame: TimedFrame): void {
    this.#held.add(frame, frame.speech);
    if (!frame.speech) return;
    const recent = (this.#spokeAt.get(frame.userId) ?? []).slice(1 - goesOnMs / 20);
    this.#spokeAt.set(frame.userId, [...recent, frame.atMs]);
  }

  remove(userId: string): void {
    this.#held.drop(userId);
    this.#spokeAt.delete(userId);
  }

  /** Whether any other person has spoken for a while since then. */
  goesOnWithout(userId: string, sinceMs: number): boolean {
    return [...this.#spokeAt].some(
      ([id, times]) => id !== userId && times.length >= goesOnMs / 20 && (times[0] ?? 0) > sinceMs,
    );
  }

  /** What the next one said so far. @param mayInterrupt otherwise, a short word waits */
  takeNext(nowMs: number, mayInterrupt: boolean): readonly TimedFrame[] {
    const next = this.next;
    if (next === undefined) return [];
    if (!mayInterrupt && this.#isShort(next, nowMs)) return [];
    this.#spokeAt.delete(next);
    return this.#held.takeOf(next);
  }

  #isShort(userId: string, nowMs: number): boolean {
    if (this.#held.spokenMs(userId) >= shortMs) return false;
    const spokeAtMs = this.#spokeAt.get(userId)?.at(-1) ?? 0;
    return nowMs - spokeAtMs < longestWaitMs;
  }
}

/** The longest beginning of a word without a voice or in doubt, and what's quiet before it. */
const mostMs = 900;
/** What belongs to a word before it's loud enough to be one. */
const quietMs = 100;
const frameTicks = rtpClockHz / 50;

/** The quiet beginning of a first word: what came just before it was loud enough to be speech. */
export class LeadIn {
  readonly #frames = new Map<string, SpeechFrame[]>();

  /** 20 ms that don't seem to be speech so far. */
  add(frame: SpeechFrame): void {
    const frames = this.#frames.get(frame.userId) ?? [];
    const last = frames.at(-1);
    const goesOn = last !== undefined && isNext(last, frame);
    this.#frames.set(frame.userId, [...(goesOn ? frames : []), frame].slice(-mostMs / 20));
  }

  /** What belongs just before it, oldest first. */
  take(first: SpeechFrame): readonly SpeechFrame[] {
    const frames = this.#frames.get(first.userId) ?? [];
    this.#frames.delete(first.userId);
    const last = frames.at(-1);
    const count = Math.ceil((first.soundMs + quietMs) / 20);
    return last && isNext(last, first) ? frames.slice(-count) : [];
  }

  remove(userId: string): void {
    this.#frames.delete(userId);
  }
}

function isNext(one: SpeechFrame, other: SpeechFrame): boolean {
  return ((other.rtpTimestamp - one.rtpTimestamp) | 0) === frameTicks;
}

/** One append: 100 ms (field notes 3). */
const chunkSamples = heardRateHz / 10;

/** One person's samples, given on as soon as there are enough for an append. */
export class Chunks {
  readonly #give: (pcm: Uint8Array) => void;
  #samples = new Int16Array(chunkSamples);
  #count = 0;

  constructor(give: (pcm: Uint8Array) => void) {
    this.#give = give;
  }

  add(samples: Int16Array): void {
    for (let from = 0; from < samples.length; ) {
      const some = samples.subarray(from, from + chunkSamples - this.#count);
      this.#samples.set(some, this.#count);
      this.#count += some.length;
      from += some.length;
      if (this.#count === chunkSamples) this.giveRest();
    }
  }

  /** A short one, by the speaker's own clock. */
  addSilence(durationMs: number): void {
    this.add(new Int16Array(Math.round((durationMs * heardRateHz) / 1_000)));
  }

  giveRest(): void {
    const rest = this.#samples.subarray(0, this.#count);
    if (rest.length === 0) return;
    this.forgetRest();
    this.#give(new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength));
  }

  forgetRest(): void {
    this.#samples = new Int16Array(chunkSamples);
    this.#count = 0;
  }
}
