import { ComponentType, MessageFlags, type RepliableInteraction } from 'discord.js';
import { container, text } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';

/** A file that is made at the moment. */
export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Alt text. */
  readonly description: string;
}

/** Puts a message into the answer that was deferred; nobody is pinged by it. */
export async function answerWith(
  interaction: RepliableInteraction,
  body: MessageBody,
  file?: MadeFile,
): Promise<void> {
  const shown = file
    ? [{ type: ComponentType.File, file: { url: `attachment://${file.name}` } } as const]
    : [];
  await interaction.editReply({
    components: [...body.components, ...shown],
    files: file
      ? [{ attachment: Buffer.from(file.bytes), name: file.name, description: file.description }]
      : [],
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [] },
  });
}

export function sentence(content: string): MessageBody {
  return { components: [container([text(content)])] };
}
