import type { BasicCall, CallBasics, StateOfCall } from '../call/types.ts';
import type { Source, ToolDefinition } from '../service/realtime/conversation/conversation-types.ts';
import type { ConversationModelName } from '../service/realtime/models.ts';
import type { AddressingSettings } from './settings/addressing.ts';
import type { InterruptionSettings } from './settings/interruption.ts';

/** The choices of the person who started a call; they apply to the whole call. */
export interface CallSettings {
  readonly model: ConversationModelName;
  /** Default: the model's own. */
  readonly voice?: string;
  /** Who it should be; part of the instructions. */
  readonly persona?: string;
  /** False: it only answers in text. */
  readonly speaks: boolean;
  readonly turns: 'voice' | 'semantic' | 'push-to-talk';
  /** -1 to 1; lower is more sensitive. */
  readonly threshold?: number;
  /** 200 to 6,000 ms of silence that end a turn at the service. */
  readonly silenceMs?: number;
  readonly search: 'off' | 'on' | 'with-sources';
  readonly addressing: AddressingSettings;
  /** `roleIds`: only people with one of these roles can stop it by speaking. Default: everybody. */
  readonly interruption: InterruptionSettings & { readonly roleIds?: readonly string[] };
  readonly transcript: boolean;
}

export interface CallRequest extends CallBasics {
  readonly settings: CallSettings;
}

/**
 * What it's doing, for the panel. `silenced`: the bot can't be heard in its room (muted, in the audience, moving,
 * reconnecting to voice), and nothing is charged. `working`: a tool runs. `reconnecting`: to the service.
 */
export type CallActivity =
  | 'opening'
  | 'listening'
  | 'hearing'
  | 'thinking'
  | 'speaking'
  | 'working'
  | 'reconnecting'
  | 'silenced';

export type CallState = StateOfCall<CallActivity>;

/**
 * What went wrong lately, until something works again. The `…-dropped` and `voice-replaced` ones stay, because the
 * model doesn't do what was asked.
 */
export type CallTrouble =
  | 'tools-dropped'
  | 'search-dropped'
  | 'voice-replaced'
  | 'detection-replaced'
  | 'audio-dropped'
  | 'not-understood'
  | 'no-answer'
  | 'answer-failed'
  | 'busy'
  | 'connection-lost'
  | 'turn-lost'
  | 'tools-endless'
  | 'refused-request';

/**
 * A line of the transcript. It grows while it's spoken and is final once. The assistant's lines are what people heard.
 */
export interface CallLine {
  readonly id: string;
  readonly by: { readonly is: 'person'; readonly userId: string } | { readonly is: 'assistant' };
  readonly sure: string;
  /** May still change; empty once it's final. */
  readonly unsure: string;
  readonly final: boolean;
  /** The assistant was interrupted; `sure` ends where people stopped hearing it. */
  readonly cut: boolean;
  readonly sources: readonly Source[];
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** The person an answer is for, if the room knows. */
  readonly to?: string | undefined;
  /** That person left before it was final. It's shown, but never sent to the service again. */
  readonly isWithdrawn?: boolean;
}

/** A tool that the model can call, with the person who asked, if the room knows. */
export interface CallTool extends ToolDefinition {
  /**
   * Resolves to what the model is told: short JSON text or a sentence.
   * @param call.arguments parsed JSON, unchecked; undefined if it wasn't JSON
   * @param call.signal aborts when the time is up, or the call is over
   */
  run(call: {
    readonly arguments: unknown;
    readonly userId: string | undefined;
    readonly signal: AbortSignal;
  }): Promise<string>;
  /** Default 15 s. */
  readonly timeoutMs?: number;
  /** Its result has to be told, not just whether it worked. */
  readonly tellsData?: boolean;
}

/** A conversation in a guild's voice channel. */
export interface Call extends BasicCall<CallLine> {
  readonly request: CallRequest;
  readonly state: CallState;
  readonly trouble: CallTrouble | undefined;
  /** Who's being heard, or has the floor. */
  readonly speaker: string | undefined;
  /**
   * Typed instead of spoken: voiced and sent to the model as that person's words.
   * @throws {Refusal} `call-not-participant`, `call-none`, `call-cannot-voice`
   */
  say(userId: string, text: string): Promise<void>;
  /**
   * Makes the model forget what was said since then, and what it learned from that, by starting a new session at once.
   */
  beginAnew(sinceMs: number): void;
  /** Push-to-talk. False: someone else has the floor, they don't take part, or this call isn't push-to-talk. */
  holdFloor(userId: string): boolean;
  releaseFloor(userId: string): void;
}
