import { BoundedMap } from '../../operations/bounded-map.ts';
import type { ToolCall } from '../../service/realtime/conversation/conversation-types.ts';
import type { JudgedTurn } from '../turns/answer-gate.ts';

/** No person asks for more calls at once, or longer ones. */
const mostCallsInResponse = 8;
const longestArguments = 8_000;
const mostTurns = 20;

/** What happens to a call: it's run, answered with the result of an equal one, or refused with a word to the model. */
export type CallVerdict =
  | { readonly is: 'run'; readonly keep: (result: Promise<string>) => void }
  | { readonly is: 'equal'; readonly result: Promise<string> }
  | { readonly is: 'refused'; readonly why: string };

/** The tools of one turn: how often the model asked, and what it was told. */
export class TurnTools {
  /** It wrote a call as text, which is run for it once. */
  leaked = false;
  readonly #mostRounds: number;
  readonly #callsIn = new Map<string, number>();
  readonly #results = new Map<string, Promise<string>>();

  constructor(mostRounds: number) {
    this.#mostRounds = mostRounds;
  }

  /** The state of a turn's rounds: `last` if an answer has to follow, `spent` if it should already have come. */
  round(responseId: string): 'open' | 'last' | 'spent' {
    if (!this.#callsIn.has(responseId)) {
      if (this.#callsIn.size >= this.#mostRounds) return 'spent';
      this.#callsIn.set(responseId, 0);
    }
    return [...this.#callsIn.keys()].indexOf(responseId) + 1 === this.#mostRounds ? 'last' : 'open';
  }

  judge(responseId: string, call: ToolCall): CallVerdict {
    if (this.round(responseId) === 'spent')
      return { is: 'refused', why: 'No more tools before someone speaks again. Answer with what you have.' };
    const calls = (this.#callsIn.get(responseId) ?? 0) + 1;
    this.#callsIn.set(responseId, calls);
    if (calls > mostCallsInResponse)
      return { is: 'refused', why: 'These are too many tools at once. Ask for what matters most.' };
    if (call.arguments.length > longestArguments)
      return { is: 'refused', why: 'The arguments are too long. Make them shorter.' };
    const identity = identityOf(call);
    const result = this.#results.get(identity);
    if (result) return { is: 'equal', result };
    return { is: 'run', keep: (kept) => void this.#results.set(identity, kept) };
  }
}

/** The tools of each turn. Calls without a turn count as one turn, too. */
export class ToolsByTurn {
  readonly #mostRounds: number;
  readonly #turns = new BoundedMap<string | undefined, TurnTools>(mostTurns);

  constructor(mostRounds: number) {
    this.#mostRounds = mostRounds;
  }

  of(turn: JudgedTurn | undefined): TurnTools {
    const known = this.#turns.get(turn?.itemId) ?? new TurnTools(this.#mostRounds);
    this.#turns.set(turn?.itemId, known);
    return known;
  }
}

/** The same for calls that ask for the same thing, regardless of spaces and the order of names. */
function identityOf({ name, arguments: given }: ToolCall): string {
  const text = given.trim();
  try {
    return JSON.stringify([name, text === '' ? {} : JSON.parse(text)], sorted);
  } catch {
    return `${name} ${text}`;
  }
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
