const terminators = new Set([...'.!?…。！？；;\n']);
/** A sentence that is longer is cut where it breathes, in UTF-16 units. */
const longest = 400;
const closers = new Set([...'"\'”’»)）」』】']);

/**
 * Cuts text that arrives in pieces into sentences: one is complete with its terminator. A full stop between digits ends
 * none, nor one that a letter follows.
 */
export class SentenceCutter {
  #rest = '';

  /** What was not spoken yet. */
  get rest(): string {
    return this.#rest;
  }

  /** Complete sentences, in order, as they were written. */
  add(text: string): string[] {
    this.#rest += text;
    const sentences: string[] = [];
    let from = 0;
    for (let at = 0; at < this.#rest.length; at += 1) {
      if (!this.#endsAt(at)) continue;
      while (this.#goesOn(at + 1)) at += 1;
      sentences.push(this.#rest.slice(from, at + 1));
      from = at + 1;
    }
    const rest = breaths(this.#rest.slice(from));
    this.#rest = rest.pop() ?? '';
    return [...sentences.flatMap(breaths), ...rest].filter(isSpeakable);
  }

  /** The last sentence, which needs no terminator. */
  finish(): string[] {
    const last = this.#rest;
    this.#rest = '';
    return isSpeakable(last) ? [last] : [];
  }

  #endsAt(at: number): boolean {
    const character = this.#rest.charAt(at);
    if (!terminators.has(character)) return false;
    if (character !== '.') return true;
    const next = this.#rest.charAt(at + 1);
    const afterDigit = /\d/.test(this.#rest.charAt(at - 1));
    return next === '' ? !afterDigit : !/[\p{L}\p{N}]/u.test(next);
  }

  #goesOn(at: number): boolean {
    const character = this.#rest.charAt(at);
    return terminators.has(character) || closers.has(character);
  }
}

/** Cut behind the last comma or space that fits; in the middle of a word when there is none. */
function breaths(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > longest) {
    const piece = rest.slice(0, longest);
    const space = Math.max(...[',', '，', '、', ' '].map((mark) => piece.lastIndexOf(mark)));
    const splitsPair = /[\ud800-\udbff]$/.test(piece);
    const end = space > 0 ? space + 1 : longest - (splitsPair ? 1 : 0);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}

function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
