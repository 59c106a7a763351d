import { randomBytes } from 'node:crypto';
import { Call, type OpenDave } from './call.ts';
import type { ClientMessage, Identify, Resume, SelectProtocol } from './client-messages.ts';
import { canResumeAfter, HangUp, voiceCloseCodes } from './close-codes.ts';
import type { MediaAddress, MediaNetwork } from './media-network.ts';
import { type Place, Places } from './places.ts';
import { Session, type Wire } from './session.ts';
import { TransportCipher, type TransportMode, transportModes } from './transport-cipher.ts';
import { VacatedSeats } from './vacated-seats.ts';
import type { VoiceLog } from './voice-log.ts';
import type { Gone, Seat } from './voice-server-types.ts';

export interface VoiceGatewayOptions {
  readonly network: MediaNetwork;
  readonly log: VoiceLog;
  readonly openDave: OpenDave;
  /** How long a session whose socket is lost waits to be resumed. */
  readonly resumeWindowMs: number;
  /** How long a seat whose session ended, but not for good, may be taken again before its holder is gone. */
  readonly seatGraceMs: number;
  /** Where clients send their media. */
  readonly media: () => MediaAddress;
}

/** Sessions, calls and what is said in them; sockets and packets are others' business. */
export class VoiceGateway {
  readonly #options: VoiceGatewayOptions;
  readonly #places = new Places();
  readonly #sessions = new Map<number, Session>();
  readonly #calls = new Map<string, Call>();
  readonly #vacated: VacatedSeats;
  readonly #callListeners = new Set<(call: Call) => void>();
  #ssrc = randomBytes(2).readUInt16BE();
  #refusal = { code: 0, left: 0 };
  offeredModes: readonly TransportMode[] = transportModes;
  tellsSpeakers = true;
  holdsSeats = false;

  constructor(options: VoiceGatewayOptions) {
    this.#options = options;
    this.#vacated = new VacatedSeats(options.seatGraceMs);
  }

  get sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get calls(): readonly Call[] {
    return [...this.#calls.values()];
  }

  admit(seat: Seat): { readonly token: string } {
    const before = this.#places.of(seat.guildId, seat.userId);
    const place = this.#places.give(seat);
    this.#vacated.forget(seat.guildId, seat.userId);
    if (before && before.seat.channelId !== seat.channelId)
      this.#endAll(seat.guildId, seat.userId, voiceCloseCodes.disconnected);
    this.setHearing(seat.guildId, seat.userId, seat);
    return { token: place.token };
  }

  remove(guildId: string, userId: string, code: number): void {
    this.#places.take(guildId, userId);
    this.#vacated.forget(guildId, userId);
    this.#endAll(guildId, userId, code);
  }

  /** Of the seat, and of a session that an older token of the same seat opened. */
  setHearing(guildId: string, userId: string, change: Partial<Pick<Seat, 'muted' | 'deafened'>>): void {
    const { muted, deafened } = change;
    const places = this.#sessionsOf(guildId, userId).map(({ place }) => place);
    for (const place of [...places, this.#places.of(guildId, userId)])
      if (place)
        place.seat = {
          ...place.seat,
          muted: muted ?? place.seat.muted,
          deafened: deafened ?? place.seat.deafened,
        };
  }

  holds(guildId: string, userId: string): boolean {
    return this.holdsSeats && this.#vacated.isWaiting(guildId, userId);
  }

  connected(channelId: string): readonly string[] {
    const sessions = this.#calls.get(channelId)?.sessions ?? [];
    return sessions.filter(({ wire }) => wire).map(({ userId }) => userId);
  }

  onGone(listener: Gone): void {
    this.#vacated.onGone(listener);
  }

  /** Hears of every call that there is or will be. */
  onCall(listener: (call: Call) => void): () => void {
    this.#callListeners.add(listener);
    for (const call of this.#calls.values()) listener(call);
    return () => this.#callListeners.delete(listener);
  }

  refuseNext(code: number, count: number): void {
    this.#refusal = { code, left: count };
  }

  bySsrc(ssrc: number): Session | undefined {
    return this.#sessions.get(ssrc);
  }

  /** Op 0. Throws a `HangUp`. */
  identify(wire: Wire, identify: Identify): Session {
    if (this.#refusal.left > 0) {
      this.#refusal.left -= 1;
      throw new HangUp(this.#refusal.code, 'Refused.');
    }
    const place = this.#placeFor(identify);
    if (!place.seat.stage && (identify.max_dave_protocol_version ?? 0) < 1)
      throw new HangUp(voiceCloseCodes.endToEndEncryptionRequired, 'E2EE/DAVE protocol required.');
    this.#endAll(identify.server_id, identify.user_id, voiceCloseCodes.sessionInvalid);
    this.#ssrc += 1;
    const session = new Session(place, this.#ssrc, wire);
    this.#sessions.set(session.ssrc, session);
    const { address, port } = this.#options.media();
    session.answer(2, { ssrc: session.ssrc, ip: address, port, modes: this.offeredModes });
    return session;
  }

  /** Op 7: op 9 first, then what was missed. Throws a `HangUp`. */
  resume(wire: Wire, resume: Resume): Session {
    const session = this.sessions.find(
      ({ place: { token, seat } }) =>
        token === resume.token && seat.guildId === resume.server_id && seat.sessionId === resume.session_id,
    );
    const missed = session?.outbox.after(resume.seq_ack);
    if (session && !missed) this.#endAndTell(session, voiceCloseCodes.sessionInvalid);
    if (!session || !missed) throw sessionInvalid();
    session.attach(wire)?.close(voiceCloseCodes.sessionInvalid, 'Resumed elsewhere.');
    session.answer(9, null);
    for (const message of missed) wire.send(message);
    return session;
  }

  /** Any other message of an identified client. Throws a `HangUp`. */
  obey(session: Session, message: Exclude<ClientMessage, { op: 0 | 3 | 7 }>): void {
    if (message.op === 1) {
      this.#select(session, message.d);
      return;
    }
    const { state } = session;
    if (state.kind !== 'connected')
      throw new HangUp(voiceCloseCodes.notAuthenticated, 'No session was described yet.');
    if (message.op === 5) {
      if (message.d.ssrc !== session.ssrc) throw new HangUp(voiceCloseCodes.badRequest, 'Invalid SSRC.');
      state.call.announce(session, message.d.speaking);
      return;
    }
    if (!state.call.dave) throw new HangUp(voiceCloseCodes.badRequest, 'This call has no DAVE protocol.');
    const answer = 'payload' in message ? message : { op: message.op, transitionId: message.d.transition_id };
    state.call.receiveDave(session, answer);
  }

  /** A socket closed. Only a client that says goodbye ends its session with it. */
  lost(session: Session, wire: Wire, code: number): void {
    // Another socket may have resumed it meanwhile.
    if (session.wire !== wire) return;
    if (code === 1000 || code === 1001) this.#endAndTell(session, code);
    else session.detach(this.#options.resumeWindowMs, () => this.#endAndTell(session, code));
  }

  /** Closes a session's socket; unless the code lets it be resumed, the session ends. */
  hangUp(session: Session, code: number, reason: string): void {
    if (canResumeAfter(code)) session.wire?.close(code, reason);
    else this.#endAndTell(session, code, reason);
  }

  /** Ends a session without telling anybody but its call. */
  end(session: Session, code: number, reason = ''): void {
    const { wire } = session;
    const before = session.end();
    if (before.kind === 'ended') return;
    this.#sessions.delete(session.ssrc);
    if (before.kind === 'connected') {
      before.call.leave(session);
      if (before.call.isEmpty) {
        this.#calls.delete(before.call.channelId);
        before.call.close();
      }
    }
    wire?.close(code, reason);
  }

  close(): void {
    for (const session of this.sessions) this.end(session, 1001);
    this.#vacated.close();
    this.#callListeners.clear();
  }

  /** A place that was replaced meanwhile still has its holder in the call: nobody is gone. */
  #endAndTell(session: Session, code: number, reason = ''): void {
    const { place } = session;
    if (session.state.kind === 'ended') return;
    this.end(session, code, reason);
    if (!this.#places.isCurrent(place)) return;
    this.#places.take(place.seat.guildId, place.seat.userId);
    this.#vacated.vacate(place.seat, code);
  }

  #sessionsOf(guildId: string, userId: string): readonly Session[] {
    return this.sessions.filter(({ place: { seat } }) => seat.userId === userId && seat.guildId === guildId);
  }

  #endAll(guildId: string, userId: string, code: number): void {
    for (const session of this.#sessionsOf(guildId, userId)) this.end(session, code);
  }

  #placeFor({ server_id, user_id, session_id, token }: Identify): Place {
    const place = this.#places.of(server_id, user_id);
    if (place?.token !== token) {
      throw this.#places.wasGood(token)
        ? sessionInvalid()
        : new HangUp(voiceCloseCodes.authenticationFailed, 'Authentication failed.');
    }
    if (place.seat.sessionId !== session_id) throw sessionInvalid();
    return place;
  }

  #select(session: Session, { protocol, data }: SelectProtocol): void {
    if (protocol !== 'udp') throw new HangUp(voiceCloseCodes.unknownProtocol, 'Unknown protocol.');
    const mode = this.offeredModes.find((offered) => offered === data.mode);
    if (!mode) throw new HangUp(voiceCloseCodes.unknownEncryptionMode, 'Unknown encryption mode.');
    const isNew = session.state.kind === 'identified';
    const call = this.#callOf(session.place.seat);
    const cipher = new TransportCipher(mode, randomBytes(32));
    session.connect({ media: { address: data.address, port: data.port }, cipher, call });
    session.answer(4, { mode, secret_key: [...cipher.key], dave_protocol_version: call.daveVersion });
    if (isNew) call.join(session);
  }

  #callOf({ channelId, stage }: Seat): Call {
    const known = this.#calls.get(channelId);
    if (known) return known;
    const call = new Call({
      channelId,
      network: this.#options.network,
      log: this.#options.log,
      tellsSpeakers: () => this.tellsSpeakers,
      openDave: stage ? undefined : this.#options.openDave,
      offence: (session, code, reason) => this.hangUp(session, code, reason),
    });
    this.#calls.set(channelId, call);
    for (const listener of this.#callListeners) listener(call);
    return call;
  }
}

function sessionInvalid(): HangUp {
  return new HangUp(voiceCloseCodes.sessionInvalid, 'Session is no longer valid.');
}
