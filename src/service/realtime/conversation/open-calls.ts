/** What follows a tool's result: an answer, one for which the model has no tools, or nothing. */
export type AfterResult = 'answer' | 'answer-without-tools' | 'nothing';

interface Calling {
  readonly all: Set<string>;
  readonly open: Set<string>;
  over: boolean;
  after: AfterResult;
}

/** More than this in one response is no request for anything, and stays without an answer. */
const mostCalls = 1_000;
/** Calls of an answer that nobody wanted are never answered. */
const mostResponses = 50;
const strictness: readonly AfterResult[] = ['answer', 'answer-without-tools', 'nothing'];

/**
 * Tools that were called and whose results are still to be sent, by the response that called them. What follows is due
 * once: when that response is over, because it may call more until then, and every call has its result.
 */
export class OpenCalls {
  readonly #byResponse = new Map<string, Calling>();

  /** False for a call that's known already, or one too many: nobody is to run it. */
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

  /** False for what nobody called, or was answered before. @param after the strictest of a response's calls counts */
  answered(callId: string, after: AfterResult): boolean {
    const calling = [...this.#byResponse.values()].find(({ open }) => open.has(callId));
    if (!calling) return false;
    calling.open.delete(callId);
    if (strictness.indexOf(after) > strictness.indexOf(calling.after)) calling.after = after;
    return true;
  }

  /** It calls nothing more, however it ended. */
  over(responseId: string): void {
    const calling = this.#byResponse.get(responseId);
    if (calling) calling.over = true;
  }

  /** What follows by now, once for each response. */
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
