import type { Client } from 'discord.js';
import { Spending } from '../community/spending.ts';
import type { Config } from '../config/config.ts';
import { servedGuilds } from '../discord/guards.ts';
import { Catalog } from '../knowledge/catalog.ts';
import { KnowledgeDesk } from '../knowledge/desk.ts';
import { guildGapsSchema } from '../knowledge/gaps.ts';
import { shownPageSchema } from '../knowledge/shown-page.ts';
import { shownPageIndex } from '../knowledge/shown-pages.ts';
import { watchSchema } from '../knowledge/watch.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import { openKnowledge } from '../service/knowledge/http-client.ts';
import { asWritten, ofGuild } from '../storage/record-index.ts';
import { ownersLimits } from './limits.ts';
import type { SharedParts } from './parts.ts';

/** No base is set up, so nobody is ever called, and everything says so. */
const notSetUp: NonNullable<Config['knowledge']> = {
  ...{ leastScore: 1, stuckMs: 3_600_000, watchEveryMs: 60_000, bases: [] },
  ...{ listsPerSecond: 1, searchesPerSecond: 1 },
  service: { baseUrl: 'https://unused.invalid', signing: { scheme: 'none' } },
};

export function knowledgeDesk({
  client,
  config,
  log,
  clock,
  store,
  settings,
  spent,
  messenger,
  inHand,
  signal,
}: SharedParts): KnowledgeDesk {
  const { knowledge = notSetUp } = config;
  return new KnowledgeDesk({
    catalog: new Catalog({
      client: openKnowledge({ settings: knowledge.service, clock, log }),
      bases: knowledge.bases,
      listsPerSecond: knowledge.listsPerSecond,
      searchesPerSecond: knowledge.searchesPerSecond,
      paces: store.paces,
      clock,
    }),
    settings: { ...knowledge, keepDays: config.keepDays },
    page: settings.page('knowledge'),
    pages: store.collection('knowledge-pages', shownPageSchema, shownPageIndex),
    gaps: store.collection('knowledge-gaps', guildGapsSchema, ofGuild),
    watches: store.collection('knowledge-watches', watchSchema, asWritten),
    spending: new Spending({
      unit: 'searches',
      spent,
      clock,
      log,
      writes: new RepeatedWrites({ clock, log, signal }),
      limits: ownersLimits(config).searches,
    }),
    messenger,
    serves: servedGuilds(config.discord.allowedGuildIds),
    readsHistory: (guildId, channelId) => readsHistory(client, guildId, channelId),
    clock,
    log,
    inHand,
    signal,
  });
}

/** A deleted channel counts as readable: trying to read it shows that it's gone. */
function readsHistory(client: Client, guildId: string, channelId: string): boolean {
  const guild = client.guilds.cache.get(guildId);
  const channel = guild?.channels.cache.get(channelId);
  const me = guild?.members.me;
  if (!channel || !me) return true;
  return channel.permissionsFor(me).has(['ViewChannel', 'ReadMessageHistory']);
}
