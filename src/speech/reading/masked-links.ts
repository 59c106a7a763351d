import type { Found } from './pieces.ts';

/** `[text](https://…)`, with a title behind the address or without one. */
export interface MaskedLink extends Found {
  readonly text: string;
}

const addressBegin = /<?https?:\/\/(?=[^\s)>])/uy;

/**
 * The masked links of a text. No expression does this in one pass: from each `[` it would look for the `]` anew, and from
 * each address for its end.
 */
export function* maskedLinks(text: string): Generator<MaskedLink, void, undefined> {
  const lineEnd = new Ahead(text, /[\]\n]/gu);
  const addressEnd = new Ahead(text, /[\s)>]/gu);
  const titleEnd = new Ahead(text, /["\n]/gu);
  const spaceEnd = new Ahead(text, /\S/gu);

  /** Where the link ends whose address begins there; undefined when none does. */
  const endOf = (place: number): number | undefined => {
    addressBegin.lastIndex = spaceEnd.from(place);
    if (!addressBegin.test(text)) return undefined;
    const behind = addressEnd.from(addressBegin.lastIndex);
    const address = text[behind] === '>' ? behind + 1 : behind;
    const next = spaceEnd.from(address);
    if (text[next] === ')') return next + 1;
    if (text[next] !== '"' || next === address) return undefined;
    const title = titleEnd.from(next + 1);
    const end = spaceEnd.from(title + 1);
    return text[title] === '"' && text[end] === ')' ? end + 1 : undefined;
  };

  for (let from = text.indexOf('['); from >= 0; ) {
    // All brackets in front of the same end share its fate.
    const close = lineEnd.from(from + 1);
    const to = text.startsWith('](', close) ? endOf(close + 2) : undefined;
    if (to !== undefined) yield { from, to, text: text.slice(from + 1, close) };
    from = text.indexOf('[', to ?? close + 1);
  }
}

/** Where the next character of a kind stands. What was found is kept, so that all of a text's looks are one pass. */
class Ahead {
  readonly #text: string;
  readonly #wanted: RegExp;
  #from = 0;
  #found = -1;

  /** @param wanted one character, with the flag `g` */
  constructor(text: string, wanted: RegExp) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /** At that place or behind it; the text's end when there is none. */
  from(place: number): number {
    if (place >= this.#from && place <= this.#found) return this.#found;
    this.#wanted.lastIndex = place;
    const match = place > this.#text.length ? null : this.#wanted.exec(this.#text);
    this.#from = place;
    this.#found = match?.index ?? this.#text.length;
    return this.#found;
  }
}
