import type { RealtimeEffect } from './faults.ts';
import type { RealtimeDesk } from './realtime-desk.ts';

export interface AnswerFaultParts {
  readonly desk: RealtimeDesk;
  readonly send: (event: Readonly<Record<string, unknown>>) => void;
  /** A fault of the connection; true when nothing follows any more. */
  readonly strike: (effect: RealtimeEffect) => boolean;
}

/** The faults that wait for a response, of either interface. */
export class AnswerFaults {
  readonly #parts: AnswerFaultParts;

  constructor(parts: AnswerFaultParts) {
    this.#parts = parts;
  }

  /** True when nothing of the answer follows any more. */
  struck(at: 'response' | 'audio', deltas: number, ids: object = {}): boolean {
    const { desk, send, strike } = this.#parts;
    const effect = desk.faults.draw(at, deltas);
    if (!effect) return false;
    switch (effect.kind) {
      case 'omit':
      case 'mute':
        return true;
      case 'bad-audio':
        send({ type: 'response.audio.delta', ...ids, delta: '***' });
        return false;
      case 'huge-audio':
        send({ type: 'response.audio.delta', ...ids, delta: Buffer.alloc(effect.bytes).toString('base64') });
        return false;
      default:
        return strike(effect);
    }
  }

  /** Sends the end of a response, or what waits in its place and behind it. */
  done(response: Readonly<Record<string, unknown>>, ids: object): void {
    const { desk, send } = this.#parts;
    const effect = desk.faults.draw('done');
    if (effect?.kind === 'omit' || effect?.kind === 'mute') return;
    send({ type: 'response.done', response });
    if (effect?.kind === 'twice') send({ type: 'response.done', response });
    if (desk.faults.draw('after')?.kind === 'late-delta')
      send({ type: 'response.audio.delta', ...ids, delta: base64Of(new Int16Array(480)) });
  }
}

export function base64Of(samples: Int16Array): string {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
}
