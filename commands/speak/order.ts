import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Guild,
  type MessageContextMenuCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import type { Deciding } from '../../src/speech/desk.ts';
import type { SpeechOrder } from '../../src/speech/order.ts';
import type { ReferenceNames } from '../../src/speech/reading/references.ts';

export type Asking =
  | ChatInputCommandInteraction<'cached'>
  | ButtonInteraction<'cached'>
  | MessageContextMenuCommandInteraction<'cached'>;

/** Discord's token life is 15 minutes (spec: interactions); the last moments are left unused. */
const tokenLifeMs = 15 * 60_000 - 10_000;

/** Who asks, where, and how they are answered, out of the interaction that asked. */
export function orderOf(interaction: Asking, reference: string): SpeechOrder {
  const channelId = interaction.channelId ?? '';
  return {
    id: interaction.id,
    reference,
    guildId: interaction.guildId,
    channelId,
    userId: interaction.user.id,
    locale: interaction.locale,
    publicLocale: interaction.guildLocale ?? interaction.locale,
    panel: {
      channelId,
      applicationId: interaction.applicationId,
      token: interaction.token,
      tokenExpiresAt: interaction.createdTimestamp + tokenLifeMs,
    },
  };
}

export function decidingOf(interaction: Asking): Deciding {
  const { guildId, user, memberPermissions } = interaction;
  const isModerator = memberPermissions.any([
    PermissionFlagsBits.ManageMessages,
    PermissionFlagsBits.MuteMembers,
    PermissionFlagsBits.ManageGuild,
  ]);
  return { guildId, userId: user.id, isModerator };
}

const mention = /<@!?(\d{15,25})>/g;
/** Who is mentioned further on is "somebody", if the bot has not met them. */
const mostLookedUp = 5;

/** Names of whom and what a text refers to, as this server calls them; people whom the bot has not met are looked up. */
export async function namesIn(guild: Guild, text: string): Promise<ReferenceNames> {
  const mentioned = new Set([...text.matchAll(mention)].map(([, id = '']) => id));
  const unknown = [...mentioned].filter((id) => !guild.members.cache.has(id)).slice(0, mostLookedUp);
  await Promise.allSettled(unknown.map(async (id) => await guild.members.fetch(id)));
  return {
    user: (id) => guild.members.cache.get(id)?.displayName ?? guild.client.users.cache.get(id)?.displayName,
    role: (id) => guild.roles.cache.get(id)?.name,
    channel: (id) => guild.channels.cache.get(id)?.name,
  };
}
