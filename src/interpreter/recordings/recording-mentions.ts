import type { Logger } from 'pino';
import { noticeOf, noticeText } from '../../discord/failure-words.ts';
import { container, text } from '../../discord/layout.ts';
import { LiveMessage } from '../../discord/live-message.ts';
import type { Mention, MentionFeed } from '../../discord/mention-feed.ts';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import { newReference } from '../../operations/log.ts';
import { RateLimiter } from '../../operations/rate-limits.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { RecordingDesk } from './recording-desk.ts';
import type { RecordingHearing } from './recording-hearing.ts';
import { renderPublic } from './recording-page.ts';
import type { ToldMessages } from './told-messages.ts';

/** Per person. */
const asksPerMinute = 6;

/**
 * Replies to a voice message that mention the bot: everyone there reads what it says. A deleted question is answered no further, and
 * what a deleted message said goes with it.
 */
export class RecordingMentions {
  readonly #parts;
  readonly #asks: RateLimiter;
  /** By the message that asks. */
  readonly #hearings = new Map<string, RecordingHearing>();
  readonly #answers = new Set<LiveMessage>();
  readonly #inProgress = new Set<Promise<void>>();
  #stop: () => void = () => undefined;

  constructor(parts: {
    readonly desk: Pick<RecordingDesk, 'hearForAll' | 'languagesFor' | 'noteAnswer'>;
    readonly feed: Pick<MentionFeed, 'listen'>;
    /** @throws {Refusal} if moderators don't let this person ask here */
    readonly assertMayAsk: (mention: Mention) => Promise<void>;
    readonly told: ToldMessages;
    readonly messenger: Pick<Messenger, 'post' | 'editPanel' | 'remove'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#asks = new RateLimiter(parts.clock, asksPerMinute, 60_000);
  }

  open(): void {
    this.#stop = this.#parts.feed.listen({
      mentioned: (mention) => this.#mentioned(mention),
      changed: (messageId, now) => {
        if (!now) this.#hearings.get(messageId)?.stop('person');
      },
    });
  }

  /** After the recordings are stopped. */
  async close(): Promise<void> {
    this.#stop();
    await Promise.all([...this.#answers].map(async (answer) => await answer.finish()));
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  #mentioned(mention: Mention): void {
    const { about, isNamed, botMay, message } = mention;
    if (!about || !isNamed || !botMay.write || !this.#asks.take(message.author.userId)) return;
    const reference = newReference();
    const words = wordsFor(message.locale);
    const work = this.#answer(mention, reference, words).catch(
      async (error: unknown) => await this.#sayWhy(mention, reference, words, error),
    );
    this.#inProgress.add(work);
    void work.finally(() => this.#inProgress.delete(work));
  }

  async #answer(mention: Mention, reference: string, words: Words): Promise<void> {
    const { desk, assertMayAsk, messenger, told, clock, log } = this.#parts;
    const { about, message } = mention;
    const { id, guildId, channelId, author, locale } = message;
    await assertMayAsk(mention);
    if (about?.is !== 'sound') {
      const hint: MessageBody = { components: [container([text(words.interpreter.written.hidden)])] };
      await messenger.post(channelId, addressed(mention, hint), reference);
      return;
    }
    const whose = { guildId, userId: author.userId, locale, publicLocale: locale };
    const languages = await desk.languagesFor(whose, about.sound.authorId);
    const asked = { channelId, messageId: id, locale };
    const request = { id, reference, guildId, userId: author.userId, recording: about.sound, asked };
    const hearing = await desk.hearForAll({ ...request, ...languages });
    this.#hearings.set(id, hearing);
    const answer = new LiveMessage({
      place: { is: 'channel', channelId, nonce: reference },
      messenger,
      clock,
      render: () => addressed(mention, renderPublic(hearing, words)),
      onPosted: (messageId) => {
        void told.note(about.sound.messageId, guildId, { channelId, messageId });
        void desk.noteAnswer(id, channelId, messageId);
      },
      onTrouble: (error) => log.info({ err: error, reference }, "couldn't show what a recording says"),
    });
    this.#answers.add(answer);
    hearing.onChange(() => answer.refresh());
    answer.refresh();
    await hearing.over;
    await answer.settled();
    this.#answers.delete(answer);
    this.#hearings.delete(id);
    log.info({ reference, guildId, channelId, userId: author.userId }, 'told what a recording says');
  }

  async #sayWhy(mention: Mention, reference: string, words: Words, error: unknown): Promise<void> {
    const { messenger, log } = this.#parts;
    const { id, guildId, channelId, author } = mention.message;
    this.#hearings.delete(id);
    const facts = { reference, guildId, channelId, userId: author.userId };
    if (error instanceof Refusal)
      log.info({ ...facts, refusal: error.facts.code }, 'refused to tell what a recording says');
    else log.warn({ ...facts, err: error }, "couldn't tell what a recording says");
    const notice = noticeOf(error, words);
    if (!notice) return;
    const body: MessageBody = { components: [container([text(noticeText(notice, reference, words))])] };
    await messenger.post(channelId, addressed(mention, body), `n${reference}`).catch((failure: unknown) => {
      log.info({ ...facts, err: failure }, "couldn't say why a recording wasn't heard");
    });
  }
}

/** A reply to the question, which notifies nobody: the person who asked is looking. */
function addressed({ message, botMay }: Mention, body: MessageBody): MessageBody {
  return { ...body, silent: true, ...(botMay.reply ? { repliesTo: message.id } : {}) };
}
