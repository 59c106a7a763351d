import type { DaveAnswer, DaveCall } from './dave/dave-types.ts';
import { IncomingStream } from './incoming-stream.ts';
import type { MediaAddress } from './media-network.ts';
import { Outbox } from './outbox.ts';
import type { Place } from './places.ts';
import type { TransportCipher } from './transport-cipher.ts';

/** The socket that a session speaks through at the moment. */
export interface Wire {
  send(message: string | Buffer): void;
  /** Codes that can't be sent, such as 1006, cut the connection. */
  close(code: number, reason: string): void;
}

/** What a session's owner does in the call that it is in. */
export interface SessionCall {
  readonly channelId: string;
  readonly isEmpty: boolean;
  readonly dave: DaveCall | undefined;
  relay(from: Session, media: MediaFrame): void;
  announce(session: Session, speaking: number): void;
  receiveDave(session: Session, answer: DaveAnswer): void;
  leave(session: Session): void;
  close(): void;
}

type SessionState =
  /** Op 2 was sent. */
  | { readonly kind: 'identified' }
  /** Op 4 was sent. */
  | {
      readonly kind: 'connected';
      readonly media: MediaAddress;
      readonly cipher: TransportCipher;
      readonly call: SessionCall;
    }
  | { readonly kind: 'ended' };

type Attachment =
  | { readonly kind: 'attached'; readonly wire: Wire }
  /** The socket is lost; the session waits for it to be resumed. */
  | { readonly kind: 'detached'; readonly expiry: NodeJS.Timeout };

/** A frame as its sender numbered it, without any transport. */
export interface MediaFrame {
  readonly sequence: number;
  readonly timestamp: number;
  readonly frame: Buffer;
}

/** What a person is heard by: nothing before the first op 5, packets that were faster than it waiting for it. */
type Voice =
  | { readonly kind: 'unannounced'; readonly waiting: MediaFrame[] }
  | { readonly kind: 'announced'; readonly speaking: number };

/** One identified client. It outlives its socket: what happens in between is kept and replayed on resume. */
export class Session {
  readonly place: Place;
  readonly ssrc: number;
  readonly outbox = new Outbox();
  readonly incoming = new IncomingStream();
  #state: SessionState = { kind: 'identified' };
  #attachment: Attachment;
  voice: Voice = { kind: 'unannounced', waiting: [] };
  /** What the packets that the server itself put in this person's name shift the numbers of all later ones by. */
  injected = 0;
  /** The last frame that was sent to the others. */
  last: Omit<MediaFrame, 'frame'> | undefined;

  constructor(place: Place, ssrc: number, wire: Wire) {
    this.place = place;
    this.ssrc = ssrc;
    this.#attachment = { kind: 'attached', wire };
  }

  get userId(): string {
    return this.place.seat.userId;
  }

  get state(): SessionState {
    return this.#state;
  }

  get wire(): Wire | undefined {
    return this.#attachment.kind === 'attached' ? this.#attachment.wire : undefined;
  }

  connect(connected: Omit<Extract<SessionState, { kind: 'connected' }>, 'kind'>): void {
    if (this.#state.kind !== 'ended') this.#state = { kind: 'connected', ...connected };
  }

  /** A message that is replayed when it got lost. */
  tell(op: number, d: unknown): void {
    this.#deliver(this.outbox.text(op, d));
  }

  tellBinary(op: number, payload: Buffer): void {
    this.#deliver(this.outbox.binary(op, payload));
  }

  /** A message that is never replayed: it belongs to one socket. */
  answer(op: number, d: unknown): void {
    this.#deliver(JSON.stringify({ op, d }));
  }

  /** Its socket is lost: what is sent to it is kept, and its owner hears if it isn't resumed in time. */
  detach(waitMs: number, expired: () => void): void {
    if (this.#state.kind === 'ended') return;
    const expiry = setTimeout(expired, waitMs);
    expiry.unref();
    this.#attachment = { kind: 'detached', expiry };
  }

  /** Speaks through another socket from now on; gives back the one before, if it still lived. */
  attach(wire: Wire): Wire | undefined {
    const before = this.wire;
    if (this.#attachment.kind === 'detached') clearTimeout(this.#attachment.expiry);
    this.#attachment = { kind: 'attached', wire };
    return before;
  }

  /** Ends for good: releases what waited, absorbs whatever comes late. Gives back what it was. */
  end(): SessionState {
    const before = this.#state;
    this.#state = { kind: 'ended' };
    if (this.#attachment.kind === 'detached') clearTimeout(this.#attachment.expiry);
    return before;
  }

  #deliver(message: string | Buffer): void {
    if (this.#state.kind !== 'ended') this.wire?.send(message);
  }
}
