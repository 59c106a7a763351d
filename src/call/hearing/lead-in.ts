import { rtpClockHz } from '../../voice/packets/audio.ts';
import type { SpeechFrame } from './voice-detector.ts';

const mostMs = 200;
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
    return last && isNext(last, first) ? frames : [];
  }

  remove(userId: string): void {
    this.#frames.delete(userId);
  }
}

function isNext(one: SpeechFrame, other: SpeechFrame): boolean {
  return ((other.rtpTimestamp - one.rtpTimestamp) | 0) === frameTicks;
}
