import { MessageFlags, type RepliableInteraction } from 'discord.js';
import { container, text } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';

/** A file that is made at the moment, and that the message refers to by its name. */
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
  files: readonly MadeFile[] = [],
): Promise<void> {
  await interaction.editReply({
    components: [...body.components],
    files: files.map(({ name, bytes, description }) => ({
      attachment: Buffer.from(bytes),
      name,
      description,
    })),
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [] },
  });
}

export function sentence(content: string): MessageBody {
  return { components: [container([text(content)])] };
}
