import { type RealtimeTrouble, troubleOf } from '../error-class.ts';
import { conversationModel } from '../models.ts';
import { SessionLine, type SessionLineParts, silentResponseMs } from '../session-line.ts';
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

/** A conversation over the service's WebSocket interface (document 2 B), from opening to closing. */
export class SocketConversation
  extends SessionLine<ConversationEvent, typeof conversationEvents>
  implements ConversationSession
{
  agreed: AgreedSettings = agreedOf(undefined);
  readonly #turns: ResponseTurns;
  readonly #hearing: ConversationHearing;
  readonly #calls = new OpenCalls();
  readonly #tools: ToolsAway;

  constructor(settings: ConversationSettings, parts: SessionLineParts, signal?: AbortSignal) {
    const { clock, log } = parts;
    const { model } = settings;
    const { defaultVoice } = conversationModel(model);
    super(parts, {
      ...{ model, signal, schemas: conversationEvents },
      voice: `${model}/${settings.voice ?? ''}`,
      settings: (voice) => wireSession(voice === 'own' ? { ...settings, voice: defaultVoice } : settings),
    });
    this.#tools = new ToolsAway(settings.tools, (session) => this.send('session.update', { session }));
    this.#turns = new ResponseTurns({
      create: (withTools) => {
        if (!withTools) this.#tools.takeAway();
        this.behind('response.create');
      },
      cancel: () => this.send('response.cancel'),
      over: () => this.#tools.giveBack(),
    });
    this.#hearing = new ConversationHearing({
      ...{ clock, log, warnings: this.warnings, turns: this.#turns, calls: this.#calls },
      tell: (event) => this.tell(event),
    });
  }

  /** @throws {ServiceError} */
  async open(): Promise<void> {
    this.agreed = agreedOf(await this.agree());
    void this.#hearing.watch(silentResponseMs, this.signal);
  }

  show(jpeg: Uint8Array): boolean {
    if (this.over || !this.heardAudio) return false;
    this.sendPicture(jpeg);
    return true;
  }

  endTurn(): void {
    this.behind('input_audio_buffer.commit');
    this.respond();
  }

  clear(): void {
    this.dropWaiting();
    this.send('input_audio_buffer.clear');
  }

  respond(): void {
    this.#turns.want();
  }

  instruct(instructions: string): void {
    this.send('session.update', { session: { instructions } });
  }

  cancel(): void {
    this.#turns.cancel();
  }

  answerTool(callId: string, output: string, after: AfterResult = 'answer'): void {
    if (!this.#calls.answered(callId, after)) return;
    const item = { type: 'function_call_output', call_id: callId, output };
    this.send('conversation.item.create', { item });
    this.#turns.wantDue(this.#calls);
  }

  protected override hearEvent(event: WireEvent): void {
    this.#hearing.signOfLife();
    switch (event.type) {
      case 'session.created':
        break;
      case 'session.updated':
        this.agreed = agreedOf(event.data.session);
        break;
      case 'error':
        if (this.isOpen) this.#trouble(troubleOf(event.data.error), event.data.error.code);
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
    this.warn(trouble, code);
    if (trouble.is === 'our-request' && this.#tools.isAbout(trouble.param)) return;
    this.#turns.notBegun();
    if (trouble.is === 'voice-unknown') this.replaceVoice();
    this.tell({ is: 'trouble', trouble });
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
