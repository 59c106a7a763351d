/** Tools that were called and whose results are still to be sent, by the response that called them. */
export class OpenCalls {
  readonly #byResponse = new Map<string, Set<string>>();

  called(responseId: string, callId: string): void {
    const calls = this.#byResponse.get(responseId) ?? new Set();
    this.#byResponse.set(responseId, calls.add(callId));
  }

  /** `last` when the response waits for no other result; `unknown` for what nobody called, or was answered before. */
  answered(callId: string): 'unknown' | 'more' | 'last' {
    const [responseId, calls] = [...this.#byResponse].find(([, each]) => each.has(callId)) ?? [];
    if (responseId === undefined || !calls) return 'unknown';
    calls.delete(callId);
    if (calls.size > 0) return 'more';
    this.#byResponse.delete(responseId);
    return 'last';
  }
}
