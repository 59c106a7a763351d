import { characterCount, weightedLength } from './billing.ts';
import type { TaskParameters } from './commands.ts';
import { SentenceCutter } from './sentences.ts';
import { readSsml, type SsmlPiece, spokenSsml } from './ssml.ts';
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
  /** What it costs. */
  readonly characters: number;
}

/** Takes the text of one task: its limits (document 2, "Limits"), its sentences, what it is billed. */
export class TextIntake {
  /** Billed so far: a Han character counts 2, tags with all that is in them 0 (field notes 2). */
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
    if (!document.trimStart().startsWith('<')) return this.#addPlain(document);
    const pieces = readSsml(document);
    if (spokenSsml(pieces).trim() === '') return [];
    return pieces.flatMap((piece) => this.#addPiece(piece));
  }

  /** Text without any tag: public clients switch SSML on and send whatever there is. */
  #addPlain(text: string): DueSentence[] {
    return [...this.#cutter.add(text), ...this.#cutter.finish()].map((sentence) => this.#due(sentence, 0));
  }

  /** The last sentence settles what is written otherwise than it is said. */
  #addPiece({ text, pauseMs, written }: SsmlPiece): DueSentence[] {
    const cutter = new SentenceCutter();
    const sentences = [...cutter.add(text), ...cutter.finish()];
    let left = weightedLength(written);
    return sentences.map((sentence, at) => {
      const isLast = at === sentences.length - 1;
      const cost = text === written || !isLast ? Math.min(left, weightedLength(sentence)) : left;
      left -= cost;
      return this.#due(sentence, isLast ? pauseMs : 0, cost);
    });
  }

  #due(original: string, pauseMs: number, characters = weightedLength(original)): DueSentence {
    return { original, text: repairedText(original, this.#parameters), pauseMs, characters };
  }

  /** Call when a sentence was spoken; returns what is billed by then. */
  bill({ characters }: DueSentence): number {
    this.billed += characters;
    return this.billed;
  }
}
