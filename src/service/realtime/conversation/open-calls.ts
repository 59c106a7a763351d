/** What follows a tool's result: an answer, an answer without tools, or nothing. */
export type AfterResult = 'answer' | 'answer-without-tools' | 'nothing';

interface Calling {
  readonly all: Set<string>;
  readonly open: Set<string>;
  over: boolean;
  after: AfterResult;
}

/** More calls than this in one response can't be meant seriously, so they're ignored. */
const mostCalls = 1_000;
/** How many responses with open calls are kept. Calls in an answer that nobody wanted are never answered. */
const mostResponses = 50;
const strictness: readonly AfterResult[] = ['answer', 'answer-without-tools', 'nothing'];

/**
 * Tools that were called and still owe a result, by response. What follows is due once: when the response is over
 * (until then it may call more) and every call has its result.
 */
export class OpenCalls {
  readonly #byResponse = new Map<string, Calling>();

  /** False for a call that's already known, or one too many: don't run it. */
  called(responseId: string, callId: string): boolean {
    const calling = this.#byResponse.get(responseId) ?? newCalling();
    const isKnown =
      calling.all.has(callId) || [...this.#byResponse.values()].some(({ open }) => open.has(callId));
    if (isKnown || calling.all.size >= mostCalls) return false;
    calling.all.add(callId);
    calling.open.add(callId);
    this.#byResponse.set(responseId, calling);
    const [oldest] = this.#byResponse.keys();
    if (oldest !== undefined && this.#byResponse.size > mostResponses) this.#byResponse.delete(oldest);
    return true;
  }

  knows(responseId: string, callId: string): boolean {
    return this.#byResponse.get(responseId)?.all.has(callId) ?? false;
  }

  /**
   * False if nobody called it, or it already has its result. @param after the strictest one among a response's calls
   * wins
   */
  answered(callId: string, after: AfterResult): boolean {
    const calling = [...this.#byResponse.values()].find(({ open }) => open.has(callId));
    if (!calling) return false;
    calling.open.delete(callId);
    if (strictness.indexOf(after) > strictness.indexOf(calling.after)) calling.after = after;
    return true;
  }

  /** The response calls nothing more, however it ended. */
  over(responseId: string): void {
    const calling = this.#byResponse.get(responseId);
    if (calling) calling.over = true;
  }

  /** What's due by now, once per response. */
  takeDue(): AfterResult {
    const due = [...this.#byResponse].filter(([, { over, open }]) => over && open.size === 0);
    for (const [responseId] of due) this.#byResponse.delete(responseId);
    const wanted = due.map(([, { after }]) => after).filter((after) => after !== 'nothing');
    if (wanted.length === 0) return 'nothing';
    return wanted.includes('answer') ? 'answer' : 'answer-without-tools';
  }
}

function newCalling(): Calling {
  return { all: new Set(), open: new Set(), over: false, after: 'answer' };
}
