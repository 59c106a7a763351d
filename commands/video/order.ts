import type { ButtonInteraction, ChatInputCommandInteraction, ModalSubmitInteraction } from 'discord.js';
import type { Order } from '../../src/video/studio.ts';

type Asking =
  | ChatInputCommandInteraction<'cached'>
  | ButtonInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** Discord's token life is 15 minutes (spec: interactions); the last moments are left unused. */
const tokenLifeMs = 15 * 60_000 - 10_000;

/** Who asks, where, and how they are answered, out of the interaction that asked. */
export function orderOf(interaction: Asking, reference: string): Order {
  return {
    id: interaction.id,
    reference,
    requester: { userId: interaction.user.id, locale: interaction.locale },
    place: {
      guildId: interaction.guildId,
      channelId: interaction.channelId ?? '',
      locale: interaction.guildLocale,
    },
    panel: {
      applicationId: interaction.applicationId,
      token: interaction.token,
      tokenExpiresAt: interaction.createdTimestamp + tokenLifeMs,
    },
    attachmentLimitBytes: interaction.attachmentSizeLimit,
  };
}
