import type { TaskParameters } from './commands.ts';

export type SynthesisStatus = 'starting' | 'started' | 'finishing' | 'finished' | 'failed' | 'dropped';

/** One message of a task, in the order of the wire. */
export type SeenMessage =
  | { readonly from: 'client'; readonly at: number; readonly message: unknown }
  | { readonly from: 'service'; readonly at: number; readonly message: unknown }
  | { readonly from: 'service'; readonly at: number; readonly bytes: number };

/** What tests and people see of a task. */
export interface SynthesisTaskView {
  readonly id: string;
  /** Which of the stand-in's connections it ran on; the first is 1. */
  readonly connection: number;
  /** The name of the document, whatever this deployment calls it. */
  readonly model: string;
  readonly voice: string;
  readonly parameters: TaskParameters;
  readonly status: SynthesisStatus;
  /** Everything that was sent to be spoken. */
  readonly text: string;
  /** What was spoken, sentence by sentence. */
  readonly sentences: readonly string[];
  /** Billed so far. */
  readonly characters: number;
  readonly audioBytes: number;
  readonly messages: readonly SeenMessage[];
  readonly failure?: { readonly code: string; readonly message: string };
}

/** 16-bit mono, before it was encoded. */
export interface SynthesizedSound {
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

/** Keeps what became of one task. */
export class TaskRecord {
  status: SynthesisStatus = 'starting';
  text = '';
  characters = 0;
  failure: { readonly code: string; readonly message: string } | undefined;
  readonly sentences: string[] = [];
  readonly messages: SeenMessage[] = [];
  #audioBytes = 0;
  readonly #sound: Int16Array[] = [];
  readonly #facts: Pick<SynthesisTaskView, 'id' | 'connection' | 'model' | 'voice' | 'parameters'>;
  readonly #sampleRateHz: number;
  readonly #now: () => number;

  constructor(facts: TaskRecord['facts'], sampleRateHz: number, now: () => number) {
    this.#facts = facts;
    this.#sampleRateHz = sampleRateHz;
    this.#now = now;
  }

  get facts(): Pick<SynthesisTaskView, 'id' | 'connection' | 'model' | 'voice' | 'parameters'> {
    return this.#facts;
  }

  came(message: unknown): void {
    this.messages.push({ from: 'client', at: this.#now(), message });
  }

  sent(message: unknown): void {
    this.messages.push({ from: 'service', at: this.#now(), message });
  }

  sentAudio(bytes: number): void {
    this.#audioBytes += bytes;
    this.messages.push({ from: 'service', at: this.#now(), bytes });
  }

  spoke(samples: Int16Array): void {
    this.#sound.push(samples);
  }

  get view(): SynthesisTaskView {
    return {
      ...this.#facts,
      status: this.status,
      text: this.text,
      sentences: [...this.sentences],
      characters: this.characters,
      audioBytes: this.#audioBytes,
      messages: [...this.messages],
      ...(this.failure && { failure: this.failure }),
    };
  }

  get sound(): SynthesizedSound {
    const samples = new Int16Array(this.#sound.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.#sound) {
      samples.set(part, at);
      at += part.length;
    }
    return { samples, sampleRateHz: this.#sampleRateHz };
  }
}
