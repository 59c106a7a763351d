import type { Config } from '../config/config.ts';
import { DirectMessages } from '../discord/direct-messages.ts';
import { servedGuilds } from '../discord/guards.ts';
import { ClientMentionFeed } from '../discord/mention-feed.ts';
import type { KnowledgeDesk } from '../knowledge/desk.ts';
import { languageOf } from '../knowledge/find.ts';
import { keptMentionSchema } from '../knowledge/kept-mentions.ts';
import { MentionDesk } from '../knowledge/mention-desk.ts';
import { asWritten } from '../storage/record-index.ts';
import { wordsFor } from '../words/index.ts';
import { useByAuthor } from './feature-use.ts';
import type { SharedParts } from './parts.ts';
import { anybodyIn } from './readers.ts';

/** Whether the bot has anything to answer mentions with. */
function answersMentions({ knowledge }: Config): boolean {
  return knowledge?.service.retrieval ?? false;
}

export function mentionDesk(
  { config, gate, client, messenger, store, clock, log }: SharedParts,
  knowledge: KnowledgeDesk,
): MentionDesk | undefined {
  if (!answersMentions(config)) return undefined;
  return new MentionDesk({
    knowledge,
    feed: new ClientMentionFeed(client, log, servedGuilds(config.discord.allowedGuildIds)),
    assertMayAsk: async ({ message }) =>
      await gate.assertMayUse(useByAuthor('knowledge', message, client.guilds.cache.get(message.guildId))),
    messenger,
    kept: store.collection('knowledge-mentions', keptMentionSchema, asWritten),
    anybodyIn: (guildId, channelId) => {
      const guild = client.guilds.cache.get(guildId);
      return guild && anybodyIn(guild, channelId);
    },
    clock,
    log,
  });
}

export function directMessages({ client, messenger, clock, log }: SharedParts): DirectMessages {
  const inTheirs = (written: string) => wordsFor(languageOf(written));
  return new DirectMessages({ client, messenger, wordsFor: inTheirs, clock, log });
}
