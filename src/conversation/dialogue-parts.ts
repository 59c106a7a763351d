import type { Logger } from 'pino';
import type { CallNews } from '../call/call-work.ts';
import type { EchoSettings } from '../call/hearing/echo-settings.ts';
import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import type { Clock } from '../operations/clock.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import type { Mouth } from '../voice/mouth/types.ts';
import type { CallLine, CallRequest, CallTool, CallTrouble } from './call-types.ts';

/** Text as 16 kHz mono PCM, in the bot's usual voice. The person who typed it pays. */
export type VoiceText = (text: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** What connects a call and its service session. */
export interface DialogueParts {
  readonly request: CallRequest;
  readonly client: ConversationClient;
  readonly mouth: Mouth;
  readonly tools: readonly CallTool[];
  /** How many responses to a turn may call tools; after that, it answers without them. */
  readonly toolRounds: number;
  readonly endpointing: EndpointingSettings;
  readonly echo: EchoSettings;
  readonly voiceText: VoiceText | undefined;
  /** Said while a tool takes long; nothing if absent. */
  readonly filler: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: (() => number) | undefined;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
  /** How many participants are in the channel. */
  readonly participants: () => number;
  /** Whether this person agreed to be heard and hasn't left. */
  readonly takesPart: (userId: string) => boolean;
  /** Whether they're in the channel. */
  readonly isHere: (userId: string) => boolean;
  readonly mayInterrupt: (userId: string) => boolean;
  readonly tell: (news: CallNews<CallLine, CallTrouble>) => void;
}
