/** Discord takes 4,000 characters of text in a message. */
const mostCharacters = 3_900;

/**
 * A link for the end of each line, as far as the message has room, so the first ones get theirs. The label is ours, so
 * no document's name can break the markdown.
 * @param taken characters of everything else in the message
 */
export function openLinks(
  addresses: readonly (string | undefined)[],
  label: string,
  taken: number,
): readonly (string | undefined)[] {
  let left = mostCharacters - taken;
  return addresses.map((address) => {
    const link = address && ` · [${label}](${address})`;
    if (!link || link.length > left) return undefined;
    left -= link.length;
    return link;
  });
}
