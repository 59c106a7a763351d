import type { DaveAnswer, DaveCall, DaveCallOptions } from './dave/dave-types.ts';
import type { MediaNetwork } from './media-network.ts';
import { composeRtp, type OutgoingPacket } from './rtp.ts';
import type { MediaFrame, Session, SessionCall } from './session.ts';
import type { VoiceLog } from './voice-log.ts';

export type OpenDave = (options: DaveCallOptions) => DaveCall;

export interface CallOptions {
  readonly channelId: string;
  readonly network: MediaNetwork;
  readonly log: VoiceLog;
  /** None for stages: protocol version 0. */
  readonly openDave: OpenDave | undefined;
  /** Whether a newcomer is told at once who is already speaking. */
  readonly tellsSpeakers: () => boolean;
  readonly offence: (session: Session, code: number, reason: string) => void;
}

const paddingOnlyBytes = 16;

/** Everybody in one channel whose session is described: only they hear each other. */
export class Call implements SessionCall {
  readonly #options: CallOptions;
  readonly #sessions = new Map<string, Session>();
  readonly dave: DaveCall | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
    this.dave = options.openDave?.({
      channelId: options.channelId,
      send: (userId, message) => {
        const session = this.#sessions.get(userId);
        if ('payload' in message) session?.tellBinary(message.op, message.payload);
        else session?.tell(message.op, message.d);
      },
      schedule: (delayMs, action) => {
        const timer = setTimeout(action, delayMs);
        timer.unref();
        return () => clearTimeout(timer);
      },
      offence: (userId, code, reason) => {
        const session = this.#sessions.get(userId);
        if (session) options.offence(session, code, reason);
      },
    });
  }

  get channelId(): string {
    return this.#options.channelId;
  }

  get daveVersion(): 0 | 1 {
    return this.dave ? 1 : 0;
  }

  get sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  session(userId: string): Session | undefined {
    return this.#sessions.get(userId);
  }

  /** After op 4: both sides learn of each other before anything about the group's encryption. */
  join(session: Session): void {
    const others = this.sessions;
    const tellsSpeakers = this.#options.tellsSpeakers();
    this.#sessions.set(session.userId, session);
    if (others.length > 0) session.tell(11, { user_ids: others.map(({ userId }) => userId) });
    for (const other of others) {
      other.tell(11, { user_ids: [session.userId] });
      if (tellsSpeakers && other.voice.kind === 'announced')
        session.tell(5, speakingOf(other, other.voice.speaking));
    }
    this.dave?.join(session.userId);
  }

  leave(session: Session): void {
    if (this.#sessions.get(session.userId) !== session) return;
    this.#sessions.delete(session.userId);
    for (const other of this.#sessions.values()) other.tell(13, { user_id: session.userId });
    this.dave?.leave(session.userId);
  }

  receiveDave(session: Session, answer: DaveAnswer): void {
    if (this.#sessions.get(session.userId) === session) this.dave?.receive(session.userId, answer);
  }

  /** Op 5. What was sent before it has waited, and follows it. */
  announce(session: Session, speaking: number): void {
    const waiting = session.voice.kind === 'unannounced' ? session.voice.waiting : [];
    if (session.voice.kind === 'unannounced' && speaking === 0) return;
    session.voice = { kind: 'announced', speaking };
    for (const other of this.#othersOf(session)) other.tell(5, speakingOf(session, speaking));
    for (const frame of waiting) this.relay(session, frame);
  }

  /** Passes a frame on to everybody else who may hear. */
  relay(from: Session, { sequence, timestamp, frame }: MediaFrame): void {
    from.last = { sequence, timestamp };
    this.#sendToOthers(from, {
      sequence: sequence + from.injected,
      timestamp,
      ssrc: from.ssrc,
      frame,
      paddingBytes: paddingFor(sequence),
    });
  }

  /** Packets without a frame in someone's name, between their last packet and their next. */
  sendPadding(from: Session, count: number): void {
    const { sequence, timestamp } = from.last ?? { sequence: 0, timestamp: 0 };
    for (let sent = 0; sent < count; sent += 1) {
      from.injected += 1;
      this.#sendToOthers(from, {
        sequence: sequence + from.injected,
        timestamp,
        ssrc: from.ssrc,
        frame: Buffer.alloc(0),
        paddingBytes: paddingOnlyBytes,
      });
    }
  }

  close(): void {
    this.dave?.close();
  }

  #sendToOthers(from: Session, packet: OutgoingPacket): void {
    const { header, body } = composeRtp(packet);
    for (const to of this.#othersOf(from)) {
      if (to.place.seat.deafened || to.state.kind !== 'connected') continue;
      this.#options.network.send(to.state.cipher.seal(header, body), to.state.media);
      this.#options.log.forwarded(from.userId, to.userId);
    }
  }

  #othersOf(session: Session): readonly Session[] {
    return this.sessions.filter((other) => other !== session);
  }
}

function speakingOf(session: Session, speaking: number): object {
  return { user_id: session.userId, ssrc: session.ssrc, speaking };
}

/** Discord pads some packets; here every eighth of a sender. */
function paddingFor(sequence: number): number {
  return sequence % 8 === 7 ? 1 + (sequence % 15) : 0;
}
