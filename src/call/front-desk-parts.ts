import type { Logger } from 'pino';
import type { ConsentShelf } from '../community/consent.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { CallKind } from '../refusal/call.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Region } from '../service/regions.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
import type { CallFace } from './call-face.ts';
import type { CallSeats } from './call-seats.ts';
import type { RunningCallShelf } from './running-calls.ts';
import type { ShownCallParts } from './shown-call.ts';
import type { BasicCall } from './types.ts';
import type { VoicePeople } from './voice-people.ts';

/** What people are told with a call. */
export interface CallSurroundings {
  /** Where what people say is sent. */
  readonly region: Region;
  /** The tightest of what the person who started it has left today; absent where nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
  /** People see the panel who don't see the voice channel by now: what happens there isn't for them. */
  readonly exposed?: boolean;
}

export interface FrontDeskParts<Call extends BasicCall> {
  readonly calls: { of(guildId: string): Call | undefined; close(): Promise<void> };
  readonly seats: CallSeats;
  readonly consents: ConsentShelf;
  readonly running: RunningCallShelf;
  readonly rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly people: VoicePeople;
  /** A picture that was attached, as a JPEG that the service takes. @throws {Refusal} */
  readonly jpegOf: (url: string, personId: string) => Promise<Uint8Array>;
  /** What is left of today's minutes; undefined where nothing is limited. */
  readonly allowanceOf: (guildId: string, userId: string) => Promise<AllowanceLeft | undefined>;
  /** Whether people could read that text channel who don't see that voice channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  readonly region: Region;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What one kind of call looks like. */
export interface FrontDeskKind<Call extends BasicCall> {
  readonly kind: CallKind;
  readonly face: CallFace;
  readonly render: (call: Call, around: CallSurroundings, words: Words) => MessageBody;
  /** The transcript, if the call has one. @param nameOf a person's name in that guild */
  readonly transcript: (call: Call, nameOf: (userId: string) => string) => ShownCallParts['transcript'];
  /** Pictures come no faster than that. */
  readonly betweenPicturesMs: number;
}

/** How one call begins, in the way of its kind. */
export interface Beginning<Call extends BasicCall, Ask> {
  readonly request: Call['request'];
  /** For the button that ends what is in the way and begins this. */
  readonly ask: Ask;
  readonly start: () => Promise<Call>;
  /** Hears this person from now on without asking, because they had it remembered. */
  readonly join: (call: Call, userId: string) => void | Promise<void>;
  /** It's over, or never began. */
  readonly onOver: () => void;
}
