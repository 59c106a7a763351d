import type { Logger } from 'pino';
import { z } from 'zod';
import { container, text } from '../discord/layout.ts';
import { type Messenger, ownMessage } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import type { CallPresenter } from './presenter.ts';
import type { CallBasics } from './types.ts';
import { UnderWay } from './under-way.ts';

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

/**
 * Remembers which calls are running. After a restart the bot isn't listening any more, so it tells the channel that the
 * call is over.
 */
export class RunningCalls {
  readonly #parts;
  readonly #underWay: UnderWay<RunningCallRecord>;

  constructor(parts: {
    readonly shelf: RunningCallShelf;
    readonly presenter: Pick<CallPresenter, 'sentences'>;
    readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#underWay = new UnderWay(parts.shelf, 'a call', parts.clock, parts.log);
  }

  async close(): Promise<void> {
    await this.#underWay.close();
  }

  /** Call it before anyone is heard. @throws StoreError */
  async add(request: CallBasics): Promise<void> {
    await this.#underWay.begin(request.id, this.#recordOf(request));
  }

  /** A moderator moved the call; its request has the new channel. Never rejects. */
  async moved(request: CallBasics): Promise<void> {
    await this.#underWay.change(request.id, this.#recordOf(request));
  }

  /** The panel's message is known. Never rejects. */
  async shown(id: string, textChannelId: string, panelId: string): Promise<void> {
    const known = this.#underWay.get(id);
    if (known) await this.#underWay.change(id, { ...known, textChannelId, panelId });
  }

  /** Never rejects. */
  async remove(id: string): Promise<void> {
    await this.#underWay.end(id);
  }

  /** After a start: ends what a killed process left behind. Never rejects. */
  async recover(): Promise<void> {
    await this.#underWay.recover(async (id, record) => await this.#tell(id, record));
  }

  #recordOf(request: CallBasics): RunningCallRecord {
    const { id, guildId, voiceChannelId, reference, publicLocale: locale } = request;
    const at = this.#parts.clock.now();
    const { panelId, textChannelId = request.panelChannelId } = this.#underWay.get(id) ?? {};
    const panel = panelId === undefined ? {} : { panelId };
    return { guildId, voiceChannelId, textChannelId, reference, locale, at, ...panel };
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
}
