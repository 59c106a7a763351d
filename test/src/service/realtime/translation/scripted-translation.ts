import { openProfile } from '../../../../../src/service/profile.ts';
import { openTranslations } from '../../../../../src/service/realtime/translation/translation-client.ts';
import type {
  TranslationEvent,
  TranslationOpening,
  TranslationSession,
  TranslationSettings,
} from '../../../../../src/service/realtime/translation/translation-types.ts';
import { ScriptedRealtime } from '../../../../support/scripted-realtime.ts';
import { ScriptedSocket } from '../../../../support/scripted-socket.ts';
import { serviceSettings } from '../../../../support/service-settings.ts';

/** A translation service of which a test says every word, and the real client that talks to it. */
export class ScriptedTranslation extends ScriptedRealtime<TranslationEvent> {
  readonly client;
  protected readonly mark = { type: 'input_audio_buffer.speech_stopped', is: 'speech-stopped' } as const;

  private constructor(service: ScriptedSocket) {
    super(service);
    const profile = openProfile(serviceSettings(service.url));
    this.client = openTranslations({ profile, clock: this.clock, log: this.log.log });
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
}
