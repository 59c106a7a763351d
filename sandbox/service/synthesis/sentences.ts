const terminators = new Set([...'.!?…。！？；;\n']);
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
    this.#rest = this.#rest.slice(from);
    return sentences.filter(isSpeakable);
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

function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
