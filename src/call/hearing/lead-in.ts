import { rtpClockHz } from '../../voice/packets/audio.ts';
import type { SpeechFrame } from './speech-frame.ts';

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
