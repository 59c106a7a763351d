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

interface SessionLineOptions<Table extends EventSchemas> {
  readonly model: string;
  readonly signal: AbortSignal | undefined;
  /** The asked voice with its model, as it's remembered if it's refused. */
  readonly voice: string;
  /** What the service is told as it opens, with the asked voice or with its own. */
  readonly settings: (voice: 'asked' | 'own') => object;
  /** What the service sends, by type. */
  readonly schemas: Table;
}

/** What sessions of both interfaces tell. */
type SharedEvent =
  | { readonly is: 'trouble'; readonly trouble: RealtimeTrouble }
  /** Audio was dropped before sending, because the service didn't keep up. */
  | { readonly is: 'audio-dropped'; readonly droppedMs: number };

/** An answer or a translation that sends nothing for this long counts as ended. */
export const silentResponseMs = 20_000;

/**
 * What sessions of both interfaces have in common: they open, send audio in order, read what comes back, and tell their
 * listeners. If the service doesn't know a voice, its own is used (field notes 3 and 8).
 */
export abstract class SessionLine<Event extends { readonly is: string }, Table extends EventSchemas> {
  protected readonly warnings: FoldedLines;
  readonly #parts: SessionLineParts;
  readonly #options: SessionLineOptions<Table>;
  readonly #link: RealtimeLink;
  readonly #outbox: AudioOutbox;
  readonly #listeners = new Set<(event: Event | SharedEvent) => void>();
  readonly #ended = new AbortController();
  #voice: 'asked' | 'own';
  #isOpen = false;
  #heardAudio = false;

  constructor(parts: SessionLineParts, options: SessionLineOptions<Table>) {
    const { profile, clock, log } = parts;
    const { model, signal } = options;
    this.#parts = parts;
    this.#options = options;
    this.#voice = parts.refusedVoices.has(options.voice) ? 'own' : 'asked';
    this.warnings = new FoldedLines(log, clock);
    this.#link = new RealtimeLink({
      profile,
      clock,
      log,
      model,
      signal,
      tell: (news) => {
        if (news.is === 'event') this.#read(news.json);
        else this.#outbox.flush();
      },
    });
    this.#outbox = new AudioOutbox(
      () => this.#link.unsentBytes,
      (pcm) => this.#link.send('input_audio_buffer.append', { audio: base64Of(pcm) }),
      (droppedMs) => this.tell({ is: 'audio-dropped', droppedMs }),
    );
    void this.ended.then(() => {
      this.#ended.abort();
      this.warnings.close();
    });
  }

  /** Called with every event of the service. */
  protected abstract hearEvent(event: EventOf<Table>): void;

  /** Resolves with what the service made of the settings. @throws {ServiceError} */
  protected async agree(): Promise<WireSession> {
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
  protected get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Settled for good, so it can be read later, too. */
  get ended(): Promise<LinkEnd> {
    return this.#link.ended;
  }

  /** Aborts when it ends. */
  protected get signal(): AbortSignal {
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
  protected get heardAudio(): boolean {
    return this.#heardAudio;
  }

  /** If a listener throws, the session and the others go on. */
  protected tell(event: Event | SharedEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#parts.log.error({ err: error, event: event.is }, 'a listener of a realtime session failed');
      }
    }
  }

  /** Returns a function that stops listening. */
  onEvent(listener: (event: Event | SharedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(pcm: Uint8Array): void {
    if (this.over || pcm.length === 0) return;
    this.#heardAudio = true;
    this.#outbox.append(pcm);
  }

  protected sendPicture(jpeg: Uint8Array): void {
    this.behind('input_image_buffer.append', { image: base64Of(jpeg) });
  }

  /** Sends after all the waiting audio. */
  protected behind(type: string, fields?: Readonly<Record<string, unknown>>): void {
    this.#outbox.behind(() => this.#link.send(type, fields));
  }

  /** Sends right away. */
  protected send(type: string, fields?: Readonly<Record<string, unknown>>): void {
    this.#link.send(type, fields);
  }

  /** Drops the waiting audio. */
  protected dropWaiting(): void {
    this.#outbox.clear();
  }

  /** The service reports an error that the session survives. */
  protected warn(trouble: RealtimeTrouble, code: string | undefined): void {
    this.warnings.warn(trouble.is, { trouble: trouble.is, code }, 'the realtime service reports an error');
  }

  /** Takes the service's own voice, once: it accepted another one, but can't answer with it. */
  protected replaceVoice(): void {
    if (this.#voice === 'asked') this.send('session.update', { session: this.#ownVoice() });
  }

  close(): void {
    this.dropWaiting();
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
    const { voice, settings } = this.#options;
    this.#voice = 'own';
    this.#parts.refusedVoices.add(voice);
    return settings('own');
  }

  #read(json: unknown): void {
    const event = readEvent(this.#options.schemas, json);
    if ('name' in event)
      this.#parts.log.debug({ event: event.name, is: event.type }, 'ignored an event from the service');
    this.hearEvent(event);
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
