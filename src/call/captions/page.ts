import { showAsIs } from '../../discord/escape.ts';

/** `sure` won't change. `unsure` may, and is in italics. */
export interface GrowingText {
  readonly sure: string;
  readonly unsure: string;
}

/** A text of a sentence: what was said, or a translation of it. */
export interface Passage {
  readonly text: GrowingText;
  /** Before it, such as its language. */
  readonly mark?: string | undefined;
  /** After it, if it ends before the speech does. As markdown. */
  readonly cut?: string | undefined;
}

/** A sentence on a page, in all of its languages. */
export interface Sentence {
  readonly id: string;
  /** Shown once for consecutive sentences. As markdown. */
  readonly speaker: string;
  readonly said?: Passage | undefined;
  /** In small print below. */
  readonly below: readonly Passage[];
  /** More small print, as markdown. */
  readonly note?: string | undefined;
}

const mostSentences = 12;
/** What people read of it. Escapes and addresses come on top. */
const longestPage = 1_800;
/** Discord takes 4,000. */
const longestMessage = 3_900;
/** Of one text, before escaping. What's longer shows its end, because that's new. */
const longestPassage = 1_400;
/** Texts that are cut shorter than this have no room for notes. */
const leastBesideNotes = 40;

/** A message that's read like a page of a script: a line for each sentence, its translations in small print below. */
export class Page {
  readonly #sentences = new Map<string, Sentence>();
  readonly #head: string | undefined;

  /** @param head in small print at the top */
  constructor(head?: string) {
    this.#head = head;
  }

  /** The sentences on it, from top to bottom. */
  get ids(): readonly string[] {
    return [...this.#sentences.keys()];
  }

  get isFull(): boolean {
    return this.#sentences.size >= mostSentences || this.#length >= longestPage;
  }

  has(id: string): boolean {
    return this.#sentences.has(id);
  }

  /** Adds a sentence at the end, changes it where it stands, or removes it if nothing of it is left. */
  put(sentence: Sentence): void {
    if (isBlank(sentence)) this.#sentences.delete(sentence.id);
    else this.#sentences.set(sentence.id, sentence);
  }

  /** Takes the last sentence off if there are more than fit. A single one always stays. */
  takeLast(): Sentence | undefined {
    return this.#overflows ? this.#take(this.ids.at(-1)) : undefined;
  }

  /** The same with the first one. */
  takeFirst(): Sentence | undefined {
    return this.#overflows ? this.#take(this.ids[0]) : undefined;
  }

  /** As markdown that fits into a message, whatever it's made of. */
  get markdown(): string {
    for (let most = longestPassage; ; most = Math.floor(most / 2)) {
      const rows = this.#rows(most).join('\n');
      if (rows.length <= longestMessage || most <= 1) return rows;
    }
  }

  get #overflows(): boolean {
    const { size } = this.#sentences;
    return size > 1 && (size > mostSentences || this.#length > longestPage);
  }

  #take(id = ''): Sentence | undefined {
    const sentence = this.#sentences.get(id);
    this.#sentences.delete(id);
    return sentence;
  }

  get #length(): number {
    return [...this.#sentences.values()].reduce((sum, sentence) => sum + lengthOf(sentence), 0);
  }

  #rows(most: number): readonly string[] {
    const rows = this.#head === undefined ? [] : [`-# ${this.#head}`];
    let before = '';
    for (const { speaker, said, below, note } of this.#sentences.values()) {
      const line = [speaker === before ? '' : speaker, said ? passageText(said, most) : ''];
      rows.push(line.filter((part) => part !== '').join(' '));
      for (const passage of below) rows.push(`-# ${passageText(passage, most)}`);
      if (note !== undefined && most >= leastBesideNotes) rows.push(`-# ${note}`);
      before = speaker;
    }
    return rows.filter((row) => row !== '');
  }
}

export function isBlank({ said, below, note }: Sentence): boolean {
  return said === undefined && below.length === 0 && note === undefined;
}

/** Undefined if there are no words in it, so that nothing of it is shown. */
export function passage(text: GrowingText, more: Omit<Passage, 'text'> = {}): Passage | undefined {
  return /\S/.test(text.sure) || /\S/.test(text.unsure) ? { text, ...more } : undefined;
}

function lengthOf({ said, below, note }: Sentence): number {
  const texts = [...(said ? [said] : []), ...below];
  const length = texts.reduce((sum, { text, mark = '' }) => {
    return sum + Math.min(text.sure.length + text.unsure.length, longestPassage) + mark.length;
  }, 0);
  // Of a link people only see the title.
  return length + (note?.replace(/\]\(<[^>]*>\)/g, '').length ?? 0);
}

function passageText({ text: { sure, unsure }, mark, cut }: Passage, most: number): string {
  const changing = tailOf(unsure, sure === '' ? most : Math.ceil(most / 2));
  const settled = tailOf(sure, most - changing.length);
  const parts = [mark === undefined ? '' : `${mark} ·`, settled, changing === '' ? '' : `*${changing}*`, cut];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** On one line, with all of its marks escaped. Never splits an escape. @param most before escaping */
function tailOf(text: string, most: number): string {
  const near = Array.from(text.slice(-2 * (most + 1)));
  const kept = near.slice(-Math.max(1, most)).join('');
  const tail = kept.length < text.length ? `…${kept}` : kept;
  return showAsIs(tail.replace(/\s+/g, ' '), 3 * (most + 1));
}
