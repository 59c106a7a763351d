import type { Logger } from 'pino';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { CallBasics } from '../types.ts';

export interface ThreadParts {
  readonly request: CallBasics;
  readonly messenger: Pick<Messenger, 'post' | 'createThread'>;
  readonly log: Logger;
  readonly name: string;
  /** The first thing that is said in it. */
  readonly opened: string;
  /** Said in the text channel, where there is no thread. */
  readonly failed: string;
  /** Tells the threads of one call apart. */
  readonly mark?: string;
}

/** A thread for what is said in a call. Resolves to undefined without one; then the channel was told. Never rejects. */
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
    // Once, however many threads fail.
    await say(textChannelId, failed, `o${id}`).catch(() => undefined);
    return undefined;
  }
}
