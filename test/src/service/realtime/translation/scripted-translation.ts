import { eventually } from '../../../../../sandbox/test/support/eventually.ts';
import { openProfile } from '../../../../../src/service/profile.ts';
import { openTranslations } from '../../../../../src/service/realtime/translation/translation-client.ts';
import type {
  TranslationEvent,
  TranslationOpening,
  TranslationSession,
  TranslationSettings,
} from '../../../../../src/service/realtime/translation/translation-types.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { silentLog } from '../../../../support/fake-log.ts';
import { type HeardConnection, ScriptedSocket } from '../../../../support/scripted-socket.ts';
import { serviceSettings } from '../../../../support/service-settings.ts';

/** A translation service of which a test says every word, and the real client that talks to it. */
export class ScriptedTranslation implements AsyncDisposable {
  readonly service: ScriptedSocket;
  readonly clock = new FakeClock();
  readonly events: TranslationEvent[] = [];
  readonly client;

  private constructor(service: ScriptedSocket) {
    this.service = service;
    const profile = openProfile(serviceSettings(service.url));
    this.client = openTranslations({ profile, clock: this.clock, log: silentLog });
    service.onConnection = (connection) => {
      connection.json({ type: 'session.created', session: { id: 'sess_1' } });
      connection.socket.on('message', (data) => {
        const { type, session } = JSON.parse(String(data));
        if (type === 'session.update') connection.json(this.answer(session));
      });
    };
  }

  static async start(): Promise<ScriptedTranslation> {
    return new ScriptedTranslation(await ScriptedSocket.start());
  }

  /** To `session.update`; agrees unless a test says otherwise. */
  answer: (session: Record<string, unknown>) => object = (session) => ({ type: 'session.updated', session });

  async open(
    settings: TranslationSettings = {},
    opening: TranslationOpening = {},
  ): Promise<TranslationSession> {
    const session = await this.client.open(settings, opening);
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
    const isMark = (event: TranslationEvent) => event.is === 'speech-stopped' && event.itemId === 'mark';
    for (const event of events) this.connection.json(event);
    this.connection.json({ type: 'input_audio_buffer.speech_stopped', item_id: 'mark' });
    await eventually(() => this.events.some(isMark), 'the mark after the events');
    this.events.splice(this.events.findIndex(isMark), 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.service[Symbol.asyncDispose]();
  }
}
