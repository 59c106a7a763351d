import type { RealtimeFaults } from './faults.ts';
import { type Called, type Prompted, type Reply, said } from './scenario.ts';
import type { SessionConfig } from './session-config.ts';

/** What a model does wrong with its tools (field notes 8, and what such models are known for). */
export class CallFaults {
  readonly #faults: RealtimeFaults;
  #last: Called | undefined;
  #again = 0;

  constructor(faults: RealtimeFaults) {
    this.#faults = faults;
  }

  /** An answer as it comes of the faults that wait. */
  struck(reply: Reply, { heard, results }: Prompted, config: SessionConfig): Reply {
    const answer = heard === undefined ? this.#struckResult(reply, results, config) : reply;
    const { call } = answer;
    if (!call) return answer;
    this.#last = call;
    const effect = this.#faults.draw('call');
    if (effect?.kind === 'spoken-call') return { ...said(markupOf(call)), status: answer.status };
    if (effect?.kind === 'many-calls') {
      const all = Array.from({ length: effect.count }, (_, index) => numbered(call, index + 1));
      return { ...answer, call: all[0], more: all.slice(1) };
    }
    if (effect?.kind !== 'second-call') return answer;
    const { name, arguments: given = {}, ms = 0 } = effect;
    return { ...answer, more: [{ name, arguments: JSON.stringify(given), ms }] };
  }

  #struckResult(reply: Reply, results: readonly string[], config: SessionConfig): Reply {
    const effect = this.#faults.draw('result');
    if (effect?.kind === 'read-out' && results.length > 0) return said(results.map(textsIn).join(' '));
    if (effect?.kind !== 'call-again' || !this.#last) return reply;
    const { name } = this.#last;
    const isOffered = config.tools.some((tool) => tool.function.name === name);
    if (!isOffered && !effect.anyway) return reply;
    this.#again += 1;
    const given = effect.changed ? changed(this.#last.arguments, this.#again) : this.#last.arguments;
    return { ...said(''), call: { name, arguments: given } };
  }
}

function numbered({ name, arguments: given }: Called, nth: number): Called {
  return { name, arguments: given.replaceAll('$n', `${nth}`) };
}

function changed(given: string, again: number): string {
  return JSON.stringify({ ...JSON.parse(given), again });
}

function markupOf({ name, arguments: given }: Called): string {
  return `<tool_call>{"name": ${JSON.stringify(name)}, "arguments": ${given}}</tool_call>`;
}

/** Every string of it, one after the other. */
function textsIn(result: string): string {
  try {
    return stringsOf(JSON.parse(result)).join(' ');
  } catch {
    return result;
  }
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
