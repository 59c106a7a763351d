import { z } from 'zod';
import type { ToolCall } from '../../service/realtime/conversation/conversation-types.ts';

/** What the model says, apart from what it says by mistake. */
interface SplitText {
  /** For people. */
  readonly words: string;
  /** From the first mark of a request for a tool on; undefined when there's none. */
  readonly leaked: string | undefined;
}

/** A model's request for a tool may leak into its words as markup (field notes 8): from there on nothing is for people. */
const beginning = /<\|?\/?(?:tool_call|function_call|function|tools?|parameter)\b/i;
/** The text may go on so that it's one. */
const halfBeginning = /<[|/]{0,2}[a-z_]{0,13}$/i;
const longestLeak = 8_000;

/** @param complete nothing follows any more */
export function splitLeak(text: string, complete: boolean): SplitText {
  const leak = beginning.exec(text);
  // At the very end, the name may continue so that it's another one.
  const isSure = leak && (complete || leak.index + leak[0].length < text.length);
  if (leak && isSure) return { words: text.slice(0, leak.index).trimEnd(), leaked: text.slice(leak.index) };
  const half = complete ? null : halfBeginning.exec(text.slice(-20));
  return { words: half ? text.slice(0, text.length - half[0].length) : text, leaked: undefined };
}

/** An answer that comes in pieces, split likewise; no piece is read twice, however many there are. */
export class GrowingSplit {
  #words = '';
  /** The end of what came, which may turn out to be a leak's beginning. */
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
      // What's longer than that is never made out.
      if (this.#leaked.length <= longestLeak) this.#leaked += piece;
      return;
    }
    const text = this.#undecided + piece;
    const { words, leaked } = splitLeak(text, false);
    this.#words = leaked === undefined ? this.#words + words : (this.#words + words).trimEnd();
    this.#undecided = leaked === undefined ? text.slice(words.length) : '';
    this.#leaked = leaked;
  }

  /** All of it came, and this is what it is. */
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

/** The request that was meant, in the ways in which such models write it; undefined when it can't be made out. */
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
