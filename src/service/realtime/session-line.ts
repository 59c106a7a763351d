import type { Logger } from 'pino';
import { z } from 'zod';
import { RecentIds } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { FoldedLines } from '../../operations/folded-lines.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';
import { AudioOutbox, base64Of } from './audio.ts';
import { type RealtimeTrouble, troubleOf } from './error-class.ts';
import { type LinkEnd, RealtimeLink } from './link.ts';
import type { WireSession } from './wire-basics.ts';

const mostRefused = 100;

/** Voices that the service refused, so no later session asks for them. */
export class RefusedVoices extends RecentIds {
  constructor() {
    super(mostRefused);
  }
}

export interface SessionLineParts {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  readonly refusedVoices: RefusedVoices;
}

export interface SessionLineOptions<Table extends EventSchemas> extends SessionLineParts {
  readonly model: string;
  readonly signal: AbortSignal | undefined;
  /** The asked voice with its model, as it's remembered if it's refused. */
  readonly voice: string;
  /** What the service is told as it opens, with the asked voice or with its own. */
  readonly settings: (voice: 'asked' | 'own') => object;
  /** What the service sends, by type. */
  readonly schemas: Table;
  readonly hear: (event: EventOf<Table>) => void;
  /** The service didn't keep up, so this much audio was dropped. */
  readonly onDropped: (droppedMs: number) => void;
}

/**
 * What sessions of both interfaces have in common: they open, send audio in order, read what comes back, and tell their
 * listeners. If the service doesn't know a voice, its own is used (field notes 3 and 8).
 */
export class SessionLine<Event extends { readonly is: string }, Table extends EventSchemas> {
  readonly warnings: FoldedLines;
  readonly #options: Omit<SessionLineOptions<Table>, 'hear' | 'onDropped' | 'schemas'>;
  readonly #link: RealtimeLink;
  readonly #outbox: AudioOutbox;
  readonly #listeners: Listeners<Event>;
  readonly #ended = new AbortController();
  #voice: 'asked' | 'own';
  #isOpen = false;
  #heardAudio = false;

  constructor(options: SessionLineOptions<Table>) {
    const { profile, clock, log, model, signal, schemas, hear, onDropped } = options;
    this.#options = options;
    this.#voice = options.refusedVoices.has(options.voice) ? 'own' : 'asked';
    this.warnings = new FoldedLines(log, clock);
    this.#link = new RealtimeLink({
      profile,
      clock,
      log,
      model,
      signal,
      tell: (news) => {
        if (news.is === 'event') hear(readEvent(schemas, news.json));
        else this.#outbox.flush();
      },
    });
    this.#listeners = new Listeners(log);
    this.#outbox = new AudioOutbox(
      () => this.#link.unsentBytes,
      (pcm) => this.#link.send('input_audio_buffer.append', { audio: base64Of(pcm) }),
      onDropped,
    );
    void this.ended.then(() => {
      this.#ended.abort();
      this.warnings.close();
    });
  }

  /** Resolves with what the service made of the settings. @throws {ServiceError} */
  async open(): Promise<WireSession> {
    try {
      await this.#link.open();
      const session = await this.#configure();
      this.#isOpen = true;
      return session;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Until then, an error is the answer to the opening. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Settled for good, so it can be read later, too. */
  get ended(): Promise<LinkEnd> {
    return this.#link.ended;
  }

  /** Aborts when it ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get over(): boolean {
    return this.#link.over;
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
    this.#outbox.behind(() => this.#link.send(type, fields));
  }

  /** Sends right away. */
  send(type: string, fields?: Readonly<Record<string, unknown>>): void {
    this.#link.send(type, fields);
  }

  /** Drops the waiting audio. */
  clear(): void {
    this.#outbox.clear();
  }

  /** The service reports an error that the session survives. */
  warn(trouble: RealtimeTrouble, code: string | undefined): void {
    this.warnings.warn(trouble.is, { trouble: trouble.is, code }, 'the realtime service reports an error');
  }

  /** Takes the service's own voice, once: it accepted another one, but can't answer with it. */
  replaceVoice(): void {
    if (this.#voice === 'asked') this.send('session.update', { session: this.#ownVoice() });
  }

  close(): void {
    this.clear();
    this.#link.close();
  }

  async #configure(): Promise<WireSession> {
    const { settings } = this.#options;
    if (this.#voice === 'own') return await this.#link.configure(settings('own'));
    try {
      return await this.#link.configure(settings('asked'));
    } catch (error) {
      if (!(error instanceof ServiceError) || this.over) throw error;
      const trouble = troubleOf({ code: error.code, message: error.providerMessage });
      if (trouble.is !== 'voice-unknown') throw error;
      return await this.#link.configure(this.#ownVoice());
    }
  }

  /** The settings with it. No later session asks for the other one. */
  #ownVoice(): object {
    const { refusedVoices, voice, settings } = this.#options;
    this.#voice = 'own';
    refusedVoices.add(voice);
    return settings('own');
  }
}

export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** A checked event. `unknown` is harmless; `malformed` has a type we know but can't be read. */
export type EventOf<Table extends EventSchemas> =
  | {
      [Type in keyof Table & string]: { readonly type: Type; readonly data: z.infer<Table[Type]> };
    }[keyof Table & string]
  | { readonly type: 'unknown' | 'malformed'; readonly name: string };

const envelope = z.looseObject({ type: z.string() });

/** Reads an event's JSON with the schema for its type. */
export function readEvent<Table extends EventSchemas>(schemas: Table, json: unknown): EventOf<Table> {
  const named = envelope.safeParse(json);
  if (!named.success) return { type: 'malformed', name: '' };
  const name = named.data.type;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) return { type: 'unknown', name: name.slice(0, 100) };
  const parsed = schema.safeParse(json);
  // The type and its data always match, but the compiler can't see that through the table.
  return parsed.success ? ({ type: name, data: parsed.data } as EventOf<Table>) : { type: 'malformed', name };
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
