import { MessageFlags, type RepliableInteraction } from 'discord.js';
import type { MessageBody } from '../../src/discord/messenger.ts';

/** Puts a message into the answer that was deferred. */
export async function answerWith(interaction: RepliableInteraction, body: MessageBody): Promise<void> {
  await interaction.editReply({
    components: [...body.components],
    files: (body.files ?? []).map(({ path, name, description }) => ({ attachment: path, name, description })),
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [], users: [...(body.mentions ?? [])] },
  });
}
