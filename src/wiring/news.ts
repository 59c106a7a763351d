import { AuditChannel } from '../community/audit-channel.ts';
import { Digests, digestSchema } from '../community/digests.ts';
import type { News } from '../community/news.ts';
import { ofGuild } from '../storage/record-index.ts';
import { wordsFor } from '../words/index.ts';
import type { SharedParts } from './parts.ts';

/** News for the channel that a server's moderators chose, in their server's language: at once, and as a day's counts. */
export function moderatorsNews(
  parts: Pick<SharedParts, 'settings' | 'client' | 'messenger' | 'clock' | 'log' | 'store'>,
): News & { open(): Promise<void>; close(): Promise<void> } {
  const { settings, client, store } = parts;
  const shared = { ...parts, page: settings.page('news') };
  const wordsIn = (guildId: string) => wordsFor(client.guilds.cache.get(guildId)?.preferredLocale);
  const channel = new AuditChannel({ ...shared, wordsFor: (guildId) => wordsIn(guildId).news });
  const shelf = store.collection('digests', digestSchema, ofGuild);
  const digests = new Digests({ ...shared, wordsFor: wordsIn, shelf, money: store.atomic.money });
  const all = [channel, digests];
  const news: News = {
    tellNews: (event) => {
      for (const each of all) each.tellNews(event);
    },
    countRefusal: (guildId, code) => {
      for (const each of all) each.countRefusal(guildId, code);
    },
  };
  settings.onChange((change) => {
    news.tellNews({ is: 'settings-changed', ...change });
    if (change.differences.some(({ path: [page] }) => page === 'news')) digests.lookAt(change.guildId);
  });
  return {
    ...news,
    open: async () => {
      channel.open();
      await digests.open();
    },
    close: async () => void (await Promise.all(all.map(async (each) => await each.close()))),
  };
}
