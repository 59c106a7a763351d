import { eventually } from '../../sandbox/test/support/eventually.ts';
import { openProfile } from '../../src/service/profile.ts';
import { openConversations } from '../../src/service/realtime/conversation/conversation-client.ts';
import type {
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from '../../src/service/realtime/conversation/conversation-types.ts';
import { FakeClock } from './fake-clock.ts';
import { recordingLog } from './fake-log.ts';
import { type HeardConnection, ScriptedSocket } from './scripted-socket.ts';
import { serviceSettings } from './service-settings.ts';

/** A service of which a test says every word, and the real client that talks to it. */
export class ScriptedConversation implements AsyncDisposable {
  readonly service: ScriptedSocket;
  readonly clock = new FakeClock();
  readonly log = recordingLog();
  readonly events: ConversationEvent[] = [];
  readonly client;

  private constructor(service: ScriptedSocket, aliases: Readonly<Record<string, string>>) {
    this.service = service;
    const profile = openProfile(serviceSettings(service.url, { modelAliases: aliases }));
    this.client = openConversations({
      profile,
      clock: this.clock,
      log: this.log.log,
    });
  }

  static async start(aliases: Readonly<Record<string, string>> = {}): Promise<ScriptedConversation> {
    return new ScriptedConversation(await ScriptedSocket.start(), aliases);
  }

  /** Answers each connection as a service does that agrees to everything. */
  agree(changes: object = {}): void {
    this.service.onConnection = (connection) => {
      connection.json({ type: 'session.created', event_id: 'e', session: { id: 'sess_1' } });
      connection.socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.type === 'session.update')
          connection.json({
            type: 'session.updated',
            session: { ...message.session, id: 'sess_1', ...changes },
          });
      });
    };
  }

  async open(settings: Partial<ConversationSettings> = {}): Promise<ConversationSession> {
    const session = await this.client.open({ model: 'xq3.5-omni-realtime', ...settings });
    session.onEvent((event) => this.events.push(event));
    return session;
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
    const mark = `mark-${this.events.length}`;
    this.connection.json({ type: 'input_audio_buffer.committed', item_id: mark });
    await eventually(
      () => this.events.some((event) => event.is === 'committed' && event.itemId === mark),
      'the mark after the events',
    );
    this.events.splice(
      this.events.findIndex((event) => event.is === 'committed' && event.itemId === mark),
      1,
    );
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
