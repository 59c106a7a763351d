import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComponentType } from 'discord.js';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';

interface LeftFile {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** Posts a message with a text file under it; nothing of it stays on this machine. @throws {MessageError} */
export async function leaveFile(
  messenger: Pick<Messenger, 'post'>,
  channelId: string,
  body: MessageBody,
  { name, description, text }: LeftFile,
  nonce: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'emcee-transcript-'));
  try {
    const path = join(folder, name);
    await writeFile(path, text);
    const components = [
      ...body.components,
      { type: ComponentType.File, file: { url: `attachment://${name}` } } as const,
    ];
    await messenger.post(channelId, { ...body, components, files: [{ name, path, description }] }, nonce);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
