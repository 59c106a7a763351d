import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { ServiceProfile } from '../profile.ts';
import { base64Of } from './audio.ts';
import { AudioOutbox } from './audio-outbox.ts';
import { RealtimeLink } from './link.ts';

export interface SessionLineParts {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface SessionLineOptions extends SessionLineParts {
  readonly model: string;
  readonly signal: AbortSignal | undefined;
  readonly onEvent: (json: unknown) => void;
  /** The service didn't keep up, so this much audio was dropped. */
  readonly onDropped: (droppedMs: number) => void;
}

/** A session's way to the service and back: sends audio in order, and passes events on to its listeners. */
export class SessionLine<Event extends { readonly is: string }> {
  readonly link: RealtimeLink;
  readonly #outbox: AudioOutbox;
  readonly #listeners: Listeners<Event>;
  #heardAudio = false;

  constructor({ profile, clock, log, model, signal, onEvent, onDropped }: SessionLineOptions) {
    this.link = new RealtimeLink({
      profile,
      clock,
      log,
      model,
      signal,
      onEvent,
      onSent: () => this.#outbox.flush(),
    });
    this.#listeners = new Listeners(log);
    this.#outbox = new AudioOutbox({
      unsentBytes: () => this.link.unsentBytes,
      send: (pcm) => this.link.send('input_audio_buffer.append', { audio: base64Of(pcm) }),
      onDropped,
    });
  }

  get over(): boolean {
    return this.link.over;
  }

  /** How much audio couldn't be sent yet. */
  get waitingMs(): number {
    return this.#outbox.waitingMs;
  }

  /** A picture may only be sent after audio (document 2, "Limits"). */
  get heardAudio(): boolean {
    return this.#heardAudio;
  }

  tell(event: Event): void {
    this.#listeners.tell(event);
  }

  onEvent(listener: (event: Event) => void): () => void {
    return this.#listeners.add(listener);
  }

  append(pcm: Uint8Array): void {
    if (this.over || pcm.length === 0) return;
    this.#heardAudio = true;
    this.#outbox.append(pcm);
  }

  show(jpeg: Uint8Array): void {
    const image = base64Of(jpeg);
    this.behind('input_image_buffer.append', { image });
  }

  /** Sends after all the waiting audio. */
  behind(type: string, fields?: Readonly<Record<string, unknown>>): void {
    this.#outbox.behind(() => this.link.send(type, fields));
  }

  /** Sends right away. */
  send(type: string, fields?: Readonly<Record<string, unknown>>): void {
    this.link.send(type, fields);
  }

  /** Drops the waiting audio. */
  clear(): void {
    this.#outbox.clear();
  }

  close(): void {
    this.clear();
    this.link.close();
  }
}

/** The listeners of a session. If one throws, the session and the others go on. */
class Listeners<Event extends { readonly is: string }> {
  readonly #log: Logger;
  readonly #listeners = new Set<(event: Event) => void>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Returns a function that stops listening. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, event: event.is }, 'a listener of a realtime session failed');
      }
    }
  }
}
