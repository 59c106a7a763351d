import type { CallKind } from '../refusal/call.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { BasicCall, CallBasics } from './types.ts';

/** A call that can be opened once. */
interface OpenableCall extends BasicCall {
  open(): Promise<void>;
}

/** All calls of a kind in this process, at most one per guild. */
export class OnePerGuild<Request extends CallBasics, Call extends OpenableCall> {
  readonly #kind: CallKind;
  readonly #create: (request: Request) => Call;
  readonly #calls = new Map<string, Call>();
  #closed = false;

  constructor(kind: CallKind, create: (request: Request) => Call) {
    this.#kind = kind;
    this.#create = create;
  }

  of(guildId: string): Call | undefined {
    return this.#calls.get(guildId);
  }

  /** @throws {Refusal} `call-running-already`, `shutting-down`, and the refusals of opening it */
  async start(request: Request): Promise<Call> {
    const { guildId } = request;
    for (let before = this.#calls.get(guildId); before; before = this.#calls.get(guildId)) {
      if (before.state.is === 'running')
        throw new Refusal({ code: 'call-running-already', kind: this.#kind, channelId: before.channelId });
      await before.ended;
    }
    if (this.#closed) throw new Refusal({ code: 'shutting-down' });
    const call = this.#create(request);
    this.#calls.set(guildId, call);
    void call.ended.then(() => {
      if (this.#calls.get(guildId) === call) this.#calls.delete(guildId);
    });
    await call.open();
    return call;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(
      [...this.#calls.values()].map(async (call) => {
        await call.stop('shutting-down');
        await call.ended;
      }),
    );
  }
}
