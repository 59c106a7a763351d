import type {
  ButtonInteraction,
  ChatInputCommandInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import type { CallFrame } from '../../src/discord/command.ts';
import type { Order } from '../../src/discord/order.ts';

export type Asking =
  | ChatInputCommandInteraction<'cached'>
  | ButtonInteraction<'cached'>
  | MessageContextMenuCommandInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** Discord's token life is 15 minutes (spec: interactions), counted from our receipt: its clock need not be ours. */
const tokenLifeMs = 15 * 60_000 - 10_000;

/** Who asks, where, and how they are answered, out of the interaction that asked. */
export function orderOf(
  interaction: Asking,
  { reference, receivedAt }: Pick<CallFrame, 'reference' | 'receivedAt'>,
): Order {
  const channelId = interaction.channelId ?? '';
  return {
    id: interaction.id,
    reference,
    guildId: interaction.guildId,
    channelId,
    userId: interaction.user.id,
    locale: interaction.locale,
    publicLocale: interaction.guildLocale,
    panel: {
      channelId,
      applicationId: interaction.applicationId,
      token: interaction.token,
      tokenExpiresAt: receivedAt + tokenLifeMs,
    },
    attachmentLimitBytes: interaction.attachmentSizeLimit,
  };
}
