import type { Logger } from 'pino';
import { CallNotice } from '../call/call-notice.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import { wordsFor } from '../words/index.ts';
import { detected, languageName } from './language-names.ts';
import type { Interpretation } from './types.ts';

/** Like every question with a button. */
const staysMs = 120_000;

/**
 * Asks people who speak another language than the one they chose whether they want it changed, once a call: in a message
 * that only pings them, stays below the newest page, and goes when they answered or left, the call ended, or nobody
 * pressed.
 */
export class LanguageQuestions {
  readonly #parts;
  readonly #asked = new Set<string>();
  readonly #open = new Set<CallNotice>();
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
    const posting = CallNotice.post({ request: call.request, body, nonce, messenger, log });
    const question = await posting.catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't ask someone about their language");
    });
    if (!question) return;
    this.#open.add(question);
    await this.#settled(userId, language);
    this.#open.delete(question);
    await question.remove();
  }

  /** A page begins at the end of that channel, so what's asked there goes below it. */
  follow(channelId: string): void {
    for (const question of this.#open) question.follow(channelId);
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
