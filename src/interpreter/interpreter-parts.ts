import type { Logger } from 'pino';
import type { EchoSettings } from '../call/hearing/echo-settings.ts';
import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import type { TranslationClient } from '../service/realtime/translation/translation-types.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { InterpreterSettings } from './settings.ts';
import type { InterpretationRequest } from './types.ts';

/** As important as a conversation: the two exclude each other. */
export const interpreterFeature: RoomFeature = { name: 'interpreter', rank: 2 };

export interface InterpretationsParts {
  readonly rooms: VoiceRooms;
  readonly client: TranslationClient;
  /** In `live-seconds`. */
  readonly spending: Pick<Spending, 'reserve' | 'finish'>;
  /** The people in a voice channel, no bots: translations are for them, heard or not. */
  readonly peopleIn: (guildId: string, channelId: string) => readonly string[];
  /** Somebody's name in a language, as 24 kHz mono PCM; absent where nothing can be synthesized. Whoever gives it pays. */
  readonly voiceName?: (
    userId: string,
    language: LanguageCode,
    of: InterpretationRequest,
    signal: AbortSignal,
  ) => AsyncIterable<Uint8Array>;
  /** Names and terms as this server writes them. */
  readonly corrects?: (text: string, language: LanguageCode, of: InterpretationRequest) => string;
  /** Of the voice channel, while the bot listens there. */
  readonly statusLine?: (request: InterpretationRequest) => string;
  readonly settings: InterpreterSettings;
  readonly endpointing: EndpointingSettings;
  readonly echo: EchoSettings;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** So long does a call wait for somebody to come back after the last one left. Default 20 s. */
  readonly graceMs?: number;
  /** A call in which nobody speaks for so long ends. Default 10 min. */
  readonly idleMs?: number;
}
