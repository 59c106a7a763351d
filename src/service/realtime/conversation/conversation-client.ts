import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import type { Paces } from '../../../operations/paces.ts';
import { unfitting } from '../../errors.ts';
import type { ServiceProfile } from '../../profile.ts';
import { AccountSessions } from '../account-sessions.ts';
import { checkConversation } from './check.ts';
import { SocketConversation } from './conversation-session.ts';
import type { ConversationClient } from './conversation-types.ts';

export interface ConversationOptions {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many connections the account may open (field notes 3: 60). The rest wait. */
  readonly connectsPerMinute?: number;
  /** If other processes connect, too. */
  readonly paces?: Paces | undefined;
}

/** Conversations over the service's WebSocket interface (document 2 B). It only connects when a session is opened. */
export function openConversations(options: ConversationOptions): ConversationClient {
  const sessions = new AccountSessions({ connectsPerMinute: 60, name: 'conversation connects', ...options });
  const parts = { ...options, refusedVoices: sessions.refusedVoices };
  return {
    open: async (settings, asked, { canWait } = {}) => {
      const broken = checkConversation(settings);
      if (broken.length > 0) throw unfitting(broken);
      const make = (signal: AbortSignal) => new SocketConversation(settings, parts, signal);
      return await sessions.open(make, { signal: asked, canWait });
    },
    close: async () => sessions.close('ConversationsAreClosed'),
  };
}
