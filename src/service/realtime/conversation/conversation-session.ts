import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import { ServiceError } from '../../errors.ts';
import type { ServiceProfile } from '../../profile.ts';
import { pcmOfBase64 } from '../audio.ts';
import { AudioOutbox } from '../audio-outbox.ts';
import { type RealtimeTrouble, troubleOf } from '../error-class.ts';
import { RealtimeLink } from '../link.ts';
import { conversationModel } from '../models.ts';
import type { WireSession } from '../wire-basics.ts';
import { agreedOf, endOf, sourcesOf, usageOf } from './conversation-reading.ts';
import type {
  AgreedSettings,
  ConversationEnd,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from './conversation-types.ts';
import { ResponseTurns } from './response-turns.ts';
import { wireSession } from './session-update.ts';
import { readWireEvent, type WireEvent, type WireResponse } from './wire-events.ts';

export interface SessionParts {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** An answer of which nothing came for so long counts as ended. Default 20 s. */
  readonly silentResponseMs?: number;
}

const defaultSilentResponseMs = 20_000;

/** The response that runs, and what came of it. */
interface RunningResponse {
  readonly id: string;
  text: string;
  heardAt: number;
}

/** A conversation over the service's WebSocket interface (document 2 B), from its opening to its end. */
export class SocketConversation implements ConversationSession {
  readonly ended: Promise<ConversationEnd>;
  readonly #parts: SessionParts;
  readonly #settings: ConversationSettings;
  readonly #link: RealtimeLink;
  readonly #outbox: AudioOutbox;
  readonly #turns: ResponseTurns;
  readonly #listeners = new Set<(event: ConversationEvent) => void>();
  /** Calls by the response they came in, whose results are still to be sent. */
  readonly #calls = new Map<string, Set<string>>();
  #agreed: AgreedSettings = agreedOf(undefined);
  #response: RunningResponse | undefined;
  #heardAudio = false;
  #fellBack = false;

  constructor(settings: ConversationSettings, parts: SessionParts, signal?: AbortSignal) {
    const { profile, clock } = parts;
    this.#parts = parts;
    this.#settings = settings;
    this.#link = new RealtimeLink({
      profile,
      clock,
      model: settings.model,
      signal,
      onEvent: (json) => this.#hear(readWireEvent(json)),
      onSent: () => this.#outbox.flush(),
    });
    this.ended = this.#link.ended;
    this.#outbox = new AudioOutbox({
      unsentBytes: () => this.#link.unsentBytes,
      send: (pcm) => this.#link.send('input_audio_buffer.append', { audio: base64Of(pcm) }),
      onDropped: (droppedMs) => this.#tell({ is: 'audio-dropped', droppedMs }),
    });
    this.#turns = new ResponseTurns({
      create: () => this.#link.send('response.create'),
      cancel: () => this.#link.send('response.cancel'),
    });
  }

  /** @throws {ServiceError} */
  async open(): Promise<void> {
    try {
      await this.#link.open();
      this.#agreed = agreedOf(await this.#configure());
    } catch (error) {
      this.#link.close();
      throw error;
    }
    void this.#watchResponses();
  }

  get agreed(): AgreedSettings {
    return this.#agreed;
  }

  get over(): boolean {
    return this.#link.over;
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  append(pcm: Uint8Array): void {
    if (this.over || pcm.length === 0) return;
    this.#heardAudio = true;
    this.#outbox.append(pcm);
  }

  show(jpeg: Uint8Array): boolean {
    return this.#heardAudio && this.#link.send('input_image_buffer.append', { image: base64Of(jpeg) });
  }

  commit(): void {
    this.#link.send('input_audio_buffer.commit');
  }

  clear(): void {
    this.#outbox.clear();
    this.#link.send('input_audio_buffer.clear');
  }

  respond(): void {
    this.#turns.want();
  }

  cancel(): void {
    this.#turns.cancel();
  }

  answerTool(callId: string, output: string): void {
    const responseId = [...this.#calls].find(([, calls]) => calls.has(callId))?.[0];
    if (responseId === undefined) return;
    const item = { type: 'function_call_output', call_id: callId, output };
    this.#link.send('conversation.item.create', { item });
    const open = this.#calls.get(responseId);
    open?.delete(callId);
    if (open?.size !== 0) return;
    this.#calls.delete(responseId);
    this.#turns.want();
  }

  close(): void {
    this.#outbox.clear();
    this.#link.close();
  }

  /** A voice that the service does not know is no reason not to talk (field notes 3). */
  async #configure(): Promise<WireSession> {
    try {
      return await this.#link.configure(wireSession(this.#settings));
    } catch (error) {
      if (!(error instanceof ServiceError) || this.#link.over) throw error;
      const trouble = troubleOf({ code: error.code, message: error.providerMessage });
      if (trouble.is !== 'voice-unknown') throw error;
      this.#fellBack = true;
      this.#tell({ is: 'trouble', trouble });
      return await this.#link.configure(wireSession(this.#withDefaultVoice()));
    }
  }

  #withDefaultVoice(): ConversationSettings {
    return { ...this.#settings, voice: conversationModel(this.#settings.model).defaultVoice };
  }

  #hear(event: WireEvent): void {
    if (this.#response) this.#response.heardAt = this.#parts.clock.now();
    switch (event.type) {
      case 'session.created':
        break;
      case 'session.updated':
        this.#agreed = agreedOf(event.data.session);
        break;
      case 'error':
        this.#trouble(troubleOf(event.data.error), event.data.error.code);
        break;
      case 'malformed':
      case 'unknown':
        this.#parts.log.debug({ event: event.name, is: event.type }, 'an event of the service passes by');
        break;
      default:
        if (event.type.startsWith('response.')) this.#hearResponse(event);
        else this.#hearInput(event);
    }
  }

  #hearInput(event: WireEvent): void {
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
        this.#turns.speechStarted();
        this.#tell({
          is: 'speech-started',
          itemId: event.data.item_id,
          atMs: event.data.audio_start_ms ?? 0,
        });
        break;
      case 'input_audio_buffer.speech_stopped':
        this.#turns.speechStopped();
        this.#tell({ is: 'speech-stopped', itemId: event.data.item_id, atMs: event.data.audio_end_ms ?? 0 });
        break;
      case 'input_audio_buffer.committed':
        this.#tell({ is: 'committed', itemId: event.data.item_id });
        break;
      case 'input_audio_buffer.cleared':
        this.#tell({ is: 'cleared' });
        break;
      case 'conversation.item.input_audio_transcription.delta': {
        const { item_id: itemId, text = '', stash = '', language, emotion } = event.data;
        this.#tell({ is: 'hearing', itemId, sure: text, unsure: stash, language, emotion });
        break;
      }
      case 'conversation.item.input_audio_transcription.completed':
        this.#tell({ is: 'heard', itemId: event.data.item_id, text: event.data.transcript ?? '' });
        break;
      case 'conversation.item.input_audio_transcription.failed':
        this.#tell({ is: 'not-understood', itemId: event.data.item_id });
        break;
      default:
    }
  }

  #hearResponse(event: WireEvent): void {
    if (event.type === 'response.created') {
      this.#begin(event.data.response.id);
      return;
    }
    if (event.type === 'response.done') {
      this.#finish(event.data.response);
      return;
    }
    const responseId = 'data' in event && 'response_id' in event.data ? event.data.response_id : undefined;
    const response = this.#response;
    // What still comes of a response that is over belongs to nobody.
    if (!response || response.id !== responseId) return;
    switch (event.type) {
      case 'response.text.delta':
      case 'response.audio_transcript.delta':
        response.text += event.data.delta;
        this.#tell({ is: 'answer-text', responseId: response.id, delta: event.data.delta });
        break;
      case 'response.text.done':
        this.#textDone(response, event.data.text);
        break;
      case 'response.audio_transcript.done':
        this.#textDone(response, event.data.transcript);
        break;
      case 'response.audio.delta': {
        const pcm = pcmOfBase64(event.data.delta);
        if (pcm) this.#tell({ is: 'answer-audio', responseId: response.id, pcm });
        else this.#parts.log.warn({ responseId: response.id }, 'audio that is no Base64 was left out');
        break;
      }
      case 'response.audio.done':
        this.#tell({ is: 'answer-audio-done', responseId: response.id });
        break;
      case 'response.function_call_arguments.done': {
        const { call_id: callId, name = '', arguments: given } = event.data;
        this.#noteCall(response, callId);
        const call = { callId, name, arguments: given.trim() };
        this.#tell({ is: 'tool-call', responseId: response.id, call });
        break;
      }
      default:
    }
  }

  #noteCall(response: RunningResponse, callId: string): void {
    const calls = this.#calls.get(response.id) ?? new Set();
    calls.add(callId);
    this.#calls.set(response.id, calls);
  }

  #textDone(response: RunningResponse, whole: string | undefined): void {
    this.#tell({ is: 'answer-text-done', responseId: response.id, text: whole || response.text });
  }

  #begin(id: string): void {
    // A second one without the end of the first: the first will not be heard of again.
    if (this.#response && this.#response.id !== id) this.#finishSilently(this.#response, 'unknown');
    this.#turns.began(id);
    const heardAt = this.#parts.clock.now();
    this.#response = { id, text: '', heardAt };
    this.#tell({ is: 'response-started', responseId: id });
  }

  /** Final whatever its status; twice is once. */
  #finish(wire: WireResponse): void {
    if (this.#response?.id !== wire.id) return;
    this.#response = undefined;
    this.#tell({
      is: 'response-ended',
      responseId: wire.id,
      end: endOf(wire.status),
      usage: usageOf(wire),
      sources: sourcesOf(wire),
    });
    this.#turns.ended(wire.id);
  }

  #finishSilently(response: RunningResponse, end: 'silent' | 'unknown'): void {
    this.#response = undefined;
    this.#tell({ is: 'response-ended', responseId: response.id, end, usage: undefined, sources: [] });
    this.#turns.ended(response.id);
  }

  #trouble(trouble: RealtimeTrouble, code: string | undefined): void {
    if (trouble.is === 'nothing-running') return;
    if (trouble.is === 'response-running' || trouble.is === 'somebody-speaks') {
      this.#turns.refused(trouble.is);
      return;
    }
    this.#parts.log.warn({ trouble: trouble.is, code }, 'the realtime service reports an error');
    if (trouble.is === 'voice-unknown' && !this.#fellBack) {
      this.#fellBack = true;
      this.#link.send('session.update', { session: wireSession(this.#withDefaultVoice()) });
    }
    this.#tell({ is: 'trouble', trouble });
  }

  /** A response whose end never comes does not block those after it. */
  async #watchResponses(): Promise<void> {
    const { clock, silentResponseMs = defaultSilentResponseMs } = this.#parts;
    const over = new AbortController();
    void this.ended.then(() => over.abort());
    while (!this.over) {
      const due = (this.#response?.heardAt ?? clock.now()) + silentResponseMs;
      await clock.sleep(Math.max(1, due - clock.now()), over.signal).catch(() => undefined);
      const response = this.#response;
      if (!this.over && response && clock.now() - response.heardAt >= silentResponseMs)
        this.#finishSilently(response, 'silent');
    }
  }

  #tell(event: ConversationEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#parts.log.error(
          { err: error, event: event.is },
          'somebody who listens to a conversation failed',
        );
      }
    }
  }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
