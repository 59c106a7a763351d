import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { TokenBucket } from '../../operations/token-bucket.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';
import type { ServiceSocket } from '../socket.ts';
import type { SynthesisLimits } from './limits.ts';
import type { SocketPool } from './socket-pool.ts';
import type { SynthesisRequest, SynthesisSummary } from './synthesis-types.ts';
import { taskLimit, weightedLength } from './text-cutting.ts';
import type { TextFeed } from './text-feed.ts';
import type { WireWord } from './wire.ts';
import { WireTask } from './wire-task.ts';

/** What all tasks share: an account and its sockets. */
export interface SynthesisEngine {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pool: SocketPool;
  readonly limits: SynthesisLimits;
  /** Lets `run-task` of a model through at the account's rate. */
  readonly gateOf: (model: SynthesisRequest['model']) => TokenBucket;
}

export interface LegParts {
  readonly engine: SynthesisEngine;
  readonly request: SynthesisRequest;
  readonly feed: TextFeed;
  readonly firstText: string;
  /** Aborts if all of it is cancelled. */
  readonly signal: AbortSignal;
  readonly onWire: (wire: WireTask) => void;
  /** Called before text is sent, because from then on it may cost something. */
  readonly onText: () => void;
  readonly onAudio: (bytes: Uint8Array) => void;
  readonly onWords: (sentence: number | undefined, words: readonly WireWord[]) => void;
}

const throttledPauseMs = 1_000;

/**
 * A part of the text that's one task at the service. Until any of its audio came, it's retried: once after a lost
 * connection, a few times if the account's rate limit refused it. After that a loss is an error, because people already
 * heard the beginning.
 */
export class Leg {
  readonly #parts: LegParts;
  /** What was sent, until any audio came. */
  #taken: string[];
  #used: number;
  #losses = 0;
  #throttled = 0;

  constructor(parts: LegParts) {
    this.#parts = parts;
    this.#taken = [parts.firstText];
    this.#used = weightedLength(parts.firstText);
  }

  /** @throws ServiceError */
  async speak(): Promise<SynthesisSummary> {
    for (;;) {
      const attempt: { wire?: WireTask } = {};
      try {
        return await this.#attempt(attempt);
      } catch (error) {
        if (this.#parts.signal.aborted || !(error instanceof ServiceError)) throw error;
        const waitMs = this.#waitBeforeRepeating(error, attempt.wire);
        if (waitMs === undefined) throw error;
        this.#parts.engine.log.info(
          { err: error, model: this.#parts.request.model },
          'speaking begins again',
        );
        await this.#parts.engine.clock.sleep(waitMs, this.#parts.signal);
      }
    }
  }

  /** Undefined: don't retry. */
  #waitBeforeRepeating(error: ServiceError, wire: WireTask | undefined): number | undefined {
    if (wire?.anythingHeard) return undefined;
    if (error.fault === 'throttled') {
      if (this.#throttled >= this.#parts.engine.limits.throttledRetries) return undefined;
      this.#throttled += 1;
      return error.retryAfterMs ?? throttledPauseMs * 2 ** (this.#throttled - 1);
    }
    const lost = wire ? wire.lost && error.retryable : error.fault === 'unreachable';
    if (!lost || this.#losses > 0) return undefined;
    this.#losses += 1;
    return 0;
  }

  async #attempt(attempt: { wire?: WireTask }): Promise<SynthesisSummary> {
    const { engine, signal } = this.#parts;
    const socket = await this.#readySocket();
    const wire = this.#open(socket);
    attempt.wire = wire;
    this.#parts.onWire(wire);
    const onStop = () => wire.fail(signal.reason);
    signal.addEventListener('abort', onStop, { once: true });
    try {
      signal.throwIfAborted();
      await wire.started;
      this.#parts.onText();
      for (const text of this.#taken) wire.say(text);
      await this.#sayMore(wire);
      wire.finish();
      const summary = await wire.finished;
      engine.pool.giveBack(socket);
      return summary;
    } catch (error) {
      // Closing also tells the service that nobody listens any more (field notes 2, interrupting).
      socket.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', onStop);
    }
  }

  /** An open socket, once the account's rate limit lets the task through. */
  async #readySocket(): Promise<ServiceSocket> {
    const { engine, request, signal } = this.#parts;
    const socket = await engine.pool.take(this.#losses > 0, signal);
    try {
      await engine.gateOf(request.model).take(signal);
    } catch (error) {
      engine.pool.giveBack(socket);
      throw error;
    }
    return socket;
  }

  /** Until the text ends, nothing comes for too long, or the task is full. */
  async #sayMore(wire: WireTask): Promise<void> {
    const { engine, feed, signal } = this.#parts;
    const either = AbortSignal.any([signal, wire.failed]);
    for (;;) {
      const next = await feed.next(taskLimit - this.#used, engine.limits.longestGapMs, either);
      if (next.is !== 'text') return;
      this.#used += weightedLength(next.text);
      if (!wire.anythingHeard) this.#taken.push(next.text);
      wire.say(next.text);
    }
  }

  #open(socket: ServiceSocket): WireTask {
    const { engine, request, onWords } = this.#parts;
    return new WireTask({
      id: randomUUID(),
      socket,
      profile: engine.profile,
      clock: engine.clock,
      request,
      startTimeoutMs: engine.limits.startTimeoutMs,
      quietTimeoutMs: engine.limits.quietTimeoutMs,
      onAudio: (bytes) => {
        this.#taken = [];
        this.#parts.onAudio(bytes);
      },
      onWords,
    });
  }
}
