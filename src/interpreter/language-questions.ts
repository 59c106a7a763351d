import type { Logger } from 'pino';
import { postOfCall } from '../call/call-post.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import { wordsFor } from '../words/index.ts';
import { detected, languageName } from './language-names.ts';
import type { Interpretation } from './types.ts';

/** Like every question with a button. */
const staysMs = 120_000;

interface OpenQuestion {
  readonly channelId: string;
  messageId: string;
  readonly body: MessageBody;
  readonly nonce: string;
  /** How often it was posted. */
  posts: number;
  /** It moves one step at a time. */
  moving: Promise<void>;
}

/**
 * Asks people who speak another language than the one they chose whether they want it changed, once a call: in a message
 * that only pings them, stays below the newest page, and goes when they answered or left, the call ended, or nobody
 * pressed.
 */
export class LanguageQuestions {
  readonly #parts;
  readonly #asked = new Set<string>();
  readonly #open = new Set<OpenQuestion>();
  /** Of their Discord. */
  readonly #locales = new Map<string, string>();

  constructor(parts: {
    readonly call: Pick<
      Interpretation,
      'request' | 'participants' | 'languages' | 'onChange' | 'onOtherLanguage'
    >;
    readonly messenger: Pick<Messenger, 'post' | 'remove'>;
    readonly clock: Clock;
    readonly log: Logger;
    /** Aborts when the call ends. */
    readonly over: AbortSignal;
  }) {
    const { call, over } = parts;
    this.#parts = parts;
    const stop = call.onOtherLanguage((userId, language) => void this.#ask(userId, language));
    over.addEventListener('abort', stop, { once: true });
  }

  /** In which language this person reads. */
  noteLocale(userId: string, locale: string): void {
    this.#locales.set(userId, locale);
  }

  async #ask(userId: string, language: LanguageCode): Promise<void> {
    const { call, messenger, log, over } = this.#parts;
    if (this.#asked.has(userId) || over.aborted) return;
    this.#asked.add(userId);
    const { id, publicLocale, reference, settings } = call.request;
    const words = wordsFor(this.#locales.get(userId) ?? publicLocale);
    const { speaks = settings.languages[0] ?? 'en' } = call.languages.get(userId) ?? {};
    if (speaks === detected) return;
    const { asked, change } = words.interpreter.otherLanguage;
    const named = (code: string) => languageName(code, words.locale);
    const body = {
      components: [
        container([
          text(asked(`<@${userId}>`, named(speaks), named(language))),
          ...buttonRow([
            button('primary', change(named(language)), 'interpret', 'speaks', `${userId}.${language}`),
          ]),
        ]),
      ],
      mentions: [userId],
    };
    const nonce = `l${userId.slice(-10)}${id.slice(-12)}`;
    const posted = await postOfCall(messenger, call.request, body, nonce).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't ask someone about their language");
    });
    if (!posted) return;
    const question = { ...posted, body, nonce, posts: 1, moving: Promise.resolve() };
    this.#open.add(question);
    await this.#settled(userId, language);
    this.#open.delete(question);
    await question.moving;
    await messenger.remove(question.channelId, question.messageId).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't remove what someone was asked about their language");
    });
  }

  /** A page begins at the end of that channel, so what's asked there goes below it. */
  follow(channelId: string): void {
    for (const question of this.#open)
      if (question.channelId === channelId)
        question.moving = question.moving.then(async () => await this.#move(question));
  }

  /** Only the first one pings. Never rejects. */
  async #move(question: OpenQuestion): Promise<void> {
    const { call, messenger, log } = this.#parts;
    if (!this.#open.has(question)) return;
    const { channelId, messageId: before, nonce, body } = question;
    question.posts += 1;
    try {
      const below = { ...body, mentions: [], silent: true };
      const { messageId } = await messenger.post(channelId, below, `${nonce}${question.posts}`);
      question.messageId = messageId;
      await messenger.remove(channelId, before);
    } catch (error) {
      const { reference } = call.request;
      log.info({ err: error, reference }, "couldn't move a question below the newest page");
    }
  }

  /** Resolves when they changed it or left, the call ended, or nobody pressed. */
  async #settled(userId: string, language: LanguageCode): Promise<void> {
    const { call, clock, over } = this.#parts;
    const settled = new AbortController();
    const look = () => {
      const isAnswered = call.languages.get(userId)?.speaks === language;
      if (isAnswered || !call.participants.has(userId)) settled.abort();
    };
    const stop = call.onChange(look);
    look();
    await clock.sleep(staysMs, AbortSignal.any([settled.signal, over])).catch(() => undefined);
    stop();
  }
}
