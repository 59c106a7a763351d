import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import type { Paces } from '../../../operations/paces.ts';
import { unfitting } from '../../errors.ts';
import type { ServiceProfile } from '../../profile.ts';
import { AccountSessions } from '../account-sessions.ts';
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
  readonly #sessions: AccountSessions;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#sessions = new AccountSessions({
      connectsPerMinute: 60,
      name: 'conversation connects',
      ...options,
    });
  }

  async open(
    settings: ConversationSettings,
    signal?: AbortSignal,
    { canWait }: ConversationOpening = {},
  ): Promise<ConversationSession> {
    const broken = checkConversation(settings);
    if (broken.length > 0) throw unfitting(broken);
    const parts = { ...this.#options, refusedVoices: this.#sessions.refusedVoices };
    const make = (either: AbortSignal) => new SocketConversation(settings, parts, either);
    return await this.#sessions.open(make, { signal, canWait });
  }

  async close(): Promise<void> {
    this.#sessions.close('ConversationsAreClosed');
  }
}
