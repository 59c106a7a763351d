import type { CallLifeParts } from '../call/call-work.ts';
import type { EchoSettings } from '../call/hearing/echo-settings.ts';
import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import type { TranslationClient } from '../service/realtime/translation/translation-types.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { InterpreterSettings } from './settings.ts';
import type { InterpretationRequest } from './types.ts';

/** As important as a conversation: only one of the two can run. */
export const interpreterFeature: RoomFeature = { name: 'interpreter', rank: 2 };

export interface InterpretationsParts extends CallLifeParts<InterpretationRequest> {
  readonly client: TranslationClient;
  /** The people in a voice channel, without bots. Translations are for all of them, heard or not. */
  readonly peopleIn: (guildId: string, channelId: string) => readonly string[];
  /**
   * A person's name in a language, as 24 kHz mono PCM; absent if nothing can be synthesized. The implementation pays
   * for it.
   */
  readonly voiceName?: (
    userId: string,
    language: LanguageCode,
    of: InterpretationRequest,
    signal: AbortSignal,
  ) => AsyncIterable<Uint8Array>;
  /** Applies this server's spelling of names and terms. */
  readonly corrects?: (text: string, language: LanguageCode, of: InterpretationRequest) => string;
  /** Names and terms that may come up, for a service that accepts such hints. */
  readonly hotWords?: (of: InterpretationRequest) => readonly string[];
  readonly settings: InterpreterSettings;
  readonly endpointing: EndpointingSettings;
  readonly echo: EchoSettings;
  /** From 0 to 1. */
  readonly random?: () => number;
}
