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
export class RunningCalls extends UnderWay<RunningCallRecord> {
  readonly #parts;

  constructor(parts: {
    readonly shelf: RunningCallShelf;
    readonly presenter: Pick<CallPresenter, 'sentences'>;
    readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    super('a call', parts);
    this.#parts = parts;
  }

  /** Call it before anyone is heard. @throws StoreError */
  async add(request: CallBasics): Promise<void> {
    await this.noteBegun(request.id, this.#recordOf(request));
  }

  /** A moderator moved the call; its request has the new channel. Never rejects. */
  async moved(request: CallBasics): Promise<void> {
    await this.change(request.id, (before) => this.#recordOf(request, before));
  }

  /** The panel's message is known. Never rejects. */
  async shown(id: string, textChannelId: string, panelId: string): Promise<void> {
    await this.change(id, (before) => ({ ...before, textChannelId, panelId }));
  }

  #recordOf(request: CallBasics, before?: RunningCallRecord): RunningCallRecord {
    const { guildId, voiceChannelId, reference, publicLocale: locale } = request;
    const at = this.#parts.clock.now();
    const { panelId, textChannelId = request.panelChannelId } = before ?? {};
    const panel = panelId === undefined ? {} : { panelId };
    return { guildId, voiceChannelId, textChannelId, reference, locale, at, ...panel };
  }

  protected override async giveUp(
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
    await this.noteEnded(id);
  }
}
