import { openStepCounter } from './count-steps.ts';
import { type Family, textOf } from './hostile-texts.ts';

export type Read = (text: string) => unknown;

/** How many times the steps a reader needs when a text of a family is made twice as long. */
export function openGrowth() {
  const counter = openStepCounter();

  /** Refused texts are read, too. What is remembered from one text to the next is so before anything is counted. */
  const stepsOf = (
    read: Read,
    readings: readonly { readonly families: readonly Family[]; readonly characters: number }[],
  ): readonly number[] => {
    const works = readings.map(({ families, characters }) => {
      const texts = families.map((family) => textOf(family, characters));
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

  /** Of each group of families, read as one. */
  const growthOf = (
    read: Read,
    groups: readonly (readonly Family[])[],
    characters: number,
  ): readonly number[] => {
    const steps = stepsOf(
      read,
      groups.flatMap((families) => [
        { families, characters },
        { families, characters: 2 * characters },
      ]),
    );
    return groups.map((_, index) => (steps[2 * index + 1] ?? 0) / (steps[2 * index] ?? 0));
  };

  return {
    counter,
    stepsOf(read: Read, family: Family, characters: number): number {
      const [steps = 0] = stepsOf(read, [{ families: [family], characters }]);
      return steps;
    },
    growth(read: Read, family: Family, characters: number): number {
      const [grown = 0] = growthOf(read, [[family]], characters);
      return grown;
    },
    /**
     * The families for which a reader needs more than twice the steps. Asking V8 for its counts takes longer than most texts, so sixteen
     * families are counted as one, and each by itself if they grew at all: one square among sixteen lines makes them grow 2.125 times.
     */
    steepOf(read: Read, families: readonly Family[], characters = 400): readonly Family[] {
      const groups = Array.from({ length: Math.ceil(families.length / 16) }, (_, index) =>
        families.slice(16 * index, 16 * index + 16),
      );
      const groupGrowth = growthOf(read, groups, characters);
      const suspected = groups.flatMap((group, index) => ((groupGrowth[index] ?? 0) > 2.08 ? group : []));
      if (suspected.length === 0) return [];
      const ownGrowth = growthOf(
        read,
        suspected.map((family) => [family]),
        characters,
      );
      return suspected.filter((_, index) => (ownGrowth[index] ?? 0) >= linear);
    },
  };
}

/** More than twice the steps for twice the text is a square, unless it is a few steps that are needed in any case. */
const linear = 2.4;
