import { Worker } from 'node:worker_threads';
import type { VoicedSound } from './voiced-sounds.ts';

export interface RecognitionOrder {
  readonly id: number;
  readonly audio: Int16Array;
  /** The sounds it may be, the latest first. */
  readonly lately: readonly number[];
  /** Sounds that the thread doesn't have yet. */
  readonly learnt: readonly (readonly [id: number, sound: VoicedSound])[];
  readonly forgotten: readonly number[];
}

export interface RecognitionAnswer {
  readonly id: number;
  readonly texts: readonly string[];
}

const mostKnown = 200;

/**
 * The recogniser in a thread of its own: looking for sixty sounds in a sentence takes up to a second, in which this process would
 * pass on nobody's voice. Answers come in the order of the questions.
 */
export class RecognitionThread {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly string[]>>();
  /** The sounds that the thread has, the oldest first. */
  readonly #known = new Map<VoicedSound, number>();

  /** Whether an answer is still to come. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves once all that was asked by now is answered. */
  async answered(): Promise<void> {
    await Promise.allSettled(Array.from(this.#waiting.values(), ({ promise }) => promise));
  }

  /** What of the sounds is in the audio, in the order in which it was said. Rejects when the thread dies. */
  recognize(audio: Int16Array, sounds: readonly VoicedSound[]): Promise<readonly string[]> {
    const id = this.#nextId();
    const pending = Promise.withResolvers<readonly string[]>();
    this.#waiting.set(id, pending);
    this.#worker ??= this.#start();
    const learnt = sounds.filter((sound) => !this.#known.has(sound)).map((sound) => this.#learn(sound));
    const lately = sounds.flatMap((sound) => this.#known.get(sound) ?? []);
    this.#worker.postMessage({
      id,
      audio,
      lately,
      learnt,
      forgotten: this.#forget(lately),
    } satisfies RecognitionOrder);
    return pending.promise;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #learn(sound: VoicedSound): readonly [id: number, sound: VoicedSound] {
    const id = this.#nextId();
    this.#known.set(sound, id);
    return [id, sound];
  }

  #forget(wanted: readonly number[]): readonly number[] {
    const needed = new Set(wanted);
    const forgotten: number[] = [];
    for (const [sound, id] of this.#known) {
      if (this.#known.size <= mostKnown) break;
      if (needed.has(id)) continue;
      this.#known.delete(sound);
      forgotten.push(id);
    }
    return forgotten;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./recognition-worker.ts', import.meta.url));
    let cause: unknown;
    worker.on('message', ({ id, texts }: RecognitionAnswer) => {
      this.#waiting.get(id)?.resolve(texts);
      this.#waiting.delete(id);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#known.clear();
      for (const pending of this.#waiting.values())
        pending.reject(new Error('the recogniser ended', { cause }));
      this.#waiting.clear();
    });
    // Behind the listeners, which would hold the process up again.
    worker.unref();
    return worker;
  }
}

/** Of all stand-ins of this process: they have nothing to hide from each other, and a thread costs 20 MB. */
export const sharedRecognition = new RecognitionThread();
