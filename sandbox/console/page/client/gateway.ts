import type { VoiceStateWish } from '../wire/voice.ts';
import type { Frame } from './gateway-frame.ts';
import { endsSession, heartbeatIntervalMs, isFinal, opcodes, readFrame, sessionOf } from './gateway-frame.ts';

/** Runs an action later; the returned function cancels it. */
export type Schedule = (delayMs: number, action: () => void) => () => void;

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly retryInMs: number }
  /** The gateway doesn't accept this token or client; `code` is its close code. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }
  | { readonly kind: 'closed' };

export interface GatewayOptions {
  readonly url: string;
  readonly token: string;
  readonly onDispatch: (event: string, data: unknown) => void;
  readonly onState: (state: ConnectionState) => void;
  readonly openSocket?: (url: string) => WebSocket;
  readonly schedule?: Schedule;
  readonly random?: () => number;
}

/** One socket and everything that ends with it. */
interface Link {
  readonly socket: WebSocket;
  acknowledged: boolean;
  cancelHeartbeat: () => void;
}

interface Session {
  readonly id: string;
  readonly url: string;
}

const longestBackoffMs = 15_000;
/** Our own reason to close a connection; the session can be resumed afterwards. */
const resumeCloseCode = 4900;

/** Gateway v10 as a person: heartbeats, resumes, and connects again until told to stop. */
export class GatewayClient {
  readonly #options: GatewayOptions;
  readonly #schedule: Schedule;
  readonly #random: () => number;
  #link: Link | undefined;
  #session: Session | undefined;
  #sequence: number | null = null;
  #attempt = 0;
  #cancelRetry: () => void = () => {};
  #state: ConnectionState = { kind: 'closed' };

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? later;
    this.#random = options.random ?? Math.random;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Session id as interactions carry it; empty before READY. */
  get sessionId(): string {
    return this.#session?.id ?? '';
  }

  connect(): void {
    this.#cancelRetry();
    this.#enter({ kind: 'connecting' });
    const open = this.#options.openSocket ?? ((url: string) => new WebSocket(url));
    const socket = open(`${this.#session?.url ?? this.#options.url}?v=10&encoding=json`);
    const link: Link = { socket, acknowledged: true, cancelHeartbeat: () => {} };
    this.#link = link;
    socket.addEventListener('message', (event: MessageEvent) => {
      if (this.#link === link) this.#receive(link, event.data);
    });
    socket.addEventListener('close', (event: CloseEvent) => {
      if (this.#link === link) this.#lost(link, event.code, event.reason);
    });
  }

  /** Update Voice State; dropped while there's no session, because the next one starts without it. */
  updateVoice(wish: VoiceStateWish): void {
    if (this.#link && this.#session) this.#send(this.#link, opcodes.voiceState, wish);
  }

  close(): void {
    this.#cancelRetry();
    this.#drop(1000);
    this.#session = undefined;
    this.#enter({ kind: 'closed' });
  }

  #receive(link: Link, text: unknown): void {
    const frame = readFrame(text);
    if (!frame) return;
    if (typeof frame.s === 'number') this.#sequence = frame.s;
    switch (frame.op) {
      case opcodes.hello:
        this.#greet(link, frame);
        break;
      case opcodes.heartbeat:
        this.#send(link, opcodes.heartbeat, this.#sequence);
        break;
      case opcodes.heartbeatAck:
        link.acknowledged = true;
        break;
      case opcodes.reconnect:
        this.#retry(resumeCloseCode, 0);
        break;
      case opcodes.invalidSession:
        if (frame.d !== true) this.#forget();
        this.#retry(resumeCloseCode, 1000 + 4000 * this.#random());
        break;
      case opcodes.dispatch:
        this.#dispatch(frame);
        break;
    }
  }

  #greet(link: Link, hello: Frame): void {
    const intervalMs = heartbeatIntervalMs(hello.d);
    const beat = () => {
      if (!link.acknowledged) {
        this.#retry(resumeCloseCode, 0);
        return;
      }
      link.acknowledged = false;
      this.#send(link, opcodes.heartbeat, this.#sequence);
      link.cancelHeartbeat = this.#schedule(intervalMs, beat);
    };
    link.cancelHeartbeat = this.#schedule(intervalMs * this.#random(), beat);
    const { token } = this.#options;
    if (this.#session && this.#sequence !== null) {
      this.#send(link, opcodes.resume, { token, session_id: this.#session.id, seq: this.#sequence });
    } else {
      this.#send(link, opcodes.identify, {
        token,
        properties: { os: 'browser', browser: 'emcee-console', device: '' },
      });
    }
  }

  #dispatch(frame: Frame): void {
    if (!frame.t) return;
    if (frame.t === 'READY') {
      const { id, resumeUrl } = sessionOf(frame.d);
      this.#session = { id, url: resumeUrl ?? this.#options.url };
    }
    this.#options.onDispatch(frame.t, frame.d);
    if (frame.t === 'READY' || frame.t === 'RESUMED') {
      this.#attempt = 0;
      this.#enter({ kind: 'ready' });
    }
  }

  #lost(link: Link, code: number, reason: string): void {
    link.cancelHeartbeat();
    this.#link = undefined;
    if (isFinal(code)) {
      this.#forget();
      this.#enter({ kind: 'refused', code, reason });
      return;
    }
    if (endsSession(code)) this.#forget();
    const backoffMs = Math.min(longestBackoffMs, 500 * 2 ** this.#attempt);
    this.#wait(backoffMs * (0.5 + this.#random() / 2));
  }

  #retry(closeCode: number, delayMs: number): void {
    this.#drop(closeCode);
    this.#wait(delayMs);
  }

  #wait(retryInMs: number): void {
    this.#attempt += 1;
    this.#enter({ kind: 'waiting', attempt: this.#attempt, retryInMs });
    this.#cancelRetry = this.#schedule(retryInMs, () => this.connect());
  }

  #forget(): void {
    this.#session = undefined;
    this.#sequence = null;
  }

  #drop(code: number): void {
    const link = this.#link;
    this.#link = undefined;
    link?.cancelHeartbeat();
    link?.socket.close(code);
  }

  #send(link: Link, op: number, d: unknown): void {
    if (link.socket.readyState === link.socket.OPEN) link.socket.send(JSON.stringify({ op, d }));
  }

  #enter(state: ConnectionState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

function later(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}
