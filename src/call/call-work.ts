import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { CallKind } from '../refusal/call.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { SpeechFrame } from './hearing/voice-detector.ts';
import type { CallBasics } from './types.ts';

/** What is done in a room while a call runs. */
export interface CallWork {
  readonly activity: string;
  /** Who is being heard. */
  readonly speaker: string | undefined;
  /** Open at the service; each is charged by itself. */
  readonly sessions: number;
  /** Before anyone is heard. Rejects with the reason why it can't begin, and is then closed. */
  open?(signal: AbortSignal): Promise<void>;
  /** 20 ms of a participant's voice. */
  hear(frame: SpeechFrame): void;
  /** Who takes part has changed, or how the room stands. */
  follow?(): void;
  /** Nothing more of them is heard or kept, not even what was on its way. */
  leave(userId: string): void;
  /** They went to another channel: nothing of theirs that isn't sent yet goes to the service. */
  depart(userId: string): void;
  /** Nobody is heard any more. Resolves when the last words of everybody have come. */
  finish?(): Promise<void>;
  close(): void;
}

/** What makes a kind of call. */
export interface CallTypes {
  readonly request: CallBasics;
  readonly work: CallWork;
  readonly line: unknown;
  readonly trouble: string;
}

/** What every call is made of, whatever its kind. */
export interface CallLifeParts<Request extends CallBasics = CallBasics> {
  readonly rooms: VoiceRooms;
  /** In `live-seconds`. */
  readonly spending: Pick<Spending, 'reserve' | 'finish'>;
  /** Of the voice channel, while the bot listens there. */
  readonly statusLine?: (request: Request) => string;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a call waits for someone to come back after the last person left. Default 20 s. */
  readonly graceMs?: number;
  /** How long a call may be silent before it ends. Default 10 min. */
  readonly idleMs?: number;
}

export interface CallKindParts<Trouble extends string> {
  readonly kind: CallKind;
  readonly feature: RoomFeature;
  /** Those that don't get better in this call. */
  readonly lastingTroubles: ReadonlySet<Trouble>;
}
