import type { Client } from 'discord.js';
import { Spending } from '../community/spending.ts';
import { servedGuilds } from '../discord/guards.ts';
import { Catalog } from '../knowledge/catalog.ts';
import { KnowledgeDesk } from '../knowledge/desk.ts';
import { guildGapsSchema } from '../knowledge/gaps.ts';
import { shownPageIndex, shownPageSchema } from '../knowledge/shown-page.ts';
import { watchSchema } from '../knowledge/watch.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import { openKnowledge } from '../service/knowledge/http-client.ts';
import { knowledgeDefaults } from '../service/knowledge/settings.ts';
import { asWritten, ofGuild } from '../storage/record-index.ts';
import { ownersLimits } from './limits.ts';
import type { SharedParts } from './parts.ts';

/** Never used if nothing is set up. */
const unused = { leastScore: 1, stuckMs: 3_600_000, watchEveryMs: 60_000 };

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
  const { knowledge } = config;
  return new KnowledgeDesk({
    catalog:
      knowledge &&
      new Catalog({
        open: (workspaceId) => openKnowledge({ settings: { ...knowledge.service, workspaceId }, clock, log }),
        bases: knowledge.bases,
        listsPerSecond: knowledge.listsPerSecond,
        searchesPerSecond: knowledge.service.retrievesPerSecond ?? knowledgeDefaults.retrievesPerSecond,
        searchable: knowledge.service.retrieval ?? false,
        clock,
      }),
    settings: { ...(knowledge ?? unused), keepDays: config.keepDays },
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
