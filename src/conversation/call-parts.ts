import type { Logger } from 'pino';
import type { EchoSettings } from '../call/hearing/echo-settings.ts';
import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { Call, CallRequest, CallTool } from './call-types.ts';

/** More important than what is only read aloud. */
export const conversationFeature: RoomFeature = { name: 'conversation', rank: 2 };

export interface CallsParts {
  readonly rooms: VoiceRooms;
  readonly client: ConversationClient;
  /** In `live-seconds`. */
  readonly spending: Pick<Spending, 'reserve' | 'finish'>;
  /** What the model may ask for in that call. */
  readonly tools: (call: Call) => readonly CallTool[];
  readonly endpointing: EndpointingSettings;
  readonly echo: EchoSettings;
  /** Text in the bot's usual voice, as 16 kHz mono PCM; absent where nothing can be synthesized. Whoever gives it pays. */
  readonly voiceText?: (
    text: string,
    of: CallRequest,
    userId: string,
    signal: AbortSignal,
  ) => AsyncIterable<Uint8Array>;
  /** Said while a tool takes long. */
  readonly filler?: (locale: string) => string;
  /** Of the voice channel, while the bot listens there. */
  readonly statusLine?: (request: CallRequest) => string;
  readonly hasAnyRole: (guildId: string, userId: string, roleIds: readonly string[]) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** So long does a call wait for somebody to come back after the last one left. Default 20 s. */
  readonly graceMs?: number;
  /** A call in which nobody speaks for so long ends. Default 10 min. */
  readonly idleMs?: number;
}
