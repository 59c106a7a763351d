import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { CallKind } from '../refusal/call.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { SpeechFrame } from './hearing/speech-frame.ts';
import type { CallBasics, CallEvent } from './types.ts';

/** What's done in a room during a call. */
export interface CallWork {
  readonly activity: string;
  /** Who's being heard. */
  readonly speaker: string | undefined;
  /** Open sessions at the service. Each one is charged. */
  readonly sessions: number;
  /** Called before anyone is heard. If it can't begin, it rejects with the reason and is then closed. */
  open?(signal: AbortSignal): Promise<void>;
  /** 20 ms of a participant's voice. */
  hear(frame: SpeechFrame): void;
  /** The participants or the room's state changed. */
  follow?(): void;
  /** Stops hearing them and drops everything of theirs that's still on its way. */
  leave(userId: string): void;
  /** They went to another channel: anything of theirs that hasn't been sent yet isn't sent. */
  depart(userId: string): void;
  /** Stops hearing anyone. Resolves when everybody's last words have arrived. */
  finish?(): Promise<void>;
  close(): void;
}

/** What the work reports to its call. */
export type CallNews<Line, Trouble> =
  | Extract<CallEvent<Line>, { readonly is: 'line' | 'echo' }>
  /** What people see of it may have changed. */
  | { readonly is: 'changed' }
  | { readonly is: 'trouble'; readonly trouble: Trouble }
  /** Something works again, so temporary troubles are over, or only these. */
  | { readonly is: 'works'; readonly again?: readonly Trouble[] }
  /** A participant spoke or was answered. */
  | { readonly is: 'active' }
  /** It can't go on. */
  | { readonly is: 'failed'; readonly error: unknown };

/** The types of a kind of call. */
export interface CallTypes {
  readonly request: CallBasics;
  readonly work: CallWork;
  readonly line: unknown;
  readonly trouble: string;
}

/** What every kind of call needs. */
export interface CallLifeParts<Request extends CallBasics = CallBasics> {
  readonly rooms: VoiceRooms;
  /** In `live-seconds`. */
  readonly spending: Pick<Spending, 'reserve' | 'finish' | 'left'>;
  /** The voice channel's status while the bot listens there. */
  readonly statusLine?: (request: Request) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface CallKindParts<Trouble extends string> {
  readonly kind: CallKind;
  readonly feature: RoomFeature;
  /** Those that won't get better during this call. */
  readonly lastingTroubles: ReadonlySet<Trouble>;
}
