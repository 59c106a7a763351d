const han = /\p{Script=Han}/u;

/** A tag, comment or instruction of SSML. It ends at the next `<` at the latest, so that bad input stays cheap. */
const markup = /<(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/g;
const entity = /&(?:[a-z]{2,6}|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/**
 * Length as the service counts it: a Han character (kanji and hanja, too) is 2, any other is 1 (document 2 A,
 * `instruction`; field notes 2, billing). Characters are code points.
 */
export function weightedLength(text: string): number {
  let length = 0;
  for (const character of text) length += han.test(character) ? 2 : 1;
  return length;
}

/** What the service bills for a text (field notes 2): SSML tags count nothing, an entity is the character it stands for. */
export function billedCharacters(text: string, ssml = false): number {
  return weightedLength(ssml ? text.replace(markup, '').replace(entity, characterOf) : text);
}

/** A named entity is some character that is not Han. */
function characterOf(_: string, decimal: string | undefined, hexadecimal: string | undefined): string {
  const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '26', 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '&';
}
