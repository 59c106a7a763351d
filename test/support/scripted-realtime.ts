import { eventually } from '../../sandbox/test/support/eventually.ts';
import { FakeClock } from './fake-clock.ts';
import { recordingLog } from './fake-log.ts';
import type { HeardConnection, ScriptedSocket } from './scripted-socket.ts';

/** A realtime service of which a test says every word, and the real client that talks to it. */
export abstract class ScriptedRealtime<Event extends { readonly is: string }> implements AsyncDisposable {
  readonly service: ScriptedSocket;
  readonly clock = new FakeClock();
  readonly log = recordingLog();
  readonly events: Event[] = [];
  abstract readonly client: { close(): Promise<void> };
  /** What the service says of an item, and how the client tells of it. */
  protected abstract readonly mark: { readonly type: string; readonly is: Event['is'] };
  #marks = 0;

  constructor(service: ScriptedSocket) {
    this.service = service;
  }

  get connection(): HeardConnection {
    const connection = this.service.connections.at(-1);
    if (!connection) throw new Error('nobody connected');
    return connection;
  }

  /** What the client sent, without its ids. */
  get sent(): readonly Record<string, unknown>[] {
    return this.connection.messages.map(({ event_id: _, ...message }) => message);
  }

  /** Sends events and waits until the client told of the last one. */
  async say(...events: readonly object[]): Promise<void> {
    for (const event of events) this.connection.json(event);
    this.#marks += 1;
    const itemId = `mark-${this.#marks}`;
    this.connection.json({ type: this.mark.type, item_id: itemId });
    const isMark = (event: Event) =>
      event.is === this.mark.is && 'itemId' in event && event.itemId === itemId;
    await eventually(() => this.events.some(isMark), 'the mark after the events');
    this.events.splice(this.events.findIndex(isMark), 1);
    await this.#answered();
  }

  /** What the client sent because of them has arrived: its pong comes behind. */
  async #answered(): Promise<void> {
    const { socket } = this.connection;
    if (socket.readyState !== socket.OPEN) return;
    await new Promise<void>((resolve) => {
      socket.once('pong', () => resolve());
      socket.once('close', () => resolve());
      socket.ping();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.service[Symbol.asyncDispose]();
  }
}
