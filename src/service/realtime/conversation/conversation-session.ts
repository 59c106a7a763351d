import { type RealtimeTrouble, troubleOf } from '../error-class.ts';
import type { LinkEnd } from '../link.ts';
import { conversationModel } from '../models.ts';
import { SessionLine, type SessionLineParts } from '../session-line.ts';
import type { WireSession } from '../wire-basics.ts';
import type {
  AfterResult,
  AgreedSettings,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from './conversation-types.ts';
import { ConversationHearing } from './hearing.ts';
import { OpenCalls, ResponseTurns, ToolsAway } from './response-turns.ts';
import { wireSession } from './session-update.ts';
import { conversationEvents, type WireEvent } from './wire-events.ts';

const defaultSilentResponseMs = 20_000;

/** A conversation over the service's WebSocket interface (document 2 B), from opening to closing. */
export class SocketConversation implements ConversationSession {
  readonly ended: Promise<LinkEnd>;
  readonly #parts;
  readonly #line: SessionLine<ConversationEvent, typeof conversationEvents>;
  readonly #turns: ResponseTurns;
  readonly #hearing: ConversationHearing;
  readonly #calls = new OpenCalls();
  readonly #tools: ToolsAway;
  #agreed: AgreedSettings = agreedOf(undefined);

  constructor(
    settings: ConversationSettings,
    parts: SessionLineParts & {
      /** An answer that sends nothing for this long counts as ended. Default 20 s. */
      readonly silentResponseMs?: number;
    },
    signal?: AbortSignal,
  ) {
    const { clock, log } = parts;
    this.#parts = parts;
    const { model } = settings;
    const { defaultVoice } = conversationModel(model);
    const tell = (event: ConversationEvent) => this.#line.tell(event);
    this.#line = new SessionLine({
      ...{ ...parts, model, signal, schemas: conversationEvents },
      voice: `${model}/${settings.voice ?? ''}`,
      settings: (voice) => wireSession(voice === 'own' ? { ...settings, voice: defaultVoice } : settings),
      hear: (event) => this.#hear(event),
      onDropped: (droppedMs) => tell({ is: 'audio-dropped', droppedMs }),
    });
    this.ended = this.#line.ended;
    this.#tools = new ToolsAway(settings.tools, (session) => this.#line.send('session.update', { session }));
    const turns = new ResponseTurns({
      create: (withTools) => {
        if (!withTools) this.#tools.takeAway();
        this.#line.behind('response.create');
      },
      cancel: () => this.#line.send('response.cancel'),
      over: () => this.#tools.giveBack(),
    });
    this.#turns = turns;
    this.#hearing = new ConversationHearing({
      clock,
      log,
      warnings: this.#line.warnings,
      turns,
      calls: this.#calls,
      tell,
    });
  }

  /** @throws {ServiceError} */
  async open(): Promise<void> {
    this.#agreed = agreedOf(await this.#line.open());
    const { silentResponseMs = defaultSilentResponseMs } = this.#parts;
    void this.#hearing.watch(silentResponseMs, this.#line.signal);
  }

  get agreed(): AgreedSettings {
    return this.#agreed;
  }

  get over(): boolean {
    return this.#line.over;
  }

  get waitingMs(): number {
    return this.#line.waitingMs;
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    return this.#line.onEvent(listener);
  }

  append(pcm: Uint8Array): void {
    this.#line.append(pcm);
  }

  show(jpeg: Uint8Array): boolean {
    if (this.over || !this.#line.heardAudio) return false;
    this.#line.show(jpeg);
    return true;
  }

  endTurn(): void {
    this.#line.behind('input_audio_buffer.commit');
    this.respond();
  }

  clear(): void {
    this.#line.clear();
    this.#line.send('input_audio_buffer.clear');
  }

  respond(): void {
    this.#turns.want();
  }

  instruct(instructions: string): void {
    this.#line.send('session.update', { session: { instructions } });
  }

  cancel(): void {
    this.#turns.cancel();
  }

  answerTool(callId: string, output: string, after: AfterResult = 'answer'): void {
    if (!this.#calls.answered(callId, after)) return;
    const item = { type: 'function_call_output', call_id: callId, output };
    this.#line.send('conversation.item.create', { item });
    this.#turns.wantDue(this.#calls);
  }

  close(): void {
    this.#line.close();
  }

  #hear(event: WireEvent): void {
    this.#hearing.signOfLife();
    switch (event.type) {
      case 'session.created':
        break;
      case 'session.updated':
        this.#agreed = agreedOf(event.data.session);
        break;
      case 'error':
        if (this.#line.isOpen) this.#trouble(troubleOf(event.data.error), event.data.error.code);
        break;
      case 'malformed':
      case 'unknown':
        this.#parts.log.debug({ event: event.name, is: event.type }, 'ignored an event from the service');
        break;
      default:
        this.#hearing.hearEvent(event);
    }
  }

  #trouble(trouble: RealtimeTrouble, code: string | undefined): void {
    if (trouble.is === 'nothing-running') return;
    if (trouble.is === 'response-running' || trouble.is === 'somebody-speaks') {
      this.#turns.refused(trouble.is);
      return;
    }
    this.#line.warn(trouble, code);
    if (trouble.is === 'our-request' && this.#tools.isAbout(trouble.param)) return;
    this.#turns.notBegun();
    if (trouble.is === 'voice-unknown') this.#line.replaceVoice();
    this.#line.tell({ is: 'trouble', trouble });
  }
}

/** What the service says it does. If it doesn't say, we don't assume. */
export function agreedOf(session: WireSession | undefined): AgreedSettings {
  const detection = session?.turn_detection;
  return {
    sessionId: session?.id,
    voice: session?.voice,
    speaks: session?.modalities?.includes('audio'),
    toolNames: (session?.tools ?? []).flatMap((tool) => tool.function?.name ?? tool.name ?? []),
    searches: session?.enable_search ?? false,
    detects: detection === null ? 'manual' : detectionOf(detection?.type),
    silenceMs: detection?.silence_duration_ms,
  };
}

function detectionOf(type: string | undefined): AgreedSettings['detects'] {
  if (type === 'semantic_vad') return 'semantic';
  return type === 'server_vad' ? 'voice' : undefined;
}
