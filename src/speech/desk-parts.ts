import type { Logger } from 'pino';
import type { SettingsPage, SpeechPage, VoiceChoice } from '../community/settings-pages.ts';
import type { HeldMoney } from '../community/spending.ts';
import type { FeedMessage, MessageFeed } from '../discord/message-feed.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Traffic } from '../discord/traffic.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import type { SynthesisClient } from '../service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';
import type { Collection } from '../storage/collection.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { KeptPanel } from './panel-message.ts';
import type { PacketsOf } from './room-speech.ts';
import type { UnfinishedRecord } from './unfinished.ts';
import type { VoiceMoves } from './voice-moves.ts';

/** The bot owner's settings for reading aloud. */
export interface SpeechSettings {
  readonly model: SynthesisModel;
  /** The voice of people who chose none. */
  readonly voice?: string;
  /** The voices that the bot's owner listed. */
  readonly voices: readonly VoiceListing[];
  /** The format to request for live speech. */
  readonly format: 'opus' | 'pcm';
  /** The most characters in one text. */
  readonly longestText: number;
  /** Counted the way the service bills them; 0: no limit. */
  readonly charactersPerPersonPerDay: number;
  readonly charactersPerGuildPerDay: number;
  readonly charactersPerBotPerDay: number;
}

/** What reading aloud needs. */
export interface SpeechDeskParts {
  readonly settings: SpeechSettings;
  readonly rooms: VoiceRooms;
  readonly synthesis: SynthesisClient;
  readonly packetsOf: PacketsOf;
  readonly people: Collection<VoiceChoice>;
  readonly guilds: SettingsPage<SpeechPage>;
  readonly spent: HeldMoney;
  /** What was in line when a process was killed. */
  readonly unfinished: Collection<UnfinishedRecord>;
  /** Where the panels of rooms are. */
  readonly panels: Collection<KeptPanel>;
  /** Whether some people see the first channel but not the other one. */
  readonly exposes: (guildId: string, channelId: string, otherId: string) => boolean;
  /** If absent, crashes aren't counted. */
  readonly inHand?: InHand | undefined;
  readonly messenger: Messenger;
  /** People's messages; absent if the bot can't see them. */
  readonly feed?: MessageFeed | undefined;
  /** Whether moderators let a message be read. Default: all of them. */
  readonly mayBeRead?: (message: FeedMessage) => Promise<boolean>;
  /** New messages in channels; without it, panels stay where they are. */
  readonly traffic?: Pick<Traffic, 'onMessage'> | undefined;
  /** Who joins and leaves voice channels. */
  readonly moves?: VoiceMoves | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the process starts to stop, before anything is closed. */
  readonly signal?: AbortSignal | undefined;
}
