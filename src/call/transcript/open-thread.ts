import type { Logger } from 'pino';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { CallBasics } from '../types.ts';

export interface ThreadParts {
  readonly request: CallBasics;
  readonly messenger: Pick<Messenger, 'post' | 'createThread'>;
  readonly log: Logger;
  readonly name: string;
  /** Its first message. */
  readonly opened: string;
  /** Posted in the text channel if there's no thread. */
  readonly failed: string;
  /** Tells one call's threads apart. */
  readonly mark?: string;
}

/**
 * Opens a thread for what's said in a call. Resolves to undefined if that failed; then the channel was told. Never
 * rejects.
 */
export async function openThread(parts: ThreadParts): Promise<string | undefined> {
  const { request, messenger, log, name, opened, failed, mark = '' } = parts;
  const { id, reference, textChannelId } = request;
  const say = async (channelId: string, sentence: string, nonce: string) => {
    const body = { components: [container([text(sentence)])], silent: true };
    await messenger.post(channelId, body, nonce);
  };
  try {
    const { channelId } = await messenger.createThread(textChannelId, name);
    await say(channelId, opened, `o${id}${mark}`);
    return channelId;
  } catch (error) {
    log.warn({ err: error, reference }, "couldn't open a thread for a call");
    // Only once, even if several threads fail.
    await say(textChannelId, failed, `o${id}`).catch(() => undefined);
    return undefined;
  }
}
