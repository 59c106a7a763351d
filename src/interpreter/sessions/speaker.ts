import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import { LearntPauses } from '../../call/hearing/turn.ts';
import { Uplink } from '../../call/hearing/uplink.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { SessionLines } from '../lines/session-lines.ts';
import { carrierOf, type Wanted } from '../wanted-languages.ts';
import { Translation, type TranslationNews, type TranslationParts } from './translation.ts';

/** What comes of one person's words. */
export type SpeakerNews =
  | Exclude<TranslationNews, { readonly is: 'detected' | 'sentence' | 'speech-stopped' }>
  | { readonly is: 'turn'; readonly userId: string; readonly began: boolean }
  /** They speak another language than the one they're heard in. */
  | { readonly is: 'other-language'; readonly userId: string; readonly language: LanguageCode };

export interface SpeakerOptions extends TranslationParts {
  readonly userId: string;
  /** What others need of this speaker now; `detected` is the language the service hears. */
  readonly wanted: (detected: LanguageCode | undefined) => Wanted;
  readonly tell: (news: SpeakerNews) => void;
}

/** One person's words on their way into the languages others need, and the lines that come back. */
export class Speaker {
  readonly #options: SpeakerOptions;
  readonly #uplink: Uplink;
  readonly #translations = new Map<string, Translation>();
  /** Languages no longer needed, whose last words are still on their way. */
  readonly #ending = new Set<Translation>();
  #wanted: Wanted | undefined;
  #over = false;
  /** When their voice was heard last. */
  #spokeAtMs = Number.NEGATIVE_INFINITY;
  #detected: LanguageCode | undefined;
  readonly #otherLanguage = new OtherLanguage();

  constructor(options: SpeakerOptions) {
    this.#options = options;
    const { endpointing } = options.parts;
    this.#uplink = new Uplink({
      // A translation has no manual commit.
      settings: endpointing.mode === 'manual' ? { ...endpointing, mode: 'block' } : endpointing,
      pauses: new LearntPauses(endpointing),
      sink: { append: (pcm) => this.#append(pcm), endTurn: () => undefined },
      tell: ({ is }) => this.#turn(is === 'began'),
    });
  }

  get talking(): boolean {
    return this.#uplink.speaker !== undefined;
  }

  /** Needs to be reviewed as time passes. */
  get busy(): boolean {
    return this.#uplink.busy;
  }

  /** Also those that are no longer needed and still have something to say. */
  get translations(): readonly Translation[] {
    return [...this.#translations.values(), ...this.#ending];
  }

  /** Some of what was said isn't final yet. */
  get pending(): boolean {
    return this.#allLines.some(({ busy }) => busy);
  }

  hearFrame(frame: SpeechFrame, nowMs: number): void {
    if (frame.speech) this.#spokeAtMs = nowMs;
    this.#uplink.hear(frame, nowMs);
  }

  tick(nowMs: number): void {
    this.#uplink.tick(nowMs);
  }

  /** Called every second: finishes long silences and stops waiting for what never comes. */
  review(nowMs: number): void {
    for (const lines of this.#allLines) lines.review(nowMs);
    if (this.busy) return;
    const { client, settings } = this.#options.parts;
    const quietMs = quietWhile(settings.quietMs, client.connectsLeft);
    for (const { live } of this.#translations.values()) live.review(quietMs);
  }

  /** People or their languages have changed. */
  follow(): void {
    const wanted = this.#options.wanted(this.#detected);
    // What they're saying belongs to the language they began it in.
    if (wanted.from !== this.#wanted?.from) this.#uplink.finish(this.#options.parts.clock.now());
    this.#wanted = wanted;
    const { from, targets, own } = wanted;
    const carrier = own && targets.length === 0;
    for (const [key, translation] of this.#translations) {
      const isCarrier = carrier && !translation.translates;
      if (
        key === keyOf(from, translation.to) &&
        (isCarrier || (translation.translates && targets.includes(translation.to)))
      )
        continue;
      this.#translations.delete(key);
      void this.#end(translation);
    }
  }

  /** Lets the last words be translated. The next word opens whatever is needed then. */
  finish(): void {
    for (const [key, translation] of this.#translations) {
      this.#translations.delete(key);
      void this.#end(translation);
    }
  }

  /** Hears nothing more. Resolves when all last words have arrived. */
  async finished(): Promise<void> {
    const nowMs = this.#options.parts.clock.now();
    // What was said so far goes to the sessions that there are; the silence after it would open others.
    this.#uplink.committed();
    this.#uplink.finish(nowMs);
    this.#over = true;
    this.finish();
    await Promise.all([...this.#ending].map(({ live }) => live.end()));
  }

  /** They withdrew their consent: removes everything that isn't final, and nothing more comes. */
  withdraw(): void {
    this.#uplink.remove(this.#options.userId);
    for (const lines of this.#allLines) lines.takeBack();
    this.close();
  }

  /** They're in another channel: what waits for a session isn't sent. */
  depart(): void {
    for (const { live } of this.translations) live.forgetKept();
  }

  close(): void {
    for (const { live } of this.translations) live.close();
    this.#translations.clear();
    this.#ending.clear();
  }

  get #allLines(): readonly SessionLines[] {
    return this.translations.flatMap(({ lines }) => lines);
  }

  #turn(began: boolean): void {
    const { userId, tell } = this.#options;
    if (began) this.follow();
    tell({ is: 'turn', userId, began });
  }

  #hearNews(news: TranslationNews): void {
    const { userId, tell } = this.#options;
    if (news.is === 'detected') this.#detected = news.language;
    else if (news.is === 'speech-stopped') this.#uplink.committed();
    else if (news.is === 'sentence') {
      const language = this.#otherLanguage.noteSentence(news.language, news.heardIn);
      if (language) tell({ is: 'other-language', userId, language });
    } else tell(news);
  }

  #append(pcm: Uint8Array): void {
    const wanted = this.#wanted;
    if (!wanted || this.#over) return;
    const { from, targets, own } = wanted;
    for (const to of targets) this.#into(from, to, true).live.append(pcm);
    if (targets.length === 0 && own)
      this.#into(from, carrierOf(from, this.#options.settings.languages), false).live.append(pcm);
  }

  #into(from: LanguageCode | 'auto', to: LanguageCode, translates: boolean): Translation {
    const known = this.#translations.get(keyOf(from, to));
    if (known) return known;
    const translation = new Translation({
      ...this.#options,
      from,
      to,
      translates,
      isQuiet: () => !this.busy,
      spokeAtMs: () => this.#spokeAtMs,
      detected: () => this.#detected,
      leads: (one) => this.#leads(one),
      own: () => this.#wanted?.own ?? false,
      tell: (news) => this.#hearNews(news),
    });
    this.#translations.set(keyOf(from, to), translation);
    return translation;
  }

  /** The first active one leads; if there's none, the first that's still finishing. */
  #leads(translation: Translation): boolean {
    const alike = this.#ending.has(translation) ? this.#ending : this.#translations.values();
    return [...alike].find(({ lines }) => lines.length > 0) === translation;
  }

  async #end(translation: Translation): Promise<void> {
    this.#ending.add(translation);
    await translation.live.end();
    this.#ending.delete(translation);
    this.#options.tell({ is: 'changed' });
  }
}

/** One sentence may be a quotation, or misheard. */
const sentencesNeeded = 2;

/** Notices that a person speaks another language than the one they're heard in: a few sentences in a row. */
class OtherLanguage {
  #language: LanguageCode | undefined;
  #sentences = 0;

  /**
   * The service understood a sentence.
   * @param heardIn the language it was sent as
   * @returns the other language, each time enough sentences in a row were in it
   */
  noteSentence(language: LanguageCode, heardIn: LanguageCode): LanguageCode | undefined {
    this.#sentences = language === this.#language ? this.#sentences + 1 : 1;
    this.#language = language;
    return language !== heardIn && this.#sentences >= sentencesNeeded ? language : undefined;
  }
}

function keyOf(from: LanguageCode | 'auto', to: LanguageCode): string {
  return `${from}>${to}`;
}

/** With at least this share of the minute's connects left, there's no need to save any. */
const plenty = 0.5;
/** How many times longer a session is kept when no connects are left. */
const mostTimes = 3;

/**
 * How long a session stays open after its speaker's last word. An open session is charged by the minute, but the next
 * word costs a connect, so sessions are kept longer the fewer connects are left.
 * @param connectsLeft the share of a minute's connects, 0 to 1
 */
export function quietWhile(quietMs: number, connectsLeft: number): number {
  const scarcity = Math.max(0, 1 - connectsLeft / plenty);
  return quietMs * (1 + (mostTimes - 1) * scarcity);
}
