import { openProfile } from '../../src/service/profile.ts';
import { openConversations } from '../../src/service/realtime/conversation/conversation-client.ts';
import type {
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from '../../src/service/realtime/conversation/conversation-types.ts';
import { ScriptedRealtime } from './scripted-realtime.ts';
import { ScriptedSocket } from './scripted-socket.ts';
import { serviceSettings } from './service-settings.ts';

/** A service of conversations of which a test says every word, and the real client that talks to it. */
export class ScriptedConversation extends ScriptedRealtime<ConversationEvent> {
  readonly client;
  protected readonly mark = { type: 'input_audio_buffer.committed', is: 'committed' } as const;

  private constructor(service: ScriptedSocket, modelAliases: Readonly<Record<string, string>>) {
    super(service);
    const profile = openProfile(serviceSettings(service.url, { modelAliases }));
    this.client = openConversations({ profile, clock: this.clock, log: this.log.log });
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
}
