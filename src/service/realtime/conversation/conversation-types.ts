import type { RealtimeTrouble } from '../error-class.ts';
import type { LinkEnd } from '../link.ts';
import type { ConversationModelName } from '../models.ts';
import type { ResponseEnd, Usage } from '../wire-response.ts';

export type { ResponseEnd, Usage };

/** What follows a tool's result: an answer, an answer without tools, or nothing. */
export type AfterResult = 'answer' | 'answer-without-tools' | 'nothing';

/** Who decides that a speaker has finished. `manual`: our code, with `commit` and `respond`. */
export type TurnDetection =
  | {
      readonly by: 'voice' | 'semantic';
      /** -1 to 1; lower is more sensitive. Default 0.5. */
      readonly threshold?: number;
      /** 200 to 6,000 ms of silence that end a turn. Default 800. */
      readonly silenceMs?: number;
    }
  | { readonly by: 'manual' };

/** A tool that the model can call. `parameters` by name; empty if it takes no input. */
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

/** Document 2 B, `session`. Anything absent is left to the service's default. */
export interface ConversationSettings {
  readonly model: ConversationModelName;
  /** Whether it answers aloud or only in text. Default: aloud. */
  readonly speaks?: boolean;
  readonly voice?: string;
  /** The persona: goal and role. */
  readonly instructions?: string;
  readonly turnDetection?: TurnDetection;
  /** Not with `tools`. `sources`: the answer comes with a list of what was found. */
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

/** What the service says it does. That can be less than what was asked for. */
export interface AgreedSettings {
  readonly sessionId: string | undefined;
  readonly voice: string | undefined;
  readonly speaks: boolean | undefined;
  readonly toolNames: readonly string[];
  readonly searches: boolean;
  readonly detects: 'voice' | 'semantic' | 'manual' | undefined;
  /** Milliseconds; undefined if it didn't say. */
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
  /** The complete JSON text of the done event, unchecked. */
  readonly arguments: string;
}

/** What happens in a conversation, in order. */
export type ConversationEvent =
  /** @param atMs in what was appended; undefined if it didn't say */
  | { readonly is: 'speech-started'; readonly itemId: string; readonly atMs: number | undefined }
  | { readonly is: 'speech-stopped'; readonly itemId: string; readonly atMs: number }
  | { readonly is: 'committed'; readonly itemId: string }
  | { readonly is: 'cleared' }
  /** What a speaker says, while they're saying it: `sure` stays, `unsure` may change. */
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
  /** Part of the answer's text, whether it's spoken or text only. */
  | { readonly is: 'answer-text'; readonly responseId: string; readonly delta: string }
  /** The whole text of the answer, even if it was interrupted. */
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
  /** Audio was dropped before sending, because the service didn't keep up. */
  | { readonly is: 'audio-dropped'; readonly droppedMs: number };

/** One conversation with the model. It knows nothing about rooms or people: audio goes in, events come out. */
export interface ConversationSession {
  readonly agreed: AgreedSettings;
  /** Settled for good, so it can be read later, too. */
  readonly ended: Promise<LinkEnd>;
  readonly over: boolean;
  /** Milliseconds of appended audio that haven't been sent. */
  readonly waitingMs: number;
  /** Returns a function that stops listening. If a listener throws, nothing else is affected. */
  onEvent(listener: (event: ConversationEvent) => void): () => void;
  /** 16 kHz mono, 16 bit; 20 to 200 ms at a time, 100 is best. Never waits. */
  append(pcm: Uint8Array): void;
  /** JPEG. Returns false and sends nothing before the first audio. */
  show(jpeg: Uint8Array): boolean;
  /** Manual mode only: makes a turn of what was heard and asks for an answer. */
  endTurn(): void;
  /** Drops what was appended but not committed. */
  clear(): void;
  /** Asks for an answer as soon as none is running and nobody's speaking. */
  respond(): void;
  /** Changes the instructions from now on. */
  instruct(instructions: string): void;
  /** Stops the running answer, if there is one. */
  cancel(): void;
  /**
   * Sends a tool's result. Whatever follows is asked for automatically once the response that called it is over and all
   * of its results are there. Default: an answer.
   */
  answerTool(callId: string, output: string, after?: AfterResult): void;
  /** Closes with 1000; idempotent. */
  close(): void;
}

export interface ConversationOpening {
  /** Leaves some of the account's connects to calls, where people wait for an answer. */
  readonly canWait?: boolean;
}

export interface ConversationClient {
  /**
   * Resolves once the service has agreed; after that, audio can be sent.
   * @throws {ServiceError} `invalid-request` at once if it breaks a rule of the document; fatal faults aren't retried
   */
  open(
    settings: ConversationSettings,
    signal?: AbortSignal,
    opening?: ConversationOpening,
  ): Promise<ConversationSession>;
  close(): Promise<void>;
}
