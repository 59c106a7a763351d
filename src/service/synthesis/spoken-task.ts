import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { TokenBucket } from '../../operations/rate-limits.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';
import type { ServiceSocket } from '../socket.ts';
import { AudioQueue } from './audio-queue.ts';
import { ContinuedAudio, WordTimes } from './continuation.ts';
import type { SynthesisLimits } from './limits.ts';
import type { SocketPool } from './socket-pool.ts';
import type { SynthesisRequest, SynthesisSummary, SynthesisTask, TimedWord } from './synthesis-types.ts';
import { checkSpokenText, taskLimit, weightedLength } from './text-cutting.ts';
import { TextFeed } from './text-feed.ts';
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

/** A part of the text that's one task at the service, over however many attempts. */
interface Leg {
  /** What was sent, until any audio came. */
  taken: string[];
  used: number;
  losses: number;
  throttled: number;
}

const throttledPauseMs = 1_000;

/**
 * Text in, audio out, over as many tasks at the service as it takes. The reader gets one stream. Until any of a task's audio came, the
 * task is retried: once after a lost connection, a few times if the account's rate limit refused it. After that a loss is an
 * error, because people already heard the beginning.
 */
export class SpokenTask implements SynthesisTask {
  readonly id = randomUUID();
  readonly audio: AudioQueue;
  readonly done: Promise<SynthesisSummary>;
  readonly #engine: SynthesisEngine;
  readonly #request: SynthesisRequest;
  readonly #feed: TextFeed;
  readonly #stop = new AbortController();
  readonly #words: WordTimes;
  readonly #listeners = new Set<(word: TimedWord) => void>();
  readonly #continued: ContinuedAudio;
  #wire: WireTask | undefined;
  #textSent = false;
  #bytesHeard = 0;
  #ended = false;

  constructor(engine: SynthesisEngine, request: SynthesisRequest, signal?: AbortSignal) {
    this.#engine = engine;
    this.#request = request;
    const { clock, limits } = engine;
    this.#feed = new TextFeed(clock, request.ssml ?? false);
    this.#words = new WordTimes((word) => {
      for (const listener of this.#listeners) listener(word);
    });
    this.#continued = new ContinuedAudio(request.format, request.sampleRateHz);
    this.audio = new AudioQueue((event) => {
      if (event === 'full') this.#wire?.pause();
      else if (event === 'drained') this.#wire?.resume();
      else this.cancel();
    }, limits.maxUnreadBytes);
    const onAbort = () => this.#cancel(signal?.reason);
    this.done = this.#run().finally(() => signal?.removeEventListener('abort', onAbort));
    this.done.catch(() => undefined);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  }

  write(text: string): void {
    if (this.#ended || this.#feed.finished) {
      const code = this.#ended ? 'TaskIsOver' : 'TextAfterFinish';
      throw new ServiceError({ fault: 'invalid-request', code, nothingHappened: true });
    }
    this.#feed.write(text);
  }

  finish(): void {
    if (!this.#ended && !this.#feed.finished) this.#feed.finish();
  }

  onWord(listener: (word: TimedWord) => void): void {
    this.#listeners.add(listener);
  }

  cancel(): void {
    this.#cancel(undefined);
  }

  #cancel(cause: unknown): void {
    if (this.#ended) return;
    const error = new ServiceError({
      fault: 'aborted',
      code: 'SpeechCanceled',
      nothingHappened: !this.#textSent,
      cause,
    });
    this.#ended = true;
    this.audio.abort(error);
    this.#stop.abort(error);
  }

  async #run(): Promise<SynthesisSummary> {
    try {
      const summary = await this.#speakAll();
      this.#assertHeard();
      this.audio.complete();
      return summary;
    } catch (failure) {
      const error = this.#stop.signal.aborted ? this.#stop.signal.reason : this.#judged(failure);
      this.audio.fail(error);
      throw error;
    } finally {
      this.#ended = true;
      this.#wire = undefined;
    }
  }

  /** If no text was sent, the service has made nothing, whatever went wrong. */
  #judged(failure: unknown): unknown {
    const isHarmless = failure instanceof ServiceError && !failure.nothingHappened && !this.#textSent;
    return isHarmless ? unspoken(failure) : failure;
  }

  async #speakAll(): Promise<SynthesisSummary> {
    let whole: SynthesisSummary = { characters: 0, requestId: undefined };
    for (let legs = 0; ; legs += 1) {
      const next = await this.#feed.next(
        Number.POSITIVE_INFINITY,
        Number.POSITIVE_INFINITY,
        this.#stop.signal,
      );
      if (next.is !== 'text') return whole;
      if (this.#request.ssml) assertOneMessage(next.text);
      if (legs > 0) {
        this.#words.continueAt(this.#continued.durationMs ?? this.#words.endMs);
        this.#continued.nextTask();
      }
      const said = await this.#speakLeg(next.text);
      whole = { characters: sum(whole.characters, said.characters), requestId: said.requestId };
    }
  }

  /** If the service finished without any sound, nobody pays for it. */
  #assertHeard(): void {
    const silentBytes = this.#request.format === 'wav' ? wavHeaderBytes : 0;
    if (!this.#textSent || this.#bytesHeard > silentBytes) return;
    throw new ServiceError({ fault: 'malformed', code: 'NoAudio', nothingHappened: true });
  }

  /** @throws ServiceError */
  async #speakLeg(firstText: string): Promise<SynthesisSummary> {
    const { clock, log } = this.#engine;
    const leg: Leg = { taken: [firstText], used: weightedLength(firstText), losses: 0, throttled: 0 };
    for (;;) {
      try {
        return await this.#attempt(leg);
      } catch (error) {
        if (this.#stop.signal.aborted || !(error instanceof ServiceError)) throw error;
        const waitMs = this.#waitBeforeRepeating(leg, error);
        if (waitMs === undefined) throw error;
        log.info({ err: error, model: this.#request.model }, 'speaking begins again');
        await clock.sleep(waitMs, this.#stop.signal);
      }
    }
  }

  /** Undefined: don't retry. */
  #waitBeforeRepeating(leg: Leg, error: ServiceError): number | undefined {
    const wire = this.#wire;
    if (wire?.anythingHeard) return undefined;
    if (error.fault === 'throttled') {
      if (leg.throttled >= this.#engine.limits.throttledRetries) return undefined;
      leg.throttled += 1;
      return error.retryAfterMs ?? throttledPauseMs * 2 ** (leg.throttled - 1);
    }
    const lost = wire ? wire.lost && error.retryable : error.fault === 'unreachable';
    if (!lost || leg.losses > 0) return undefined;
    leg.losses += 1;
    return 0;
  }

  async #attempt(leg: Leg): Promise<SynthesisSummary> {
    const { signal } = this.#stop;
    this.#wire = undefined;
    const socket = await this.#readySocket(leg.losses > 0);
    const wire = this.#open(leg, socket);
    this.#wire = wire;
    if (this.audio.full) wire.pause();
    const onStop = () => wire.fail(signal.reason);
    signal.addEventListener('abort', onStop, { once: true });
    try {
      signal.throwIfAborted();
      await wire.started;
      // From now on it may cost something.
      this.#textSent = true;
      for (const text of leg.taken) wire.say(text);
      await this.#sayMore(leg, wire);
      wire.finish();
      const summary = await wire.finished;
      this.#engine.pool.giveBack(socket);
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
  async #readySocket(fresh: boolean): Promise<ServiceSocket> {
    const { pool, gateOf } = this.#engine;
    const { signal } = this.#stop;
    const socket = await pool.take(fresh, signal);
    try {
      await gateOf(this.#request.model).take(signal);
    } catch (error) {
      pool.giveBack(socket);
      throw error;
    }
    return socket;
  }

  /** Until the text ends, nothing comes for too long, or the task is full. */
  async #sayMore(leg: Leg, wire: WireTask): Promise<void> {
    const either = AbortSignal.any([this.#stop.signal, wire.failed]);
    for (;;) {
      const next = await this.#feed.next(taskLimit - leg.used, this.#engine.limits.longestGapMs, either);
      if (next.is !== 'text') return;
      leg.used += weightedLength(next.text);
      if (!wire.anythingHeard) leg.taken.push(next.text);
      wire.say(next.text);
    }
  }

  #open(leg: Leg, socket: ServiceSocket): WireTask {
    return new WireTask(this.#engine, this.#request, socket, (event) => {
      if (event.is === 'words') {
        this.#words.take(event.sentence, event.words);
        return;
      }
      leg.taken = [];
      this.#bytesHeard += event.bytes.byteLength;
      this.audio.push(this.#continued.take(event.bytes));
    });
  }
}

const wavHeaderBytes = 44;

function unspoken(error: ServiceError): ServiceError {
  const { fault, code, requestId, providerMessage } = error;
  return new ServiceError({ fault, code, requestId, providerMessage, nothingHappened: true, cause: error });
}

/** SSML can't be cut, so it has to fit into one message (document 2 A, `enable_ssml`). */
function assertOneMessage(text: string): void {
  if (checkSpokenText(text, true).length === 0) return;
  throw new ServiceError({ fault: 'invalid-request', code: 'TextTooLong', nothingHappened: true });
}

function sum(before: number | undefined, more: number | undefined): number | undefined {
  return before === undefined || more === undefined ? undefined : before + more;
}
