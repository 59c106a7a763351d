import type { Logger } from 'pino';
import { z } from 'zod';
import { container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import type { CallPresenter } from './presenter.ts';
import type { CallBasics } from './types.ts';

/** A running call, and where to say that it's over if the process dies. */
export const runningCallSchema = z.object({
  guildId: z.string(),
  voiceChannelId: z.string(),
  /** Where its panel is. */
  textChannelId: z.string(),
  reference: z.string(),
  locale: z.string(),
  at: z.number(),
  /** The panel's message in the text channel. Absent until it's posted, and in records of earlier versions. */
  panelId: z.string().optional(),
});
export type RunningCallRecord = z.infer<typeof runningCallSchema>;

export type RunningCallShelf = Pick<Collection<RunningCallRecord>, 'set' | 'delete' | 'entries'>;

export interface RunningCallsParts {
  readonly shelf: RunningCallShelf;
  readonly presenter: Pick<CallPresenter, 'sentences'>;
  readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Remembers which calls are running. After a restart the bot isn't listening any more, so it tells the channel that the
 * call is over.
 */
export class RunningCalls {
  readonly #parts: RunningCallsParts;
  /** The ones running in this process. */
  readonly #running = new Map<string, RunningCallRecord>();
  /** One write at a time, so that none brings back what was deleted. */
  #writing: Promise<unknown> = Promise.resolve();

  /** A call that's over would be told as cut off by the next start. */
  readonly #ends: RepeatedWrites;

  constructor(parts: RunningCallsParts) {
    this.#parts = parts;
    this.#ends = new RepeatedWrites(parts);
  }

  async close(): Promise<void> {
    await this.#ends.close();
  }

  /** Call it before anyone is heard. */
  async add(request: CallBasics): Promise<void> {
    const { id, guildId, voiceChannelId, reference, publicLocale: locale } = request;
    const at = this.#parts.clock.now();
    const { panelId, textChannelId = request.panelChannelId } = this.#running.get(id) ?? {};
    const panel = panelId === undefined ? {} : { panelId };
    const record = { guildId, voiceChannelId, textChannelId, reference, locale, at, ...panel };
    this.#running.set(id, record);
    await this.#write(async () => await this.#parts.shelf.set(id, record));
  }

  /** A moderator moved the call; its request has the new channel. Never rejects. */
  async moved(request: CallBasics): Promise<void> {
    if (!this.#running.has(request.id)) return;
    await this.add(request).catch((error: unknown) => {
      this.#parts.log.error({ err: error, call: request.id }, "couldn't record that a call was moved");
    });
  }

  /** The panel's message is known. Never rejects. */
  async shown(id: string, textChannelId: string, panelId: string): Promise<void> {
    const known = this.#running.get(id);
    if (!known) return;
    const record = { ...known, textChannelId, panelId };
    this.#running.set(id, record);
    await this.#write(async () => await this.#parts.shelf.set(id, record)).catch((error: unknown) => {
      this.#parts.log.error({ err: error, call: id }, "couldn't record where the panel of a call is");
    });
  }

  /** Repeated until it's down, and nobody waits for more than the first try. Never rejects. */
  async remove(id: string): Promise<void> {
    this.#running.delete(id);
    const write = async () => await this.#write(async () => await this.#parts.shelf.delete(id));
    await this.#ends.tryToWrite({ call: id, what: 'the end of a call' }, write);
  }

  /** After a start: ends what a killed process left behind. Never rejects. */
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
    { textChannelId, voiceChannelId, locale, reference, panelId }: RunningCallRecord,
  ): Promise<void> {
    const { messenger, presenter, log } = this.#parts;
    const sentence = presenter.sentences(wordsFor(locale)).restarted(voiceChannelId);
    const body = { components: [container([text(sentence)])] };
    if (panelId !== undefined)
      await messenger
        .editPanel({ ...ownMessage, channelId: textChannelId, messageId: panelId }, body)
        .catch((error: unknown) => {
          log.info({ err: error, reference }, "couldn't say on its panel that a call ended with the restart");
        });
    try {
      await messenger.post(textChannelId, body, `r${id}`);
    } catch (error) {
      log.info({ err: error, reference }, "couldn't tell a channel that its call ended with the restart");
    }
    await this.remove(id);
  }

  async #write(work: () => Promise<unknown>): Promise<void> {
    const written = this.#writing.then(work);
    this.#writing = written.catch(() => undefined);
    await written;
  }
}

/** The token expired with the process, or soon will. */
const ownMessage = { applicationId: '', token: '', tokenExpiresAt: 0 } as const;
