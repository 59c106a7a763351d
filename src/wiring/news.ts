import { AuditChannel } from '../community/audit-channel.ts';
import { wordsFor } from '../words/index.ts';
import type { SharedParts } from './parts.ts';

/** News for the channel that a server's moderators chose, in their server's language. */
export function auditChannel(
  parts: Pick<SharedParts, 'settings' | 'client' | 'messenger' | 'clock' | 'log'>,
): AuditChannel {
  const { settings, client, messenger, clock, log } = parts;
  const channel = new AuditChannel({
    page: settings.page('news'),
    messenger,
    wordsFor: (guildId) => wordsFor(client.guilds.cache.get(guildId)?.preferredLocale).news,
    clock,
    log,
  });
  settings.onChange((change) => channel.tellNews({ is: 'settings-changed', ...change }));
  return channel;
}
