import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import type { ServiceProfile } from '../../profile.ts';
import { base64Of } from '../audio.ts';
import { AudioOutbox } from '../audio-outbox.ts';
import { type RealtimeTrouble, troubleOf } from '../error-class.ts';
import { RealtimeLink } from '../link.ts';
import { Listeners } from '../listeners.ts';
import { conversationModel } from '../models.ts';
import { VoiceFallback } from '../voice-fallback.ts';
import { agreedOf } from './conversation-reading.ts';
import type {
  AgreedSettings,
  ConversationEnd,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from './conversation-types.ts';
import { InputHearing } from './input-hearing.ts';
import { OpenCalls } from './open-calls.ts';
import { ResponseHearing } from './response-hearing.ts';
import { ResponseTurns } from './response-turns.ts';
import { wireSession } from './session-update.ts';
import { readWireEvent, type WireEvent } from './wire-events.ts';

export interface SessionParts {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** An answer of which nothing came for so long counts as ended. Default 20 s. */
  readonly silentResponseMs?: number;
}

const defaultSilentResponseMs = 20_000;

/** A conversation over the service's WebSocket interface (document 2 B), from opening to closing. */
export class SocketConversation implements ConversationSession {
  readonly ended: Promise<ConversationEnd>;
  readonly #parts: SessionParts;
  readonly #link: RealtimeLink;
  readonly #outbox: AudioOutbox;
  readonly #voice: VoiceFallback;
  readonly #turns: ResponseTurns;
  readonly #input: InputHearing;
  readonly #responses: ResponseHearing;
  readonly #calls = new OpenCalls();
  readonly #listeners: Listeners<ConversationEvent>;
  #agreed: AgreedSettings = agreedOf(undefined);
  #opening = true;
  #heardAudio = false;

  constructor(settings: ConversationSettings, parts: SessionParts, signal?: AbortSignal) {
    const { profile, clock, log } = parts;
    this.#parts = parts;
    this.#link = new RealtimeLink({
      profile,
      clock,
      model: settings.model,
      signal,
      onEvent: (json) => this.#hear(readWireEvent(json)),
      onSent: () => this.#outbox.flush(),
    });
    const { defaultVoice } = conversationModel(settings.model);
    this.#voice = new VoiceFallback(
      this.#link,
      () => wireSession(settings),
      () => wireSession({ ...settings, voice: defaultVoice }),
    );
    this.ended = this.#link.ended;
    this.#listeners = new Listeners(log);
    const tell = (event: ConversationEvent) => this.#listeners.tell(event);
    this.#outbox = new AudioOutbox({
      unsentBytes: () => this.#link.unsentBytes,
      send: (pcm) => this.#link.send('input_audio_buffer.append', { audio: base64Of(pcm) }),
      onDropped: (droppedMs) => tell({ is: 'audio-dropped', droppedMs }),
    });
    const turns = new ResponseTurns({
      create: () => this.#outbox.behind(() => this.#link.send('response.create')),
      cancel: () => this.#link.send('response.cancel'),
    });
    this.#turns = turns;
    this.#input = new InputHearing({ turns, tell });
    this.#responses = new ResponseHearing({ clock, log, turns, calls: this.#calls, tell });
  }

  /** @throws {ServiceError} */
  async open(): Promise<void> {
    try {
      await this.#link.open();
      this.#agreed = agreedOf(await this.#voice.configure());
    } catch (error) {
      this.#link.close();
      throw error;
    }
    this.#opening = false;
    const over = new AbortController();
    void this.ended.then(() => over.abort());
    void this.#responses.watch(this.#parts.silentResponseMs ?? defaultSilentResponseMs, over.signal);
  }

  get agreed(): AgreedSettings {
    return this.#agreed;
  }

  get over(): boolean {
    return this.#link.over;
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  append(pcm: Uint8Array): void {
    if (this.over || pcm.length === 0) return;
    this.#heardAudio = true;
    this.#outbox.append(pcm);
  }

  show(jpeg: Uint8Array): boolean {
    if (this.over || !this.#heardAudio) return false;
    const image = base64Of(jpeg);
    this.#outbox.behind(() => this.#link.send('input_image_buffer.append', { image }));
    return true;
  }

  commit(): void {
    this.#outbox.behind(() => this.#link.send('input_audio_buffer.commit'));
  }

  clear(): void {
    this.#outbox.clear();
    this.#link.send('input_audio_buffer.clear');
  }

  respond(): void {
    this.#turns.want();
  }

  instruct(instructions: string): void {
    this.#link.send('session.update', { session: { instructions } });
  }

  cancel(): void {
    this.#turns.cancel();
  }

  answerTool(callId: string, output: string): void {
    const answered = this.#calls.answered(callId);
    if (answered === 'unknown') return;
    const item = { type: 'function_call_output', call_id: callId, output };
    this.#link.send('conversation.item.create', { item });
    if (answered === 'last') this.#turns.want();
  }

  close(): void {
    this.#outbox.clear();
    this.#link.close();
  }

  #hear(event: WireEvent): void {
    this.#responses.signOfLife();
    switch (event.type) {
      case 'session.created':
        break;
      case 'session.updated':
        this.#agreed = agreedOf(event.data.session);
        break;
      case 'error':
        // While it opens, an error is the answer to the opening.
        if (!this.#opening) this.#trouble(troubleOf(event.data.error), event.data.error.code);
        break;
      case 'malformed':
      case 'unknown':
        this.#parts.log.debug({ event: event.name, is: event.type }, 'ignored an event from the service');
        break;
      default:
        if (event.type.startsWith('response.')) this.#responses.hear(event);
        else this.#input.hear(event);
    }
  }

  #trouble(trouble: RealtimeTrouble, code: string | undefined): void {
    if (trouble.is === 'nothing-running') return;
    if (trouble.is === 'response-running' || trouble.is === 'somebody-speaks') {
      this.#turns.refused(trouble.is);
      return;
    }
    this.#parts.log.warn({ trouble: trouble.is, code }, 'the realtime service reports an error');
    this.#turns.notBegun();
    if (trouble.is === 'voice-unknown') this.#voice.fallBack();
    this.#listeners.tell({ is: 'trouble', trouble });
  }
}
