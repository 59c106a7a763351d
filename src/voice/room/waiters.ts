import { Refusal } from '../../refusal/refusal.ts';
import type { RoomState } from './types.ts';

/** What waiting callers are told; undefined: nothing yet. */
export type Answer = 'heard' | Refusal | undefined;

/** Callers who wait until people can hear a room, each with a signal. */
export class RoomWaiters {
  readonly #waiting = new Set<(answer: 'heard' | Refusal) => void>();
  #answer: Answer;

  /** Nobody is waiting any more. */
  get empty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Answers the callers who wait now, and later ones; undefined: later ones have to wait. */
  settle(answer: Answer): void {
    this.#answer = answer;
    if (answer === undefined) return;
    for (const done of [...this.#waiting]) done(answer);
  }

  /**
   * Resolves when people can hear the room.
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

/** What a state means for waiting callers; undefined: keep waiting. */
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
