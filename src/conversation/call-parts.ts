import type { CallLifeParts } from '../call/call-work.ts';
import type { EchoSettings } from '../call/hearing/echo-settings.ts';
import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { Call, CallRequest, CallTool } from './call-types.ts';

/** More important than reading aloud. */
export const conversationFeature: RoomFeature = { name: 'conversation', rank: 2 };

export interface CallsParts extends CallLifeParts<CallRequest> {
  readonly client: ConversationClient;
  /** The tools that the model may use in that call. */
  readonly tools: (call: Call) => readonly CallTool[];
  /** How many responses to a turn may call tools; after that, it answers without them. */
  readonly toolRounds: number;
  readonly endpointing: EndpointingSettings;
  readonly echo: EchoSettings;
  /**
   * Text in the bot's usual voice, as 16 kHz mono PCM; absent if nothing can be synthesized. The person who typed it
   * pays.
   */
  readonly voiceText?: (
    text: string,
    of: CallRequest,
    userId: string,
    signal: AbortSignal,
  ) => AsyncIterable<Uint8Array>;
  /** Said while a tool takes long. */
  readonly filler?: (locale: string) => string;
  readonly hasAnyRole: (guildId: string, userId: string, roleIds: readonly string[]) => boolean;
  /** From 0 to 1. */
  readonly random?: () => number;
}
