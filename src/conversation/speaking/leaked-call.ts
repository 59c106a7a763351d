import { z } from 'zod';
import type { ToolCall } from '../../service/realtime/conversation/conversation-types.ts';

/** What the model says, without what it says by mistake. */
interface SplitText {
  /** For people. */
  readonly words: string;
  /** Everything from the first mark of a tool call; undefined if there isn't one. */
  readonly leaked: string | undefined;
}

/** A model's tool call may leak into its words as markup (field notes 8). Nothing from there is for people. */
const beginning = /<\|?\/?(?:tool_call|function_call|function|tools?|parameter)\b/i;
/** The text may continue and become one. */
const halfBeginning = /<[|/]{0,2}[a-z_]{0,13}$/i;
const longestLeak = 8_000;

/** @param complete no more text follows */
export function splitLeak(text: string, complete: boolean): SplitText {
  const leak = beginning.exec(text);
  // At the very end, the name may continue and become another one.
  const isSure = leak && (complete || leak.index + leak[0].length < text.length);
  if (leak && isSure) return { words: text.slice(0, leak.index).trimEnd(), leaked: text.slice(leak.index) };
  const half = complete ? null : halfBeginning.exec(text.slice(-20));
  return { words: half ? text.slice(0, text.length - half[0].length) : text, leaked: undefined };
}

/** The same for an answer in pieces. No piece is read twice, however many there are. */
export class GrowingSplit {
  #words = '';
  /** The end of the text so far, which may be the beginning of a leak. */
  #undecided = '';
  #leaked: string | undefined;

  get words(): string {
    return this.#words;
  }

  get leaked(): string | undefined {
    return this.#leaked;
  }

  add(piece: string): void {
    if (this.#leaked !== undefined) {
      // Anything longer is never understood as a call.
      if (this.#leaked.length <= longestLeak) this.#leaked += piece;
      return;
    }
    const text = this.#undecided + piece;
    const { words, leaked } = splitLeak(text, false);
    this.#words = leaked === undefined ? this.#words + words : (this.#words + words).trimEnd();
    this.#undecided = leaked === undefined ? text.slice(words.length) : '';
    this.#leaked = leaked;
  }

  /** The answer is complete, with this text. */
  complete(text: string): void {
    const { words, leaked } = splitLeak(text, true);
    this.#words = words;
    this.#undecided = '';
    this.#leaked = leaked ?? this.#leaked;
  }
}

const asJson = z.object({
  name: z.string().min(1).max(64),
  arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});
const namedTag = /<function(?:=|\s+name=)["']?([\w-]{1,64})/i;
const parameter = /<parameter(?:=|\s+name=)["']?([\w-]{1,64})["']?>([^<]{0,4000})<\/parameter>/gi;

/** The intended call, in any form that such models write it; undefined if it's unclear. */
export function callOfLeak(leaked: string): Pick<ToolCall, 'name' | 'arguments'> | undefined {
  if (leaked.length > longestLeak) return undefined;
  const json = jsonIn(leaked);
  const name = namedTag.exec(leaked)?.[1];
  if (name !== undefined) return { name, arguments: JSON.stringify(json ?? parametersIn(leaked)) };
  const parsed = asJson.safeParse(json);
  if (!parsed.success) return undefined;
  const given = parsed.data.arguments ?? parsed.data.parameters ?? {};
  return { name: parsed.data.name, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
}

function jsonIn(text: string): unknown {
  const [from, until] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || until < from) return undefined;
  try {
    return JSON.parse(text.slice(from, until + 1));
  } catch {
    return undefined;
  }
}

function parametersIn(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(parameter)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value.trim()]));
}
