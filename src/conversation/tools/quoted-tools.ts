/**
 * Tools named in other people's text: in results and instructions. A model that reads such a passage aloud says its
 * markup, too, although nobody asked for that. There's no telling which of its words are quoted, so tools are
 * recognised by name, in any spelling; texts aren't kept.
 */
export class QuotedTools {
  readonly #names: readonly string[];
  readonly #quoted = new Set<string>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** A tool's result: only our code should know these names, so each one counts. */
  seeResult(text: string): void {
    this.#see(text, true);
  }

  /** Instructions may mention tools; anything that looks like a call doesn't belong there. */
  seeInstructions(text: string): void {
    this.#see(text, false);
  }

  has(name: string): boolean {
    return this.#quoted.has(name);
  }

  #see(text: string, anyName: boolean): void {
    const plain = plainOf(text);
    const isMarkup = looksLikeCall.test(plain);
    if (!isMarkup && !anyName) return;
    const letters = isMarkup ? lettersOf(plain) : '';
    for (const name of this.#names)
      if (letters.includes(lettersOf(name)) || plain.includes(name.toLowerCase())) this.#quoted.add(name);
  }
}

const looksLikeCall =
  /[<[{(][|/]{0,2}(?:tool|function|invoke|parameter)|(?:tool|function)_calls?|["']?name["']?[:=]/;
const longestRead = 40_000;
/** Markup that was escaped once or twice on the way is still read aloud as markup. */
const mostEscapes = 3;
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});|&(lt|gt|quot|apos|amp|lowbar);|%([0-9a-f]{2})/gi;
const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  lowbar: '_',
};

const unseen = /[\s\\\p{Cf}\p{M}]+/gu;

/** Without case, spaces, escapes and invisible characters. */
function plainOf(text: string): string {
  let plain = text.slice(0, longestRead);
  for (let pass = 0; pass < mostEscapes; pass += 1) plain = plain.replace(escapes, unescaped);
  // Also before normalising, which would sort long rows of marks.
  return plain.replace(unseen, '').normalize('NFKD').replace(unseen, '').toLowerCase();
}

function unescaped(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [unicode, byte, hex, decimal, name, percent] = groups;
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const code =
    decimal === undefined ? Number.parseInt(unicode ?? byte ?? hex ?? percent ?? '', 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
