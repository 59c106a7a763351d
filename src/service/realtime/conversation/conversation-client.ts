import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import type { Paces } from '../../../operations/paces.ts';
import { unfitting } from '../../errors.ts';
import type { ServiceProfile } from '../../profile.ts';
import { ConnectLimiter } from '../connect-limiter.ts';
import { OpenSessions } from '../open-sessions.ts';
import { RefusedVoices } from '../session-line.ts';
import { checkConversation } from './check.ts';
import { SocketConversation } from './conversation-session.ts';
import type {
  ConversationClient,
  ConversationOpening,
  ConversationSession,
  ConversationSettings,
} from './conversation-types.ts';

export interface ConversationOptions {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many connections the account may open (field notes 3: 60). The rest wait. */
  readonly connectsPerMinute?: number;
  /** If other processes connect, too. */
  readonly paces?: Paces | undefined;
  readonly silentResponseMs?: number;
}

/** Conversations over the service's WebSocket interface (document 2 B). It only connects when a session is opened. */
export function openConversations(options: ConversationOptions): ConversationClient {
  return new SocketConversations(options);
}

class SocketConversations implements ConversationClient {
  readonly #options: ConversationOptions;
  readonly #limiter: ConnectLimiter;
  readonly #sessions = new OpenSessions();
  readonly #refusedVoices = new RefusedVoices();

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { clock, connectsPerMinute = 60, paces } = options;
    const shared = paces && { name: 'conversation connects', paces };
    this.#limiter = new ConnectLimiter(clock, connectsPerMinute, shared);
  }

  async open(
    settings: ConversationSettings,
    signal?: AbortSignal,
    { canWait = false }: ConversationOpening = {},
  ): Promise<ConversationSession> {
    const broken = checkConversation(settings);
    if (broken.length > 0) throw unfitting(broken);
    const either = this.#sessions.signalWith(signal);
    if (canWait) await this.#limiter.passBehind({ signal: either });
    else await this.#limiter.pass({ signal: either });
    const parts = { ...this.#options, refusedVoices: this.#refusedVoices };
    return await this.#sessions.open(new SocketConversation(settings, parts, either));
  }

  async close(): Promise<void> {
    this.#sessions.close('ConversationsAreClosed');
  }
}
