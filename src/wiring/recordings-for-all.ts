import { servedGuilds } from '../discord/guards.ts';
import { ClientMentionFeed } from '../discord/mention-feed.ts';
import { ClientMessageFeed } from '../discord/message-feed.ts';
import { ClientTraffic } from '../discord/traffic.ts';
import type { RecordingDesk } from '../interpreter/recordings/recording-desk.ts';
import { RecordingMentions } from '../interpreter/recordings/recording-mentions.ts';
import { ToldMessages, toldRecordingSchema } from '../interpreter/recordings/told-messages.ts';
import { WrittenChannels } from '../interpreter/recordings/written-channels.ts';
import { asWritten } from '../storage/record-index.ts';
import { useByAuthor } from './feature-use.ts';
import type { SharedParts } from './parts.ts';

/** What recordings say, for everyone in a channel: where moderators chose so, and where a reply asks for it. */
export function recordingsForAll(parts: SharedParts, desk: RecordingDesk) {
  const { config, log, clock, store, settings, gate, client, messenger, neverHeard, neverWritten } = parts;
  const served = servedGuilds(config.discord.allowedGuildIds);
  const told = new ToldMessages({
    shelf: store.collection('recordings-told', toldRecordingSchema, asWritten),
    ...{ messenger, traffic: new ClientTraffic(client), clock, log },
  });
  const guildOf = (guildId: string) => client.guilds.cache.get(guildId);
  const guilds = settings.page('interpreter');
  const writtenChannels = new WrittenChannels({
    guilds,
    desk,
    feed: config.discord.messageContent ? new ClientMessageFeed(client, log, served) : undefined,
    mayBeWritten: async (message) =>
      await gate.mayUse(useByAuthor('interpreter', message, guildOf(message.guildId))),
    unheard: { has: (userId) => neverHeard.has(userId) || neverWritten.has(userId) },
    told,
    messenger,
    clock,
    log,
  });
  const recordingMentions = new RecordingMentions({
    desk,
    feed: new ClientMentionFeed(client, log, served),
    assertMayAsk: async ({ message }) =>
      await gate.assertMayUse(useByAuthor('interpreter', message, guildOf(message.guildId))),
    told,
    messenger,
    clock,
    log,
  });
  const writing = { guilds, seesMessages: writtenChannels.seesMessages, messenger };
  return { writtenChannels, recordingMentions, toldMessages: told, writing };
}
