import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import { RateGate } from '../../../operations/rate-gate.ts';
import { ServiceError } from '../../errors.ts';
import { assertFitting } from '../../fitting.ts';
import type { ServiceProfile } from '../../profile.ts';
import { checkConversation } from './check.ts';
import { SocketConversation } from './conversation-session.ts';
import type { ConversationClient, ConversationSession, ConversationSettings } from './conversation-types.ts';

export interface ConversationOptions {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** What the account may open (field notes 3: 60); more waits its turn. */
  readonly connectsPerMinute?: number;
  readonly silentResponseMs?: number;
}

/** Conversations over the service's WebSocket interface (document 2 B). Nothing is connected before it is needed. */
export function openConversations(options: ConversationOptions): ConversationClient {
  return new SocketConversations(options);
}

class SocketConversations implements ConversationClient {
  readonly #options: ConversationOptions;
  readonly #gate: RateGate;
  readonly #open = new Set<ConversationSession>();
  #closed = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#gate = new RateGate(options.clock, (options.connectsPerMinute ?? 60) / 60);
  }

  async open(settings: ConversationSettings, signal?: AbortSignal): Promise<ConversationSession> {
    assertFitting(checkConversation(settings));
    this.#assertOpen();
    await this.#gate.pass(signal);
    this.#assertOpen();
    const session = new SocketConversation(settings, this.#options, signal);
    this.#open.add(session);
    void session.ended.then(() => this.#open.delete(session));
    await session.open();
    return session;
  }

  #assertOpen(): void {
    if (this.#closed)
      throw new ServiceError({ fault: 'aborted', code: 'ConversationsAreClosed', nothingHappened: true });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const session of this.#open) session.close();
  }
}
