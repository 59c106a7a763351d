import type { RealtimeEffect } from './faults.ts';
import type { RealtimeDesk } from './realtime-desk.ts';

export interface AnswerFaultParts {
  readonly desk: RealtimeDesk;
  readonly send: (event: Readonly<Record<string, unknown>>) => void;
  /** A fault of the connection; true if nothing follows any more. */
  readonly strike: (effect: RealtimeEffect) => boolean;
}

type Fate = 'sent' | 'sent-twice' | 'left-out' | 'lost';

/** The faults that wait for a response, of either interface. */
export class AnswerFaults {
  readonly #parts: AnswerFaultParts;

  constructor(parts: AnswerFaultParts) {
    this.#parts = parts;
  }

  /**
   * What becomes of the next event of an answer: `sent`, left out, or lost with everything that should have followed.
   * Undefined, and nothing to wait for, without a fault.
   */
  struck(at: 'response' | 'audio' | 'done', deltas: number, ids: object = {}): Promise<Fate> | undefined {
    const effect = this.#parts.desk.faults.draw(at, deltas);
    return effect && this.#strike(effect, ids);
  }

  async #strike(effect: RealtimeEffect, ids: object): Promise<Fate> {
    const { desk, send, strike } = this.#parts;
    switch (effect.kind) {
      case 'omit':
        return 'left-out';
      case 'stall':
        await desk.faults.stalled(effect.ms);
        return 'sent';
      case 'twice':
        return 'sent-twice';
      case 'bad-audio':
        send({ type: 'response.audio.delta', ...ids, delta: '***' });
        return 'sent';
      case 'many-deltas':
        for (let sent = 0; sent < effect.count; sent += 1)
          send({ type: 'response.audio_transcript.delta', ...ids, delta: 'and so on ' });
        return 'sent';
      case 'huge-audio':
        send({ type: 'response.audio.delta', ...ids, delta: Buffer.alloc(effect.bytes).toString('base64') });
        return 'sent';
      default:
        return strike(effect) ? 'lost' : 'sent';
    }
  }

  /** Sends the end of a response, or the fault armed for it, and what comes after. */
  async done(response: Readonly<Record<string, unknown>>, ids: object): Promise<void> {
    const { desk, send, strike } = this.#parts;
    const fate = (await this.struck('done', 0)) ?? 'sent';
    if (fate === 'sent' || fate === 'sent-twice') send({ type: 'response.done', response });
    if (fate === 'sent-twice') send({ type: 'response.done', response });
    const late = desk.faults.draw('after');
    if (late?.kind === 'late-delta')
      send({ type: 'response.audio.delta', ...ids, delta: base64Of(new Int16Array(480)) });
    else if (late) strike(late);
  }
}

export function base64Of(samples: Int16Array): string {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
}
