import type { ServiceError } from '../../errors.ts';
import type { RealtimeTrouble } from '../error-class.ts';
import type { ConversationModelName } from '../models.ts';
import type { ResponseEnd, Usage } from '../response-end.ts';
import type { AfterResult } from './open-calls.ts';

export type { AfterResult, ResponseEnd, Usage };

/** Who decides that a speaker has finished. `manual`: we do, with `commit` and `respond`. */
export type TurnDetection =
  | {
      readonly by: 'voice' | 'semantic';
      /** -1 to 1; lower is more sensitive. Default 0.5. */
      readonly threshold?: number;
      /** 200 to 6,000 ms of silence that end a turn. Default 800. */
      readonly silenceMs?: number;
    }
  | { readonly by: 'manual' };

/** Something the model may ask to be done. `parameters` by name; none when it needs no input. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: {
    readonly properties?: Readonly<
      Record<
        string,
        { readonly type: 'string' | 'number' | 'integer' | 'boolean'; readonly description: string }
      >
    >;
    readonly required?: readonly string[];
  };
}

/** Document 2 B, `session`: what is absent is left to the service's default. */
export interface ConversationSettings {
  readonly model: ConversationModelName;
  /** Whether it answers in a voice, or in text only. Default: a voice. */
  readonly speaks?: boolean;
  readonly voice?: string;
  /** The persona: goal and role. */
  readonly instructions?: string;
  readonly turnDetection?: TurnDetection;
  /** Not with `tools`. `sources`: the list of what was found comes with the answer. */
  readonly search?: { readonly sources: boolean };
  readonly tools?: readonly ToolDefinition[];
  /** True: colloquial; false: formal; null: the model chooses. */
  readonly smoothOutput?: boolean | null;
  /** 0 to below 2. Not with `topP`. */
  readonly temperature?: number;
  /** Above 0, to 1. Not with `temperature`. */
  readonly topP?: number;
  /** 0 or more; null or above 100: off. */
  readonly topK?: number | null;
  readonly maxTokens?: number;
  /** Above 0; 1 has no effect. */
  readonly repetitionPenalty?: number;
  /** -2 to 2. */
  readonly presencePenalty?: number;
  /** 0 to 2^31 - 1. */
  readonly seed?: number;
}

/** What the service says it does, which may be less than what was asked. */
export interface AgreedSettings {
  readonly sessionId: string | undefined;
  readonly voice: string | undefined;
  readonly speaks: boolean | undefined;
  readonly toolNames: readonly string[];
  readonly searches: boolean;
  readonly detects: 'voice' | 'semantic' | 'manual' | undefined;
  /** Milliseconds; undefined when it did not say. */
  readonly silenceMs: number | undefined;
}

/** A page that a search found. */
export interface Source {
  readonly title: string;
  readonly url: string;
}

export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  /** The complete JSON text of the done event; not checked here. */
  readonly arguments: string;
}

/** What happens in a conversation, in the order in which it happened. */
export type ConversationEvent =
  | { readonly is: 'speech-started'; readonly itemId: string; readonly atMs: number }
  | { readonly is: 'speech-stopped'; readonly itemId: string; readonly atMs: number }
  | { readonly is: 'committed'; readonly itemId: string }
  | { readonly is: 'cleared' }
  /** What a speaker says, while they say it: `sure` stays, `unsure` may change. */
  | {
      readonly is: 'hearing';
      readonly itemId: string;
      readonly sure: string;
      readonly unsure: string;
      readonly language: string | undefined;
      readonly emotion: string | undefined;
    }
  | { readonly is: 'heard'; readonly itemId: string; readonly text: string }
  | { readonly is: 'not-understood'; readonly itemId: string }
  | { readonly is: 'response-started'; readonly responseId: string }
  /** A piece of the answer's text: of what is spoken, or of a text-only answer. */
  | { readonly is: 'answer-text'; readonly responseId: string; readonly delta: string }
  /** The whole text of the answer, also when it was interrupted. */
  | { readonly is: 'answer-text-done'; readonly responseId: string; readonly text: string }
  /** 24 kHz mono, 16 bit. */
  | { readonly is: 'answer-audio'; readonly responseId: string; readonly pcm: Uint8Array }
  | { readonly is: 'answer-audio-done'; readonly responseId: string }
  | { readonly is: 'tool-call'; readonly responseId: string; readonly call: ToolCall }
  | {
      readonly is: 'response-ended';
      readonly responseId: string;
      readonly end: ResponseEnd;
      readonly usage: Usage | undefined;
      readonly sources: readonly Source[];
    }
  | { readonly is: 'trouble'; readonly trouble: RealtimeTrouble }
  /** Audio was dropped on the way there, because the service did not keep up. */
  | { readonly is: 'audio-dropped'; readonly droppedMs: number };

/** Why a session is over. `asked`: we closed it. `idle`: nobody spoke. `too-old`: it reached its longest life. */
export type ConversationEnd =
  | { readonly is: 'asked' }
  | { readonly is: 'idle' }
  | { readonly is: 'too-old' }
  | { readonly is: 'lost'; readonly error: ServiceError };

/** One conversation with the model. It knows no room and no person: audio goes in, events come out. */
export interface ConversationSession {
  readonly agreed: AgreedSettings;
  /** Kept, so it can still be asked for later. */
  readonly ended: Promise<ConversationEnd>;
  readonly over: boolean;
  /** Returns how to stop listening. A listener that throws harms nobody else. */
  onEvent(listener: (event: ConversationEvent) => void): () => void;
  /** 16 kHz mono, 16 bit; 20 to 200 ms at a time, 100 is best. Never waits. */
  append(pcm: Uint8Array): void;
  /** JPEG. False, and nothing sent, before the first audio. */
  show(jpeg: Uint8Array): boolean;
  /** Manual mode only: what was heard is a turn. */
  commit(): void;
  /** Forgets what was appended and not committed. */
  clear(): void;
  /** Asks for an answer, as soon as none is running and nobody is speaking. */
  respond(): void;
  /** Tells it from now on something else about itself and what it is to do. */
  instruct(instructions: string): void;
  /** Stops the running answer; with none running nothing happens. */
  cancel(): void;
  /**
   * The result of a tool. What follows, is asked for by itself, once the response that called it is over and all of its
   * results are there. Default: an answer.
   */
  answerTool(callId: string, output: string, after?: AfterResult): void;
  /** Closes with 1000; idempotent. */
  close(): void;
}

export interface ConversationClient {
  /**
   * Resolves once the service has agreed: from then on audio may come.
   * @throws {ServiceError} `invalid-request` at once for what breaks a rule of the document; fatal faults are not retried
   */
  open(settings: ConversationSettings, signal?: AbortSignal): Promise<ConversationSession>;
  close(): Promise<void>;
}
