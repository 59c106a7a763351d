import type { Messenger } from '../../src/discord/messenger.ts';
import { interpreterCaptions } from '../../src/interpreter/captions/captions.ts';
import type { Interpretation } from '../../src/interpreter/types.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { silentLog } from '../../test/support/fake-log.ts';

/** Emcee's captions as they're written to Discord: when each message or edit went out. */
export class CaptionWrites {
  readonly writtenAt: number[] = [];
  readonly #captions: ReturnType<typeof interpreterCaptions>;

  constructor(call: Pick<Interpretation, 'request' | 'channelId' | 'onChange' | 'watch'>) {
    this.#captions = interpreterCaptions({
      call,
      people: { nameOf: (_, userId) => userId, roomName: () => 'Lounge' },
      exposes: () => false,
      messenger: this.#messenger(),
      clock: systemClock,
      log: silentLog,
    });
  }

  async open(): Promise<void> {
    await this.#captions.open();
    // The thread itself, and what it says first.
    this.writtenAt.length = 0;
  }

  async close(): Promise<void> {
    await this.#captions.close();
  }

  #messenger(): Messenger {
    let messages = 0;
    const write = async () => {
      this.writtenAt.push(Date.now());
      messages += 1;
      return { messageId: String(messages) };
    };
    return {
      post: write,
      editPanel: write,
      createThread: async () => ({ channelId: 'thread' }),
      findOwn: async () => undefined,
      attachmentUrl: async () => undefined,
      renewUrls: async () => [],
      removePanel: async () => undefined,
      whisper: async () => undefined,
      direct: async () => undefined,
      remove: async () => undefined,
      textIn: async () => '',
      customIdsIn: async () => [],
      typing: async () => undefined,
    };
  }
}
