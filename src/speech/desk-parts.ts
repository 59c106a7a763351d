import type { Logger } from 'pino';
import type { GuildSpeech, VoiceChoice } from '../community/speech-settings.ts';
import type { SpendingRecord } from '../community/spending.ts';
import type { MessageFeed } from '../discord/message-feed.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Traffic } from '../discord/traffic.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import type { SynthesisClient } from '../service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';
import type { Collection } from '../storage/collection.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { KeptPanel } from './kept-panels.ts';
import type { PacketsOf } from './saying.ts';
import type { UnfinishedRecord } from './unfinished.ts';
import type { VoiceMoves } from './voice-moves.ts';

/** What the operator decides about reading aloud. */
export interface SpeechSettings {
  readonly model: SynthesisModel;
  /** The voice of those who chose none. */
  readonly voice?: string;
  /** The voices that the operator listed. */
  readonly voices: readonly VoiceListing[];
  /** What is asked of the service for live speech. */
  readonly format: 'opus' | 'pcm';
  /** Characters of one text. */
  readonly longestText: number;
  /** As the service bills them; 0: no limit. */
  readonly charactersPerPersonPerDay: number;
  readonly charactersPerGuildPerDay: number;
  readonly charactersPerBotPerDay: number;
}

/** What reading aloud is made of. */
export interface SpeechDeskParts {
  readonly settings: SpeechSettings;
  readonly rooms: VoiceRooms;
  readonly synthesis: SynthesisClient;
  readonly packetsOf: PacketsOf;
  readonly people: Collection<VoiceChoice>;
  readonly guilds: Collection<GuildSpeech>;
  readonly spent: Collection<SpendingRecord>;
  /** What was in line when a process was killed. */
  readonly unfinished: Collection<UnfinishedRecord>;
  /** Where the panels of rooms are. */
  readonly panels: Collection<KeptPanel>;
  /** Whether anyone who sees the first channel doesn't see the other one. */
  readonly exposes: (guildId: string, channelId: string, otherId: string) => boolean;
  /** Without it, deaths of processes are not counted. */
  readonly inHand?: InHand | undefined;
  readonly messenger: Messenger;
  /** What people write; absent when the bot may not see it. */
  readonly feed?: MessageFeed | undefined;
  /** Messages that appear; without it, panels stay where they are. */
  readonly traffic?: Pick<Traffic, 'onMessage'> | undefined;
  /** Who joins and leaves voice channels. */
  readonly moves?: VoiceMoves | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the process begins to stop, before anything is closed. */
  readonly signal?: AbortSignal | undefined;
}
