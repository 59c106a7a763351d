const han = /\p{Script=Han}/u;

/** Field notes 2: a Han character counts 2, any other 1; also the length of an `instruction` (document 2 A). */
export function weightedLength(text: string): number {
  let length = 0;
  for (const character of text) length += han.test(character) ? 2 : 1;
  return length;
}

/** In code points, as the limits of a message and of a task are counted here. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
