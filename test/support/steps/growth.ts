import { openStepCounter } from './count-steps.ts';
import { type Family, textOf } from './hostile-texts.ts';

export type Read = (text: string) => unknown;

/** How many times the steps a reader needs when a text of a family is made twice as long. */
export function openGrowth() {
  const counter = openStepCounter();

  /** Refused texts are read, too. What is remembered from one text to the next is so before anything is counted. */
  const stepsOf = (read: Read, families: readonly Family[], sizes: readonly number[]): readonly number[] => {
    const works = sizes.map((size) => {
      const texts = families.map((family) => textOf(family, size));
      return () => {
        for (const text of texts)
          try {
            read(text);
          } catch {}
      };
    });
    for (const work of works) work();
    return counter.stepsOfEach(works);
  };

  const growthOf = (read: Read, families: readonly Family[], characters: number): number => {
    const [once = 0, twice = 0] = stepsOf(read, families, [characters, 2 * characters]);
    return twice / once;
  };

  return {
    counter,
    stepsOf(read: Read, family: Family, characters: number): number {
      const [steps = 0] = stepsOf(read, [family], [characters]);
      return steps;
    },
    growth: (read: Read, family: Family, characters: number) => growthOf(read, [family], characters),
    /**
     * The families for which a reader needs more than twice the steps. Asking V8 for its counts takes longer than most texts, so eight
     * families are counted as one, and each by itself if they grew at all: one square among eight lines shows long before `linear`.
     */
    steepOf(read: Read, families: readonly Family[], characters = 400): readonly Family[] {
      const groups = Array.from({ length: Math.ceil(families.length / 8) }, (_, index) =>
        families.slice(8 * index, 8 * index + 8),
      );
      return groups
        .filter((group) => growthOf(read, group, characters) > 2.15)
        .flatMap((group) => group.filter((family) => growthOf(read, [family], characters) >= linear));
    },
  };
}

/** More than twice the steps for twice the text is a square, unless it is a few steps that are needed in any case. */
const linear = 2.4;
