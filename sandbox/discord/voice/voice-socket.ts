import { type RawData, WebSocket } from 'ws';
import { type ClientMessage, type Heartbeat, readBinary, readText } from './client-messages.ts';
import { HangUp, voiceCloseCodes } from './close-codes.ts';
import type { Session, Wire } from './session.ts';
import type { VoiceGateway } from './voice-gateway.ts';
import type { VoiceLog } from './voice-log.ts';

export interface VoiceSocketOptions {
  readonly gateway: VoiceGateway;
  readonly log: VoiceLog;
  readonly heartbeatIntervalMs: number;
  readonly now: () => number;
}

/** Generous: the real limit is not documented, only its close code. */
const messagesPerMinute = 1_200;

/** Close codes that may be written into a frame; the others only tell of a connection that was cut. */
function canBeSent(code: number): boolean {
  return (
    code === 1000 ||
    (code >= 3000 && code <= 4999) ||
    (code >= 1001 && code <= 1014 && ![1004, 1005, 1006].includes(code))
  );
}

type SocketState =
  | { readonly kind: 'greeted' }
  | { readonly kind: 'attached'; readonly session: Session }
  | { readonly kind: 'closed' };

/** One WebSocket of a voice client, from Hello to its close. */
export class VoiceSocket implements Wire {
  readonly #options: VoiceSocketOptions;
  readonly #socket: WebSocket;
  #state: SocketState = { kind: 'greeted' };
  #watchdog: NodeJS.Timeout | undefined;
  #minute = { since: 0, messages: 0 };
  #closedWith: number | undefined;
  /** Whose socket it is, or says it is. */
  #claimant: string | undefined;

  constructor(socket: WebSocket, options: VoiceSocketOptions) {
    this.#options = options;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', (code) => this.#ended(code));
    socket.on('error', () => socket.terminate());
    this.send(JSON.stringify({ op: 8, d: { v: 8, heartbeat_interval: options.heartbeatIntervalMs } }));
    this.#expectHeartbeat();
  }

  send(message: string | Buffer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(message);
  }

  close(code: number, reason = ''): void {
    this.#closedWith ??= code;
    clearTimeout(this.#watchdog);
    if (canBeSent(code)) this.#socket.close(code, reason);
    else this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#state.kind === 'closed' || this.#closedWith !== undefined) return;
    try {
      this.#countMessage();
      this.#obey(isBinary ? readBinary(bytesOf(data)) : readText(String(data)));
    } catch (error) {
      if (!(error instanceof HangUp)) throw error;
      if (this.#state.kind === 'attached')
        this.#options.gateway.hangUp(this.#state.session, error.code, error.message);
      this.close(error.code, error.message);
    }
  }

  #countMessage(): void {
    const now = this.#options.now();
    if (now - this.#minute.since > 60_000) this.#minute = { since: now, messages: 0 };
    this.#minute.messages += 1;
    if (this.#minute.messages > messagesPerMinute)
      throw new HangUp(voiceCloseCodes.rateLimited, 'You are being rate limited.');
  }

  #obey(message: ClientMessage): void {
    const { gateway, log } = this.#options;
    const state = this.#state;
    if (message.op === 0) this.#claimant ??= message.d.user_id;
    if (this.#claimant !== undefined) log.op(this.#claimant, message.op);
    if (message.op === 3) this.#heartbeat(message.d);
    else if (message.op === 0 || message.op === 7) {
      if (state.kind !== 'greeted')
        throw new HangUp(voiceCloseCodes.alreadyAuthenticated, 'Already authenticated.');
      if (message.op === 0) this.#attach(gateway.identify(this, message.d));
      else log.op(this.#attach(gateway.resume(this, message.d)), message.op);
    } else if (state.kind !== 'attached') {
      throw new HangUp(voiceCloseCodes.notAuthenticated, 'Not authenticated.');
    } else gateway.obey(state.session, message);
  }

  #attach(session: Session): string {
    this.#state = { kind: 'attached', session };
    this.#claimant = session.userId;
    return session.userId;
  }

  #heartbeat({ t, seq_ack: seqAck }: Heartbeat): void {
    if (this.#state.kind === 'attached' && !this.#state.session.outbox.acknowledge(seqAck))
      throw new HangUp(voiceCloseCodes.badRequest, 'Invalid seq_ack.');
    this.#expectHeartbeat();
    this.send(JSON.stringify({ op: 6, d: { t } }));
  }

  /** A client that stays silent for longer than two heartbeats is hung up on. */
  #expectHeartbeat(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      const { sessionTimedOut } = voiceCloseCodes;
      if (this.#state.kind === 'attached')
        this.#options.gateway.hangUp(this.#state.session, sessionTimedOut, 'Session timed out.');
      this.close(sessionTimedOut, 'Session timed out.');
    }, this.#options.heartbeatIntervalMs * 2);
    this.#watchdog.unref();
  }

  #ended(code: number): void {
    const state = this.#state;
    clearTimeout(this.#watchdog);
    this.#state = { kind: 'closed' };
    this.#options.log.closed({
      userId: this.#claimant,
      by: this.#closedWith === undefined ? 'client' : 'server',
      code: this.#closedWith ?? code,
    });
    // What the server closed with 1000 or 1001 is no goodbye of the client.
    if (state.kind === 'attached')
      this.#options.gateway.lost(state.session, this, this.#closedWith === undefined ? code : 1006);
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
