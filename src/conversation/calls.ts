import { Refusal } from '../refusal/refusal.ts';
import { LiveCall } from './call.ts';
import type { CallsParts } from './call-parts.ts';
import type { Call, CallRequest, Calls } from './call-types.ts';

export function openCalls(parts: CallsParts): Calls {
  return new GuildCalls(parts);
}

/** All calls of this process, one a guild. */
class GuildCalls implements Calls {
  readonly #parts: CallsParts;
  readonly #calls = new Map<string, LiveCall>();
  #closed = false;

  constructor(parts: CallsParts) {
    this.#parts = parts;
  }

  of(guildId: string): Call | undefined {
    return this.#calls.get(guildId);
  }

  async start(request: CallRequest): Promise<Call> {
    const { guildId } = request;
    for (let before = this.#calls.get(guildId); before; before = this.#calls.get(guildId)) {
      if (before.state.is === 'running')
        throw new Refusal({
          code: 'call-running-already',
          kind: 'conversation',
          channelId: before.request.voiceChannelId,
        });
      await before.ended;
    }
    if (this.#closed) throw new Refusal({ code: 'shutting-down' });
    const call = new LiveCall(request, this.#parts);
    this.#calls.set(guildId, call);
    void call.ended.then(() => {
      if (this.#calls.get(guildId) === call) this.#calls.delete(guildId);
    });
    await call.open();
    return call;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#calls.values()].map((call) => call.stop('shutting-down')));
  }
}
