import type { Logger } from 'pino';
import { noticeOf, noticeText, refusalSentence } from '../discord/failure-words.ts';
import { text } from '../discord/layout.ts';
import type { Mention, MentionFeed } from '../discord/mention-feed.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { newReference } from '../operations/log.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import { RateLimiter } from '../operations/rate-limits.ts';
import { Refusal, type RefusalCode } from '../refusal/refusal.ts';
import type { Collection } from '../storage/collection.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { languageOf } from './find.ts';
import { type KeptMention, KeptMentions } from './kept-mentions.ts';
import { type MentionAnswerParts, MentionAnswers, sentence } from './mention-answer.ts';

export interface MentionDeskParts extends MentionAnswerParts {
  readonly feed: MentionFeed;
  /** @throws {Refusal} if moderators don't let this person ask here */
  readonly assertMayAsk?: (mention: Mention) => Promise<void>;
  readonly messenger: Messenger;
  /** Questions that are being answered. */
  readonly kept: Collection<KeptMention>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Asking {
  readonly mention: Mention;
  readonly reference: string;
  readonly words: Words;
  /** It's a question from before a restart. */
  readonly again: boolean;
  /** Aborts when the message is deleted or edited. */
  readonly signal: AbortSignal;
}

/** Per person. */
const questionsPerMinute = 6;
const betweenHintsMs = 60 * 60_000;
/** Discord shows it for ten seconds. */
const typingEveryMs = 8_000;
/** Said only now and then, because there's nothing here for this person. */
const closed: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'knowledge-not-configured',
  'knowledge-not-allowed',
  'knowledge-not-for-room',
  'knowledge-no-contents',
  'feature-off',
  'feature-blocked',
  'feature-roles',
  'feature-channels',
]);

/**
 * Answers people who mention the bot or reply to one of its answers, one question per person at a time. A deleted
 * question isn't answered, and an edited one is answered as edited.
 */
export class MentionDesk {
  readonly #parts: MentionDeskParts;
  readonly #answers: MentionAnswers;
  readonly #questions: RateLimiter;
  readonly #hints: RateLimiter;
  readonly #kept: KeptMentions;
  readonly #mutex = new KeyedMutex();
  readonly #pending = new Map<string, { readonly mention: Mention; readonly gone: AbortController }>();
  readonly #inProgress = new Set<Promise<void>>();
  #stop: () => void = () => undefined;
  #isClosing = false;

  constructor(parts: MentionDeskParts) {
    this.#parts = parts;
    this.#answers = new MentionAnswers(parts);
    this.#questions = new RateLimiter(parts.clock, questionsPerMinute, 60_000);
    this.#hints = new RateLimiter(parts.clock, 1, betweenHintsMs);
    const { kept: shelf, feed, clock, log } = parts;
    this.#kept = new KeptMentions({ shelf, feed, clock, log });
  }

  open(): void {
    this.#stop = this.#parts.feed.listen({
      mentioned: (mention) => this.#mentioned(mention),
      changed: (messageId, now) => this.#changed(messageId, now),
    });
  }

  /** After login: answers what the previous process didn't get to. Never rejects. */
  async recover(): Promise<void> {
    await this.#kept.recover((mention, reference) => this.#begin(mention, reference));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stop();
    for (const { gone } of this.#pending.values()) gone.abort();
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  #mentioned(mention: Mention): void {
    const { author, guildId } = mention.message;
    // It asks what a recording says, or is one that's answered in conversation.
    if ((mention.about && mention.isNamed) || mention.message.voice) return;
    if (this.#parts.knowledge.bases.of(guildId).length === 0 || !mention.botMay.write) return;
    if (this.#questions.take(author.userId)) this.#begin(mention);
  }

  /** A message that isn't being answered doesn't matter. */
  #changed(messageId: string, now: Mention | undefined): void {
    const before = this.#pending.get(messageId);
    if (!before || now?.text === before.mention.text) return;
    before.gone.abort();
    if (now) this.#begin(now);
  }

  /** @param earlier the reference of a question from before a restart */
  #begin(mention: Mention, earlier?: string): void {
    const { id, author, locale } = mention.message;
    const gone = new AbortController();
    const pending = { mention, gone };
    const words = wordsFor(languageOf(mention.text) ?? locale);
    const reference = earlier ?? newReference();
    const asking = { mention, reference, words, again: earlier !== undefined, signal: gone.signal };
    this.#pending.set(id, pending);
    const work = this.#mutex
      .runExclusive(author.userId, async () => await this.#attend(asking))
      .catch((error: unknown) => this.#record(asking, error))
      .finally(async () => {
        if (this.#pending.get(id) === pending) {
          this.#pending.delete(id);
          // What's cut off by a stop is answered after the next start.
          if (!this.#isClosing || !gone.signal.aborted) await this.#kept.forget(id);
        }
        this.#inProgress.delete(work);
      });
    this.#inProgress.add(work);
  }

  async #attend(asking: Asking): Promise<void> {
    const { mention, signal } = asking;
    const { mentions = true } = await this.#parts.knowledge.decisions.of(mention.message.guildId);
    if (!mentions || signal.aborted) return;
    const earlier = await this.#answers.earlier(mention);
    if (!mention.isNamed && !earlier) return;
    const { words, reference, again } = asking;
    await this.#kept.keep(mention, reference, again);
    if (signal.aborted) return;
    const searching = async <Result>(work: () => Promise<Result>) => await this.#whileTyping(asking, work);
    const asked = async () => {
      await this.#parts.assertMayAsk?.(mention);
      return await this.#answers.to(mention, words, { earlier, signal, searching });
    };
    const answer = asked();
    const body = await answer.catch((error: unknown) => this.#notAnswered(asking, error));
    if (body && !signal.aborted) await this.#post(asking, body);
  }

  /** What's said instead; undefined: nothing. */
  #notAnswered(asking: Asking, error: unknown): MessageBody | undefined {
    const { mention, words, signal, reference } = asking;
    if (signal.aborted) return undefined;
    this.#record(asking, error);
    if (error instanceof Refusal && closed.has(error.facts.code))
      return this.#hints.take(mention.message.author.userId)
        ? sentence(`ℹ️ ${refusalSentence(error.facts, words)}`)
        : undefined;
    const notice = noticeOf(error, words);
    return notice && sentence(noticeText(notice, reference, words));
  }

  async #whileTyping<Result>({ mention, signal }: Asking, work: () => Promise<Result>): Promise<Result> {
    const { messenger, clock } = this.#parts;
    const done = new AbortController();
    const either = AbortSignal.any([done.signal, signal]);
    const typing = async () => {
      while (!either.aborted) {
        await messenger.typing(mention.message.channelId);
        await clock.sleep(typingEveryMs, either);
      }
    };
    // Only a courtesy: the answer comes either way.
    void typing().catch(() => undefined);
    try {
      return await work();
    } finally {
      done.abort();
    }
  }

  async #post({ mention, signal, reference }: Asking, body: MessageBody): Promise<void> {
    const { messenger, log } = this.#parts;
    const { id, channelId, guildId, author } = mention.message;
    const addressed = mention.botMay.reply
      ? { ...body, repliesTo: id }
      : { components: [text(`<@${author.userId}>`), ...body.components], mentions: [author.userId] };
    const { messageId } = await messenger.post(channelId, addressed, reference);
    log.info({ reference, guildId, channelId, userId: author.userId }, 'answered a mention');
    if (signal.aborted) await messenger.remove(channelId, messageId);
  }

  #record({ mention, reference, signal }: Asking, error: unknown): void {
    if (signal.aborted) return;
    const { guildId, channelId, author } = mention.message;
    const facts = { reference, guildId, channelId, userId: author.userId };
    if (error instanceof Refusal)
      this.#parts.log.info({ ...facts, refusal: error.facts.code }, 'refused to answer a mention');
    else this.#parts.log.warn({ ...facts, err: error }, "couldn't answer a mention");
  }
}
