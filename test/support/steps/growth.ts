import { openStepCounter } from './count-steps.ts';
import { type Family, textOf } from './hostile-texts.ts';

export type Read = (text: string) => unknown;

/** How many times the steps a reader needs when a text of a family is made twice as long. */
export function openGrowth() {
  const counter = openStepCounter();

  /** Refused texts are read, too. What is remembered from one text to the next is so before anything is counted. */
  const stepsOf = (read: Read, family: Family, characters: number): number => {
    const text = textOf(family, characters);
    const readIt = () => {
      try {
        read(text);
      } catch {}
    };
    readIt();
    return counter.stepsOf(readIt);
  };

  return {
    counter,
    stepsOf,
    growth: (read: Read, family: Family, characters = 400) =>
      stepsOf(read, family, 2 * characters) / stepsOf(read, family, characters),
  };
}

/** More than twice the steps for twice the text is a square, unless it is a few steps that are needed in any case. */
export const linear = 2.4;
