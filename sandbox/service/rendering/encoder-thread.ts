import { Worker } from 'node:worker_threads';
import type { RenderJob } from './renderer.ts';

export interface EncodeOrder {
  readonly id: number;
  readonly job: RenderJob;
  readonly soundNote: string;
}

export type EncodeAnswer =
  | { readonly id: number; readonly video: Uint8Array }
  | { readonly id: number; readonly failure: string };

/** A thread of its own for drawing and encoding, started at the first order and again after a crash. */
export class EncoderThread {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();

  /** Orders are done one at a time. Rejects if the job can't be drawn or the thread dies. */
  encode(job: RenderJob, soundNote: string): Promise<Uint8Array> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Uint8Array>();
    this.#waiting.set(id, pending);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, job, soundNote } satisfies EncodeOrder);
    return pending.promise;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./encoder-worker.ts', import.meta.url));
    worker.unref();
    let cause: unknown;
    worker.on('message', (answer: EncodeAnswer) => this.#settle(answer));
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const pending of this.#waiting.values()) {
        pending.reject(new Error('the encoder thread ended', { cause }));
      }
      this.#waiting.clear();
    });
    return worker;
  }

  #settle(answer: EncodeAnswer): void {
    const pending = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('video' in answer) pending?.resolve(answer.video);
    else pending?.reject(new Error(answer.failure));
  }
}
