/** Discord counts code points: a character outside the basic plane is one, not two. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}
