/** The same character more often than this says nothing more. Digits are left alone: 1000000 is a number. */
const mostRepeated = 3;
const characters = /([^\p{N}\s])\1{3,}/gu;
const marks = /([!?.,;:~…！？。，、])\1{2,}/gu;
const groups = /(\S{2,4}?)\1{3,}/gu;
const combining = /(\p{M}{2})\p{M}+/gu;

/** `noooooo` as `nooo`, `hahahahaha` as `hahaha`, `!!!!!!` as `!`, towers of accents as two of them. */
export function limitRepetition(text: string): string {
  return text
    .replace(combining, '$1')
    .replace(marks, '$1')
    .replace(characters, (_, character: string) => character.repeat(mostRepeated))
    .replace(groups, (whole, group: string) =>
      /^\p{N}+$/u.test(group) ? whole : group.repeat(mostRepeated),
    );
}
