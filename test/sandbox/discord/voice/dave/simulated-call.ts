import { openDaveCall } from '../../../../../sandbox/discord/voice/dave/dave-call.ts';
import type {
  DaveAnswer,
  DaveCall,
  DaveMessage,
} from '../../../../../sandbox/discord/voice/dave/dave-types.ts';
import { DaveyClient } from './davey-client.ts';

interface Line {
  readonly client: DaveyClient;
  readonly toClient: DaveMessage[];
  readonly toServer: DaveAnswer[];
}

interface Timer {
  readonly delayMs: number;
  readonly action: () => void;
}

/** A call with real MLS members and a network in between: in order for each of them, in any order among them. */
export class SimulatedCall {
  readonly call: DaveCall;
  readonly offences: { readonly userId: string; readonly code: number; readonly reason: string }[] = [];
  readonly timers = new Set<Timer>();
  readonly sent: { readonly userId: string; readonly message: DaveMessage }[] = [];
  readonly #channelId: string;
  readonly #lines = new Map<string, Line>();

  constructor(channelId = '1324000000000000777') {
    this.#channelId = channelId;
    this.call = openDaveCall({
      channelId,
      send: (userId, message) => {
        this.sent.push({ userId, message });
        this.#lines.get(userId)?.toClient.push(message);
      },
      schedule: (delayMs, action) => {
        const timer = { delayMs, action };
        this.timers.add(timer);
        return () => this.timers.delete(timer);
      },
      offence: (userId, code, reason) => this.offences.push({ userId, code, reason }),
    });
  }

  /** Joins and, unless told otherwise, lets everything that follows from it happen. */
  join(userId: string, settle = true): DaveyClient {
    const toServer: DaveAnswer[] = [];
    const connected = () => [...this.#lines.keys()];
    const client = new DaveyClient(userId, this.#channelId, connected, (answer) => toServer.push(answer));
    this.#lines.set(userId, { client, toClient: [], toServer });
    this.call.join(userId);
    if (settle) this.settle();
    return client;
  }

  leave(userId: string, settle = true): void {
    this.#lines.delete(userId);
    this.call.leave(userId);
    if (settle) this.settle();
  }

  get clients(): readonly DaveyClient[] {
    return [...this.#lines.values()].map(({ client }) => client);
  }

  /** What is on its way; `pick` chooses which of them arrives. False when nothing is. */
  step(pick: (count: number) => number = () => 0): boolean {
    const ready = [...this.#lines.values()].flatMap((line) => [
      ...(line.toClient.length > 0 ? [() => this.deliver(line.client.userId)] : []),
      ...(line.toServer.length > 0 ? [() => this.hear(line.client.userId)] : []),
    ]);
    ready[pick(ready.length)]?.();
    return ready.length > 0;
  }

  /** The next message to that client arrives. */
  deliver(userId: string): DaveMessage | undefined {
    const line = this.#lines.get(userId);
    const message = line?.toClient.shift();
    if (line && message) line.client.receive(message);
    return message;
  }

  /** The next message of that client arrives. */
  hear(userId: string): DaveAnswer | undefined {
    const answer = this.#lines.get(userId)?.toServer.shift();
    if (answer) this.call.receive(userId, answer);
    return answer;
  }

  settle(pick?: (count: number) => number): void {
    for (let steps = 0; this.step(pick); steps += 1)
      if (steps > 20_000) throw new Error('the call does not come to rest');
  }

  elapse(): void {
    for (const timer of [...this.timers]) {
      this.timers.delete(timer);
      timer.action();
    }
  }
}
