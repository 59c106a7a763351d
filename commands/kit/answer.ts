import { ComponentType, MessageFlags, type RepliableInteraction } from 'discord.js';
import { container, text } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';

/** A file made in memory. */
export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Alt text. */
  readonly description: string;
  /** Shown as a file under the message. Otherwise the message refers to it by name. */
  readonly attached?: boolean;
}

/** Writes a message into the deferred answer. Only pings people in its mentions. Resolves to its id. */
export async function answerWith(
  interaction: RepliableInteraction,
  body: MessageBody,
  made: readonly MadeFile[] = [],
): Promise<string> {
  const shown = made
    .filter(({ attached }) => attached)
    .map(({ name }) => ({ type: ComponentType.File, file: { url: `attachment://${name}` } }) as const);
  const { id } = await interaction.editReply({
    components: [...body.components, ...shown],
    files: [
      ...(body.files ?? []).map(({ path, bytes, name, description }) => ({
        attachment: path ?? Buffer.from(bytes),
        name,
        description,
      })),
      ...made.map(({ bytes, name, description }) => ({ attachment: Buffer.from(bytes), name, description })),
    ],
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [], users: [...(body.mentions ?? [])] },
  });
  return id;
}

export function sentence(content: string): MessageBody {
  return { components: [container([text(content)])] };
}
