import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { AudioQueue } from './audio-queue.ts';
import { ContinuedAudio, WordTimes } from './continuation.ts';
import { Leg, type SynthesisEngine } from './leg.ts';
import type { SynthesisRequest, SynthesisSummary, SynthesisTask, TimedWord } from './synthesis-types.ts';
import { checkSpokenText } from './text-cutting.ts';
import { TextFeed } from './text-feed.ts';
import type { WireTask } from './wire-task.ts';

/** Text in, audio out, over as many tasks at the service as it takes. The reader gets one stream. */
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
    this.#feed = new TextFeed({ clock, whole: request.ssml ?? false, settleMs: limits.settleMs });
    this.#words = new WordTimes((word) => {
      for (const listener of this.#listeners) listener(word);
    });
    this.#continued = new ContinuedAudio(request.format, request.sampleRateHz);
    this.audio = new AudioQueue(
      {
        onFull: () => this.#wire?.pause(),
        onDrained: () => this.#wire?.resume(),
        onAbandoned: () => this.cancel(),
      },
      limits.maxUnreadBytes,
    );
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
      const said = await this.#leg(next.text).speak();
      whole = { characters: sum(whole.characters, said.characters), requestId: said.requestId };
    }
  }

  /** If the service finished without any sound, nobody pays for it. */
  #assertHeard(): void {
    const silentBytes = this.#request.format === 'wav' ? wavHeaderBytes : 0;
    if (!this.#textSent || this.#bytesHeard > silentBytes) return;
    throw new ServiceError({ fault: 'malformed', code: 'NoAudio', nothingHappened: true });
  }

  #leg(firstText: string): Leg {
    return new Leg({
      engine: this.#engine,
      request: this.#request,
      feed: this.#feed,
      firstText,
      signal: this.#stop.signal,
      onWire: (wire) => {
        this.#wire = wire;
        if (this.audio.full) wire.pause();
      },
      onText: () => {
        this.#textSent = true;
      },
      onAudio: (bytes) => {
        this.#bytesHeard += bytes.byteLength;
        this.audio.push(this.#continued.take(bytes));
      },
      onWords: (sentence, words) => this.#words.take(sentence, words),
    });
  }
}

const wavHeaderBytes = 44;

function unspoken(error: ServiceError): ServiceError {
  const { fault, code, requestId, providerMessage } = error;
  return new ServiceError({
    fault,
    code,
    nothingHappened: true,
    ...(requestId ? { requestId } : {}),
    ...(providerMessage ? { providerMessage } : {}),
    cause: error,
  });
}

/** SSML can't be cut, so it has to fit into one message (document 2 A, `enable_ssml`). */
function assertOneMessage(text: string): void {
  if (checkSpokenText(text, true).length === 0) return;
  throw new ServiceError({ fault: 'invalid-request', code: 'TextTooLong', nothingHappened: true });
}

function sum(before: number | undefined, more: number | undefined): number | undefined {
  return before === undefined || more === undefined ? undefined : before + more;
}
