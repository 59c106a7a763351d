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

/** What people see along with a call. */
export interface CallSurroundings {
  /** The region that people's audio is sent to. */
  readonly region: Region;
  /** The tightest allowance that the call's starter has left today; absent if nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
  /** People who can't see the voice channel any more can see the panel, so it hides what happens there. */
  readonly exposed?: boolean;
}

export interface FrontDeskParts<Call extends BasicCall> {
  readonly calls: { of(guildId: string): Call | undefined; close(): Promise<void> };
  readonly seats: CallSeats;
  readonly consents: ConsentShelf;
  readonly running: RunningCallShelf;
  readonly rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly people: VoicePeople;
  /** An attached picture as a JPEG that the service takes. @throws {Refusal} */
  readonly jpegOf: (url: string, personId: string) => Promise<Uint8Array>;
  /** How many of today's minutes are left; undefined if nothing is limited. */
  readonly allowanceOf: (guildId: string, userId: string) => Promise<AllowanceLeft | undefined>;
  /** Whether people who can't see that voice channel could read that text channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  readonly region: Region;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What a kind of call looks like. */
export interface FrontDeskKind<Call extends BasicCall> {
  readonly kind: CallKind;
  readonly face: CallFace;
  readonly render: (call: Call, around: CallSurroundings, words: Words) => MessageBody;
  /** The transcript, if the call has one. @param nameOf looks up a person's name in that guild */
  readonly transcript: (call: Call, nameOf: (userId: string) => string) => ShownCallParts['transcript'];
  /** The minimum time between pictures. */
  readonly betweenPicturesMs: number;
}

/** How a call of this kind begins. */
export interface Beginning<Call extends BasicCall, Ask> {
  readonly request: Call['request'];
  /** For the button that ends what's in the way and begins this. */
  readonly ask: Ask;
  readonly start: () => Promise<Call>;
  /** Hears this person without asking, because they asked to be remembered. */
  readonly join: (call: Call, userId: string) => void | Promise<void>;
  /** It's over, or never began. */
  readonly onOver: () => void;
}
