import type { Logger } from 'pino';
import { type Clock, timedOut, withTimeout } from '../../operations/clock.ts';
import type { ToolCall } from '../../service/realtime/conversation/conversation-types.ts';
import type { CallTool } from '../call-types.ts';

const usualTimeoutMs = 15_000;
const slowMs = 2_000;
const mostOutput = 8_000;
const mostRunning = 8;

/** Runs what the model asks for. The model always gets an answer that it can say something about. */
export class ToolRunner {
  readonly #options;
  #running = 0;

  constructor(options: {
    readonly tools: readonly CallTool[];
    readonly clock: Clock;
    readonly log: Logger;
    /** Aborts when the call is over. */
    readonly signal: AbortSignal;
    /** A tool takes so long that silence would feel odd. Once per call of a tool. */
    readonly onSlow: () => void;
  }) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  /** Never rejects. @param userId the person who asked, if the room knows */
  async run(call: ToolCall, userId: string | undefined): Promise<string> {
    const tool = this.#options.tools.find(({ name }) => name === call.name);
    if (!tool) return failure('There is no such tool.');
    const given = parsed(call.arguments);
    if (!given) return failure('The arguments are not valid JSON. Ask again for what is missing.');
    if (this.#running >= mostRunning) return failure('Too many tools are running. Wait for their results.');
    this.#running += 1;
    try {
      return (await this.#finished(tool, given.value, userId)).slice(0, mostOutput);
    } catch (error) {
      this.#options.log.warn({ err: error, tool: tool.name }, 'a tool of a conversation failed');
      return failure('This did not work. Say so, and offer to try again later.');
    } finally {
      this.#running -= 1;
    }
  }

  async #finished(tool: CallTool, given: unknown, userId: string | undefined): Promise<string> {
    const { clock, signal, onSlow } = this.#options;
    if (signal.aborted) return failure('The call is over.');
    const over = new AbortController();
    const cut = AbortSignal.any([signal, over.signal]);
    clock.sleep(slowMs, cut).then(onSlow, () => undefined);
    try {
      const running = tool.run({ arguments: given, userId, signal: cut });
      const result = await withTimeout(running, tool.timeoutMs ?? usualTimeoutMs, clock, signal);
      if (result !== timedOut) return result;
      return failure('This takes too long, so it was stopped. Say so, and offer to try again.');
    } catch (error) {
      if (signal.aborted) return failure('The call is over.');
      throw error;
    } finally {
      over.abort();
    }
  }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: {} };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function failure(error: string): string {
  return JSON.stringify({ ok: false, error });
}
