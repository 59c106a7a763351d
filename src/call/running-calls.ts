import type { Logger } from 'pino';
import { z } from 'zod';
import { container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import type { CallFace } from './call-face.ts';
import type { CallBasics } from './types.ts';

/** That a call is running: where to say that it's over, should the process end without notice. */
export const runningCallSchema = z.object({
  guildId: z.string(),
  voiceChannelId: z.string(),
  textChannelId: z.string(),
  reference: z.string(),
  locale: z.string(),
  at: z.number(),
});
export type RunningCallRecord = z.infer<typeof runningCallSchema>;

export type RunningCallShelf = Pick<Collection<RunningCallRecord>, 'set' | 'delete' | 'entries'>;

export interface RunningCallsParts {
  readonly shelf: RunningCallShelf;
  readonly face: Pick<CallFace, 'sentences'>;
  readonly messenger: Pick<Messenger, 'post'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Remembers which calls are running. After a restart nobody is listened to: the channel is told that it's over. */
export class RunningCalls {
  readonly #parts: RunningCallsParts;

  constructor(parts: RunningCallsParts) {
    this.#parts = parts;
  }

  /** Before anyone is heard. */
  async add(request: CallBasics): Promise<void> {
    const { id, guildId, voiceChannelId, textChannelId, reference, publicLocale: locale } = request;
    const at = this.#parts.clock.now();
    await this.#parts.shelf.set(id, { guildId, voiceChannelId, textChannelId, reference, locale, at });
  }

  /** A moderator moved it; its request names the new channel. Never rejects. */
  async moved(request: CallBasics): Promise<void> {
    await this.add(request).catch((error: unknown) => {
      this.#parts.log.error({ err: error, call: request.id }, "couldn't record that a call was moved");
    });
  }

  /** Never rejects. */
  async remove(id: string): Promise<void> {
    await this.#parts.shelf.delete(id).catch((error: unknown) => {
      this.#parts.log.error({ err: error, call: id }, "couldn't record that a call ended");
    });
  }

  /** After a start: what a killed process left behind. Never rejects. */
  async recover(): Promise<void> {
    const { shelf, log } = this.#parts;
    try {
      const left: (readonly [string, RunningCallRecord])[] = [];
      for await (const entry of shelf.entries()) left.push(entry);
      for (const [id, record] of left) await this.#tell(id, record);
    } catch (error) {
      log.error({ err: error }, "couldn't read the calls from before the restart");
    }
  }

  async #tell(
    id: string,
    { textChannelId, voiceChannelId, locale, reference }: RunningCallRecord,
  ): Promise<void> {
    const { messenger, face, log } = this.#parts;
    const sentence = face.sentences(wordsFor(locale)).restarted(voiceChannelId);
    try {
      await messenger.post(textChannelId, { components: [container([text(sentence)])] }, `r${id}`);
    } catch (error) {
      log.info({ err: error, reference }, "couldn't tell a channel that its call ended with the restart");
    }
    await this.remove(id);
  }
}
