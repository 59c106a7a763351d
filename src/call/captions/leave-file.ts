import { ComponentType } from 'discord.js';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';

interface LeftFile {
  readonly name: string;
  readonly description: string;
  /** No longer than `fileText` makes it. */
  readonly text: string;
}

/** Posts a message with a text file that's never written to this machine's disk. @throws {MessageError} */
export async function leaveFile(
  messenger: Pick<Messenger, 'post'>,
  channelId: string,
  body: MessageBody,
  { name, description, text }: LeftFile,
  nonce: string,
): Promise<void> {
  const components = [
    ...body.components,
    { type: ComponentType.File, file: { url: `attachment://${name}` } } as const,
  ];
  const bytes = new TextEncoder().encode(text);
  await messenger.post(channelId, { ...body, components, files: [{ name, bytes, description }] }, nonce);
}
