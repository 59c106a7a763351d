import { Refusal } from '../../refusal/refusal.ts';
import type { RoomState } from './types.ts';

/** What those who wait are told; undefined: nothing yet. */
export type Answer = 'heard' | Refusal | undefined;

/** Those who wait until a room can be heard, each with their own signal. */
export class RoomWaiters {
  readonly #waiting = new Set<(answer: 'heard' | Refusal) => void>();
  #answer: Answer;

  /** Nobody waits any more. */
  get empty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Answers those who wait now and those who come later; undefined: newcomers have to wait. */
  settle(answer: Answer): void {
    this.#answer = answer;
    if (answer === undefined) return;
    for (const done of [...this.#waiting]) done(answer);
  }

  /**
   * Resolves when the room can be heard.
   * @throws {Refusal} or the signal's reason
   */
  wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (answer: 'heard' | Refusal) => {
        forget();
        if (answer === 'heard') resolve();
        else reject(answer);
      };
      const onAbort = () => {
        forget();
        reject(signal?.reason);
      };
      const forget = () => {
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', onAbort);
      };
      if (signal?.aborted) onAbort();
      else if (this.#answer !== undefined) done(this.#answer);
      else {
        this.#waiting.add(done);
        signal?.addEventListener('abort', onAbort, { once: true });
      }
    });
  }
}

/** What a state says to those who wait to be heard; undefined: wait on. */
export function answerOf(state: RoomState, missing: readonly string[]): Answer {
  const { channelId } = state;
  switch (state.is) {
    case 'ready':
      return 'heard';
    case 'muted':
      return missing.length > 0
        ? new Refusal({ code: 'bot-lacks-permissions', permissions: missing, channelId })
        : new Refusal({ code: 'voice-muted', channelId });
    case 'suppressed':
      return new Refusal({ code: 'voice-audience', channelId });
    case 'leaving':
    case 'left':
      if (state.end === 'shutting-down') return new Refusal({ code: 'shutting-down' });
      if (state.end === 'alone') return new Refusal({ code: 'voice-nobody-there', channelId });
      if (state.end === 'not-permitted' && missing.length > 0)
        return new Refusal({ code: 'bot-lacks-permissions', permissions: missing, channelId });
      return new Refusal({ code: 'voice-unreachable', channelId });
    case 'joining':
    case 'moved':
    case 'lost':
      return undefined;
  }
}
