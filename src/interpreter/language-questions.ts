import type { Logger } from 'pino';
import { postOfCall } from '../call/call-post.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import { wordsFor } from '../words/index.ts';
import { detected, languageName } from './language-names.ts';
import type { Interpretation } from './types.ts';

export interface LanguageQuestionsParts {
  readonly call: Pick<
    Interpretation,
    'request' | 'participants' | 'languages' | 'onChange' | 'onOtherLanguage'
  >;
  readonly messenger: Pick<Messenger, 'post' | 'remove'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the call ends. */
  readonly over: AbortSignal;
}

interface Question {
  readonly channelId: string;
  readonly messageId: string;
  readonly language: LanguageCode;
}

/** Like every question with a button. */
const staysMs = 120_000;

/**
 * Asks people who speak another language than the one they chose whether they want it changed, once a call: in a message
 * that only pings them, and goes when they answered or left, the call ended, or nobody pressed.
 */
export class LanguageQuestions {
  readonly #parts: LanguageQuestionsParts;
  readonly #asked = new Set<string>();
  /** By person. */
  readonly #open = new Map<string, Question>();
  /** Of their Discord. */
  readonly #locales = new Map<string, string>();

  constructor(parts: LanguageQuestionsParts) {
    const { call, over } = parts;
    this.#parts = parts;
    const stops = [
      call.onOtherLanguage((userId, language) => void this.#ask(userId, language)),
      call.onChange(() => this.#follow()),
    ];
    over.addEventListener(
      'abort',
      () => {
        for (const stop of stops) stop();
        for (const userId of [...this.#open.keys()]) this.#remove(userId);
      },
      { once: true },
    );
  }

  /** In which language this person reads. */
  noteLocale(userId: string, locale: string): void {
    this.#locales.set(userId, locale);
  }

  async #ask(userId: string, language: LanguageCode): Promise<void> {
    const { call, messenger, clock, log, over } = this.#parts;
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
    try {
      this.#open.set(userId, { ...(await postOfCall(messenger, call.request, body, nonce)), language });
    } catch (error) {
      log.info({ err: error, reference }, "couldn't ask someone about their language");
      return;
    }
    if (over.aborted) this.#remove(userId);
    this.#follow();
    await clock.sleep(staysMs, over).catch(() => undefined);
    this.#remove(userId);
  }

  /** They changed it, or left. */
  #follow(): void {
    const { participants, languages } = this.#parts.call;
    for (const [userId, { language }] of this.#open)
      if (!participants.has(userId) || languages.get(userId)?.speaks === language) this.#remove(userId);
  }

  #remove(userId: string): void {
    const { call, messenger, log } = this.#parts;
    const question = this.#open.get(userId);
    this.#open.delete(userId);
    if (!question) return;
    void messenger.remove(question.channelId, question.messageId).catch((error: unknown) => {
      const { reference } = call.request;
      log.info({ err: error, reference }, "couldn't remove what someone was asked about their language");
    });
  }
}
