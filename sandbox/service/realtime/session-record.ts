import type { Oddities } from '../../oddities.ts';
import { joined } from './input-audio.ts';

/** One event, in the order of the wire; sound is told by its length. */
export interface SeenEvent {
  readonly from: 'client' | 'service';
  readonly at: number;
  readonly event: Readonly<Record<string, unknown>>;
}

/** What tests and people see of a session. */
export interface SessionView {
  readonly number: number;
  readonly model: string;
  readonly open: boolean;
  readonly events: readonly SeenEvent[];
  /** What no document names but real services let pass. */
  readonly oddities: readonly string[];
  /** Everything that was appended: 16 kHz mono. */
  readonly audio: Int16Array;
  readonly heard: readonly string[];
  readonly said: readonly string[];
  readonly images: number;
  /** What the client said may be spoken of. */
  readonly hotWords: readonly string[];
  readonly closed: { readonly code: number; readonly reason: string } | undefined;
}

interface Desk {
  readonly now: () => number;
  readonly oddities: Oddities;
}

const mostEvents = 5_000;

/** Keeps what happened in one session. */
export class SessionRecord {
  readonly number: number;
  readonly model: string;
  readonly heard: string[] = [];
  readonly said: string[] = [];
  images = 0;
  hotWords: readonly string[] = [];
  closed: SessionView['closed'];
  readonly #now: () => number;
  readonly #noted: Oddities;
  readonly #events: SeenEvent[] = [];
  readonly #oddities = new Set<string>();
  readonly #audio: Int16Array[] = [];

  constructor(number: number, model: string, { now, oddities }: Desk) {
    this.number = number;
    this.model = model;
    this.#now = now;
    this.#noted = oddities;
  }

  odd(what: string): void {
    this.#oddities.add(what);
    this.#noted.note(`realtime: ${what}`);
  }

  came(event: Readonly<Record<string, unknown>>): void {
    this.#keep('client', event);
  }

  sent(event: Readonly<Record<string, unknown>>): void {
    this.#keep('service', event);
  }

  appended(samples: Int16Array): void {
    this.#audio.push(samples);
  }

  get view(): SessionView {
    const { number, model, heard, said, images, hotWords, closed } = this;
    const parts = this.#audio;
    const count = parts.length;
    return {
      number,
      model,
      open: closed === undefined,
      events: [...this.#events],
      oddities: [...this.#oddities],
      // Joined only for those who listen to it: sessions are looked at far more often.
      get audio() {
        return joined(parts.slice(0, count));
      },
      heard: [...heard],
      said: [...said],
      images,
      hotWords,
      closed,
    };
  }

  #keep(from: SeenEvent['from'], event: Readonly<Record<string, unknown>>): void {
    if (this.#events.length >= mostEvents) this.#events.shift();
    const short = Object.fromEntries(
      Object.entries(event).map(([name, value]) => [
        name,
        typeof value === 'string' && value.length > 2_000 ? `(${value.length} characters)` : value,
      ]),
    );
    this.#events.push({ from, at: this.#now(), event: short });
  }
}
