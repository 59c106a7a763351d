import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import type { ConsentShelf } from '../community/consent.ts';
import type { Unheard } from '../community/never-heard.ts';
import type { News } from '../community/news.ts';
import type { CallPage, SettingsPage } from '../community/settings-pages.ts';
import type { ChannelPace } from '../discord/channel-pace.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { RefusalFacts } from '../refusal/refusal.ts';
import type { Region } from '../service/regions.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
import type { CallLocks } from './call-locks.ts';
import type { CaptionLine } from './captions/call-captions.ts';
import type { Reader } from './captions/my-captions.ts';
import type { CallPanelParts } from './panel.ts';
import type { CallPresenter } from './presenter.ts';
import type { RunningCallShelf } from './running-calls.ts';
import type { BasicCall, CallBasics, CallsOf } from './types.ts';
import type { VoicePeople } from './voice-people.ts';

export interface CallDeskParts<Call extends BasicCall> {
  readonly calls: CallsOf<Call>;
  readonly locks: CallLocks;
  readonly consents: ConsentShelf;
  /** Whom no call hears. */
  readonly unheard: Unheard;
  readonly running: RunningCallShelf;
  readonly rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly people: VoicePeople;
  /** An attached picture as a JPEG that the service takes. @throws {Refusal} */
  readonly jpegOf: (url: string, personId: string) => Promise<Uint8Array>;
  /** Whether people who can't see that voice channel could read that text channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  /** Whether that person may see that channel now. */
  readonly sees: (guildId: string, userId: string, channelId: string) => boolean;
  /** Whether the bot may write in that channel. */
  readonly mayWrite: (guildId: string, channelId: string) => boolean;
  /** What a server's moderators decided. Default: nothing. */
  readonly decided?: Pick<SettingsPage<CallPage>, 'of'>;
  /** Whether moderators let a person be heard who asked for it before. Default: everyone. */
  readonly mayJoin?: (guildId: string, userId: string, channelId: string) => Promise<boolean>;
  /** What moderators hear of it. */
  readonly news?: Pick<News, 'tellNews'>;
  readonly region: Region;
  readonly messenger: Messenger;
  readonly pace: ChannelPace;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Pages of a call that only one person sees. */
export interface OwnPages<Call extends BasicCall<Line>, Line extends CaptionLine> {
  /**
   * Only people in the voice channel may read along: what's said there may be for them alone. Otherwise everyone who
   * may see that channel.
   */
  readonly areForThere: boolean;
  /** Nothing of it is left. */
  readonly isBlank: (line: Line) => boolean;
  /** @param locale of their Discord */
  readonly begin: (
    call: Call,
    actor: Actor,
    locale: string,
    words: Words,
  ) => Promise<Pick<Reader<Line>, 'head' | 'read'>>;
}

/** A kind of call: what differs from the others at the desk. */
export interface DeskKind<Call extends BasicCall<Line>, Ask, Line extends CaptionLine> {
  readonly presenter: CallPresenter<Call>;
  /** The option that only moderators may use, if it was given. */
  readonly moderatorsOption: (ask: Ask) => 'transcript' | 'answers' | undefined;
  /** Fills in what the server's moderators decided and the person didn't choose. */
  readonly withDefaults?: (ask: Ask, guildId: string) => Promise<Ask>;
  /** @throws {Refusal} if the options are wrong */
  readonly requestOf: (basics: CallBasics, ask: Ask) => Call['request'];
  /** The refusal if people could read what's written down who can't see the voice channel; undefined if nothing is. */
  readonly exposed: (request: Call['request']) => RefusalFacts | undefined;
  /** What's written down is in threads, which a voice channel's chat can't have. */
  readonly isApart: (request: Call['request']) => boolean;
  /** Looks up what the call needs. @param over aborts when it's over, or never began */
  readonly prepare: (request: Call['request'], over: AbortSignal) => Promise<void>;
  /** The call has begun. */
  readonly begun?: (call: Call, over: AbortSignal) => void;
  /** Looks up what the call has to know about a person before they're heard. @param locale of their Discord */
  readonly meet?: (call: Call, userId: string, locale: string | undefined) => Promise<void>;
  /** What's said, if it's written down. */
  readonly captions: (call: Call, pace: ChannelPace) => CallPanelParts['captions'];
  readonly ownPages: OwnPages<Call, Line>;
  /** Only moderators may have it written down. */
  readonly captionsNeedModerator: boolean;
  /** The minimum time between pictures. */
  readonly betweenPicturesMs: number;
}
