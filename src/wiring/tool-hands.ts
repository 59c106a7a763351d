import { ChannelType, type Client } from 'discord.js';
import type { FeatureGate } from '../community/feature-access.ts';
import type { ToolHands } from '../conversation/tools/tool-parts.ts';
import { actorOfMember } from '../discord/actor.ts';
import type { FreshMembers } from '../discord/fresh-members.ts';
import type { KnowledgeDesk } from '../knowledge/desk.ts';
import { Refusal } from '../refusal/refusal.ts';
import { deliveryPermissions } from '../video/options.ts';
import type { VideoStudio } from '../video/studio.ts';
import { useByMember } from './feature-use.ts';
import { anybodyIn, listenersIn, readerIn } from './readers.ts';

const writable: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];

/** What other features do for a conversation, always with the permissions of the person who asked. */
export function toolHands({
  client,
  members,
  studio,
  knowledge,
  gate,
}: {
  readonly client: Client;
  readonly members: FreshMembers;
  readonly studio: VideoStudio;
  readonly knowledge: KnowledgeDesk;
  readonly gate: Pick<FeatureGate, 'assertMayUse'>;
}): ToolHands {
  return {
    actorOf: async (guildId, userId) => {
      const member = await members.of(guildId, userId);
      return member && actorOfMember(member);
    },
    channelsOf: (guildId) => {
      const guild = client.guilds.cache.get(guildId);
      const me = guild?.members.me;
      return [...(guild?.channels.cache.values() ?? [])]
        .filter(({ type }) => writable.includes(type))
        .filter((channel) => me && channel.permissionsFor(me).has(['ViewChannel', 'SendMessages']))
        .map(({ id, name }) => ({ id, name }));
    },
    searchKnowledge: async ({ actor, channelId, writtenIn, question, signal }) => {
      const guild = client.guilds.cache.get(actor.guildId);
      const asker = await members.of(actor.guildId, actor.userId);
      if (!guild || !asker) throw new Refusal({ code: 'knowledge-not-allowed' });
      const heardIn = guild.members.me?.voice.channelId ?? channelId;
      await gate.assertMayUse(useByMember('knowledge', asker, heardIn, [question]));
      const others = (await listenersIn(guild, members, heardIn)).map((member) => readerIn(member, heardIn));
      if (writtenIn !== undefined) others.push(anybodyIn(guild, writtenIn));
      const reader = readerIn(asker, heardIn);
      const { passages } = await knowledge.answers.findForAll(reader, others, question, signal);
      return passages.map(({ text, documentName, base }) => ({ text, from: documentName, baseId: base.id }));
    },
    mayAllRead: async ({ guildId, channelId, baseIds }) => {
      const guild = client.guilds.cache.get(guildId);
      if (!guild) return false;
      const heardIn = guild.members.me?.voice.channelId ?? channelId;
      // What anybody may read there isn't a secret, so nobody has to be asked.
      if (await knowledge.bases.areOpenTo(baseIds, [anybodyIn(guild, heardIn)])) return true;
      const listeners = await listenersIn(guild, members, heardIn);
      return await knowledge.bases.areOpenTo(
        baseIds,
        listeners.map((member) => readerIn(member, heardIn)),
      );
    },
    startVideo: async (order, ask) => {
      const guild = client.guilds.cache.get(order.guildId);
      const me = guild?.members.me;
      const held = me && guild.channels.cache.get(order.channelId)?.permissionsFor(me);
      const permissions = held?.missing([...deliveryPermissions]) ?? deliveryPermissions;
      if (permissions.length > 0)
        throw new Refusal({ code: 'bot-lacks-permissions', permissions, channelId: order.channelId });
      const asker = await members.of(order.guildId, order.userId);
      if (!asker) throw new Refusal({ code: 'roles-unknown' });
      await gate.assertMayUse(useByMember('video', asker, order.channelId, [ask.prompt]));
      await studio.accept(order, { of: 'text', ...ask });
    },
  };
}
