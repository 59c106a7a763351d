import { openDaveCall } from '../../../../discord/voice/dave/dave-call.ts';
import type { DaveAnswer, DaveCall, DaveMessage } from '../../../../discord/voice/dave/dave-types.ts';
import { DaveyClient } from './davey-client.ts';

/** Op 11 and op 13: who is there, in one line with everything else that client is told. */
type Presence =
  | { readonly op: 11; readonly userIds: readonly string[] }
  | { readonly op: 13; readonly userId: string };

interface Line {
  readonly client: DaveyClient;
  readonly connected: Set<string>;
  readonly toClient: (DaveMessage | Presence)[];
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
  readonly #silent = new Set<string>();

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

  /** These have joined, one after the other. */
  static of(...userIds: readonly string[]): SimulatedCall {
    const call = new SimulatedCall();
    for (const userId of userIds) call.join(userId);
    return call;
  }

  /** Joins and, unless told otherwise, lets everything that follows from it happen. */
  join(userId: string, settle = true): DaveyClient {
    const toServer: DaveAnswer[] = [];
    const connected = new Set<string>();
    const client = new DaveyClient(userId, this.#channelId, connected, (answer) => toServer.push(answer));
    const others = [...this.#lines.values()];
    for (const { toClient } of others) toClient.push({ op: 11, userIds: [userId] });
    const present: Presence = { op: 11, userIds: others.map((line) => line.client.userId) };
    this.#lines.set(userId, { client, connected, toClient: [present], toServer });
    this.call.join(userId);
    if (settle) this.settle();
    return client;
  }

  leave(userId: string, settle = true): void {
    this.#lines.delete(userId);
    for (const { toClient } of this.#lines.values()) toClient.push({ op: 13, userId });
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
      ...(line.toServer.length > 0 && !this.#silent.has(line.client.userId)
        ? [() => this.hear(line.client.userId)]
        : []),
    ]);
    ready[pick(ready.length)]?.();
    return ready.length > 0;
  }

  /** The next message to that client arrives; returns its op. */
  deliver(userId: string): number | undefined {
    const line = this.#lines.get(userId);
    const message = line?.toClient.shift();
    if (!line || !message) return undefined;
    if (message.op === 11) for (const there of message.userIds) line.connected.add(there);
    else if (message.op === 13) line.connected.delete(message.userId);
    else line.client.receive(message);
    return message.op;
  }

  /** Everything that is on its way to that client arrives. */
  deliverAll(userId: string): void {
    while (this.deliver(userId) !== undefined) {}
  }

  /** The next message of that client arrives; returns its op. */
  hear(userId: string): number | undefined {
    const answer = this.#lines.get(userId)?.toServer.shift();
    if (answer) this.call.receive(userId, answer);
    return answer?.op;
  }

  settle(pick?: (count: number) => number): void {
    for (let steps = 0; this.step(pick); steps += 1)
      if (steps > 20_000) throw new Error('the call does not come to rest');
  }

  /** From now on nothing of that client arrives. */
  silence(userId: string): void {
    this.#silent.add(userId);
  }

  elapse(): void {
    for (const timer of [...this.timers]) {
      this.timers.delete(timer);
      timer.action();
    }
  }
}
