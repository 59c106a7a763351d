/**
 * Cuts a text to `limit` characters (code points, so that no character is halved), as the service would do with a
 * prompt that is too long (document 1); `cut` is how the person can be told.
 */
export function cutText(text: string, limit: number): { readonly text: string; readonly cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  let units = 0;
  let characters = 0;
  for (const character of text) {
    if (characters === limit) return { text: text.slice(0, units), cut: true };
    characters += 1;
    units += character.length;
  }
  return { text, cut: false };
}

/** Length in code points: the unit of every limit on a prompt. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
