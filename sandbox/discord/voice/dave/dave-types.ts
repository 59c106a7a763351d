/** A message of the voice server about end-to-end encryption (DAVE version 1). Binary ones carry their payload only. */
export type DaveMessage =
  | { readonly op: 21; readonly d: { readonly transition_id: number; readonly protocol_version: number } }
  | { readonly op: 22; readonly d: { readonly transition_id: number } }
  | { readonly op: 24; readonly d: { readonly protocol_version: number; readonly epoch: number } }
  | { readonly op: 25 | 27 | 29 | 30; readonly payload: Buffer };

/** What a client sends about it. Binary ones carry their payload without the op. */
export type DaveAnswer =
  | { readonly op: 23; readonly transitionId: number }
  | { readonly op: 26 | 28; readonly payload: Buffer }
  | { readonly op: 31; readonly transitionId: number };

/** Runs an action later; the returned function cancels it. */
export type Schedule = (delayMs: number, action: () => void) => () => void;

export interface DaveCallOptions {
  readonly channelId: string;
  readonly send: (userId: string, message: DaveMessage) => void;
  readonly schedule: Schedule;
  /** Something that the documents forbid; the server closes that client with this voice close code. */
  readonly offence: (userId: string, code: number, reason: string) => void;
}

/** The delivery service and external sender of one call's MLS group: never a member of it, and without its secrets. */
export interface DaveCall {
  /** After op 4 and op 11 were sent to that client. */
  join(userId: string): void;
  leave(userId: string): void;
  receive(userId: string, answer: DaveAnswer): void;
  /** Resumed: what wasn't answered yet stays due; the server replays what it sent. */
  readonly members: readonly string[];
  /** Misbehaves on demand: the next welcome is kept until `release`; a proposal with a wrong epoch; and so on. */
  holdWelcome(): { release(): void };
  sendWrongEpochProposal(userId: string): void;
  close(): void;
}
