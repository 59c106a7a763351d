import { characterCount, weightedLength } from './billing.ts';
import type { TaskParameters } from './commands.ts';
import { SentenceCutter } from './sentences.ts';
import { readSsml, spokenSsml } from './ssml.ts';
import { invalid } from './task-failure.ts';
import { repairedText } from './text-repair.ts';

const longestMessage = 20_000;
const longestTask = 200_000;

/** A sentence that is to be spoken. */
export interface DueSentence {
  /** As it was written. */
  readonly original: string;
  /** As it is spoken. */
  readonly text: string;
  readonly pauseMs: number;
}

/** Takes the text of one task: its limits (document 2, "Limits"), its sentences, what it is billed. */
export class TextIntake {
  /** Billed so far: a Han character counts 2, tags 0. */
  billed = 0;
  readonly #parameters: TaskParameters;
  readonly #cutter = new SentenceCutter();
  #characters = 0;
  #messages = 0;

  constructor(parameters: TaskParameters) {
    this.#parameters = parameters;
  }

  /** @throws {TaskFailure} when the text is too long, or not what `enable_ssml` says */
  add(text: string): DueSentence[] {
    const characters = characterCount(text);
    if (characters > longestMessage) {
      throw invalid(`payload.input.text must have at most ${longestMessage} characters.`);
    }
    if (this.#characters + characters > longestTask) {
      throw invalid(`The text of a task must have at most ${longestTask} characters.`);
    }
    this.#characters += characters;
    this.#messages += 1;
    if (this.#parameters.enable_ssml) return this.#addSsml(text);
    return this.#cutter.add(text).map((sentence) => this.#due(sentence, 0));
  }

  /** @param late the end came too late for a sentence that has none */
  finish(late: boolean): DueSentence[] {
    const last = this.#cutter.finish();
    return late ? [] : last.map((sentence) => this.#due(sentence, 0));
  }

  #addSsml(document: string): DueSentence[] {
    if (this.#messages > 1) throw invalid('With enable_ssml only one continue-task is allowed.');
    const pieces = readSsml(document);
    if (spokenSsml(pieces).trim() === '') return [];
    return pieces.flatMap(({ text, pauseMs }) => {
      const cutter = new SentenceCutter();
      const sentences = [...cutter.add(text), ...cutter.finish()];
      return sentences.map((sentence, at) => this.#due(sentence, at === sentences.length - 1 ? pauseMs : 0));
    });
  }

  #due(original: string, pauseMs: number): DueSentence {
    return { original, text: repairedText(original, this.#parameters), pauseMs };
  }

  /** Call when a sentence was spoken; returns what is billed by then. */
  bill({ original }: DueSentence): number {
    this.billed += weightedLength(original);
    return this.billed;
  }
}
