import { ServiceError, type ServiceErrorFacts } from '../../src/service/errors.ts';
import type {
  SynthesisClient,
  SynthesisRequest,
  SynthesisSummary,
  SynthesisTask,
  TimedWord,
} from '../../src/service/synthesis/synthesis-types.ts';
import { billedCharacters } from '../../src/service/synthesis/text-cutting.ts';

/** How sound of each format begins. */
export const beginnings = {
  mp3: Uint8Array.of(0xff, 0xfb),
  wav: Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
  opus: Buffer.from('OggS', 'latin1'),
  pcm: Uint8Array.of(0),
} as const;

/** What a task does: by default it sends one chunk a character and bills what the documents say. */
export interface FakeScript {
  readonly chunks?: number;
  /** What it sends, in the place of made-up chunks. */
  readonly sound?: Uint8Array;
  readonly characters?: number | undefined;
  readonly words?: readonly TimedWord[];
  /** Fails after the chunks. */
  readonly error?: ServiceErrorFacts;
  /** No sound comes until it's cancelled. */
  readonly hangs?: boolean;
  /** `start` itself throws. */
  readonly refused?: ServiceErrorFacts;
}

export class FakeTask implements SynthesisTask {
  readonly id: string;
  readonly request: SynthesisRequest;
  readonly script: FakeScript;
  text = '';
  finished = false;
  cancelled = false;
  readonly done: Promise<SynthesisSummary>;
  #resolve: (summary: SynthesisSummary) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #open: () => void = () => undefined;
  readonly #opened: Promise<void>;
  readonly #listeners: ((word: TimedWord) => void)[] = [];

  constructor(id: string, request: SynthesisRequest, script: FakeScript) {
    this.id = id;
    this.request = request;
    this.script = script;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  write(text: string): void {
    this.text += text;
  }

  finish(): void {
    this.finished = true;
    if (this.script.hangs) return;
    const { words = [], error, characters = billedCharacters(this.text, this.request.ssml) } = this.script;
    for (const word of words) for (const listener of this.#listeners) listener(word);
    if (error) this.#reject(new ServiceError(error));
    else this.#resolve({ characters, requestId: undefined });
    this.#open();
  }

  get audio(): AsyncIterable<Uint8Array> {
    return this.#chunks();
  }

  onWord(listener: (word: TimedWord) => void): void {
    this.#listeners.push(listener);
  }

  cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.#reject(new ServiceError({ fault: 'aborted', code: 'Aborted', nothingHappened: false }));
    this.#open();
  }

  async *#chunks(): AsyncIterable<Uint8Array> {
    await this.#opened;
    if (this.script.sound) {
      yield this.script.sound;
      return;
    }
    for (let index = 0; index < (this.script.chunks ?? 3); index += 1) {
      if (this.cancelled) return;
      yield index === 0 ? beginnings[this.request.format ?? 'mp3'] : Uint8Array.of(index);
    }
    if (this.script.error) throw new ServiceError(this.script.error);
  }
}

/** The service as features see it; what tasks do is written down beforehand, one script a task. */
export class FakeSynthesis implements SynthesisClient {
  readonly tasks: FakeTask[] = [];
  readonly scripts: FakeScript[] = [];

  start(request: SynthesisRequest, signal?: AbortSignal): SynthesisTask {
    const script = this.scripts.shift() ?? {};
    if (script.refused) throw new ServiceError(script.refused);
    const task = new FakeTask(`task-${this.tasks.length + 1}`, request, script);
    task.done.catch(() => undefined);
    if (signal?.aborted) task.cancel();
    signal?.addEventListener('abort', () => task.cancel(), { once: true });
    this.tasks.push(task);
    return task;
  }

  async close(): Promise<void> {
    for (const task of this.tasks) task.cancel();
  }
}
