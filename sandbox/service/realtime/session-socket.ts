import type { RawData, WebSocket } from 'ws';
import { sharedRecognition } from '../recognition/recognition-thread.ts';
import { unknownSpeech } from '../recognition/recognizer.ts';
import type { ToldListener } from '../recognition/told-speech.ts';
import { recognitionRateHz } from '../recognition/voiced-sounds.ts';
import type { RealtimeEffect } from './faults.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { InvalidValue } from './session-config.ts';
import type { SessionRecord } from './session-record.ts';

export interface SessionSocketParts {
  readonly socket: WebSocket;
  readonly desk: RealtimeDesk;
  readonly record: SessionRecord;
  /** What the client sent, as JSON. @throws {InvalidValue} */
  readonly obey: (json: unknown) => void;
  readonly onClosed: () => void;
}

/** What every session of both interfaces does with its socket: events, errors, faults, and the ends of its life. */
export class SessionSocket {
  readonly #parts: SessionSocketParts;
  readonly #told: ToldListener;
  readonly #lifeTimer: NodeJS.Timeout;
  #idleTimer: NodeJS.Timeout | undefined;
  #mute = false;
  #sentIds = 0;

  constructor(parts: SessionSocketParts) {
    this.#parts = parts;
    const { socket, desk } = parts;
    this.#told = desk.told.listener();
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code, reason) => this.#closed(code, reason.toString()));
    this.#lifeTimer = setTimeout(
      () => this.close(1011, 'The session exceeded the maximum duration of 120 minutes.'),
      desk.settings.longestLifeMs,
    );
    this.#lifeTimer.unref();
    this.armIdle();
  }

  drop(): void {
    this.#parts.socket.terminate();
  }

  close(code: number, reason: string): void {
    this.#parts.socket.close(code, reason);
  }

  send(event: Readonly<Record<string, unknown>>): void {
    const { socket, record } = this.#parts;
    if (this.#mute || socket.readyState !== socket.OPEN) return;
    this.#sentIds += 1;
    const whole = { event_id: `event_s${record.number}_${this.#sentIds}`, ...event };
    record.sent(whole);
    socket.send(JSON.stringify(whole));
  }

  /** The event, or the fault armed for it. */
  sendAt(at: 'created' | 'updated' | 'finished', event: Readonly<Record<string, unknown>>): void {
    const { faults } = this.#parts.desk;
    const effect = faults.draw(at);
    if (effect?.kind === 'stall') {
      void faults.stalled(effect.ms).then(() => this.send(event));
      return;
    }
    if (effect?.kind === 'omit' || (effect && this.strike(effect))) return;
    this.send(event);
    if (effect?.kind === 'twice') this.send(event);
  }

  error(message: string, code = '', param = ''): void {
    this.send({ type: 'error', error: { type: 'invalid_request_error', code, message, param } });
  }

  /** True if what was due won't come any more. */
  strike(effect: RealtimeEffect): boolean {
    switch (effect.kind) {
      case 'mute':
        this.#mute = true;
        return true;
      case 'drop':
        this.drop();
        return true;
      case 'close':
        this.close(effect.code, effect.reason ?? '');
        return true;
      case 'error':
        this.error(effect.message, effect.code, effect.param);
        return false;
      case 'garbled':
        this.#parts.socket.send('{"type": "response.');
        return false;
      case 'unknown-event':
        this.send({ type: 'response.annotated', note: { level: 3 } });
        return false;
      default:
        return false;
    }
  }

  /** From now on nobody may be silent for longer than the service waits. */
  armIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      this.error('The session was closed because of response_idle_timeout.', 'response_idle_timeout');
      this.close(1007, 'response_idle_timeout');
    }, this.#parts.desk.settings.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  /**
   * What someone said, as far as the sandbox voiced it or their browser recognised it.
   * @param isPreview they're still speaking
   */
  async textOf(audio: Int16Array, isPreview = false): Promise<string> {
    const { voiced, told } = this.#parts.desk;
    const known = await sharedRecognition.recognize(audio, voiced.lately);
    if (known.length > 0) return known.join(' ');
    if (isPreview) return told.isListening ? '' : unknownSpeech(audio);
    return (await this.#told.textOf((audio.length * 1_000) / recognitionRateHz)) ?? unknownSpeech(audio);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#mute) return;
    try {
      if (isBinary) throw new InvalidValue('', 'Binary messages are not supported.', 'invalid_event');
      const json = parsed(data);
      if (typeof json === 'object' && json !== null) this.#parts.record.came({ ...json });
      this.#parts.obey(json);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.error(error.message, error.code, error.param);
    }
  }

  #closed(code: number, reason: string): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#lifeTimer);
    this.#parts.onClosed();
    this.#parts.record.closed = { code, reason };
  }
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    throw new InvalidValue('', 'The message is not valid JSON.', 'invalid_event');
  }
}
