import type { LinkEnd } from '../../src/service/realtime/link.ts';
import type {
  AgreedTranslation,
  TranslationClient,
  TranslationEvent,
  TranslationOpening,
  TranslationSession,
  TranslationSettings,
} from '../../src/service/realtime/translation/translation-types.ts';
import { Listeners } from './listeners.ts';

type Language = Extract<TranslationEvent, { is: 'source-done' }>['language'];

/** A sentence, once the service has all of it. */
export function understood(itemId: string, text: string, language?: Language): TranslationEvent {
  return { is: 'source-done', itemId, text, language };
}

/** Its translation, from the first word to the last. */
export function translated(responseId: string, text: string) {
  return [
    { is: 'response-started', responseId },
    { is: 'target-done', responseId, text },
    { is: 'response-ended', responseId, end: 'completed', usage: undefined },
  ] as const satisfies readonly TranslationEvent[];
}

/** A session that does nothing by itself: a test says what happens in it, and sees what it was given. */
export class FakeTranslationSession implements TranslationSession {
  readonly settings: TranslationSettings;
  readonly agreed: AgreedTranslation;
  readonly ended: Promise<LinkEnd>;
  readonly appended: Uint8Array[] = [];
  readonly shown: Uint8Array[] = [];
  over = false;
  waitingMs = 0;
  closed = false;
  #finishing: PromiseWithResolvers<'finished' | 'cut'> | undefined;
  readonly #listeners = new Listeners<(event: TranslationEvent) => void>();
  readonly onEvent = this.#listeners.listen;
  readonly #onEnded: (end: LinkEnd) => void;
  readonly #holds: () => boolean;
  #items = 0;

  constructor(settings: TranslationSettings, agreed: Partial<AgreedTranslation>, holds: () => boolean) {
    const { promise, resolve } = Promise.withResolvers<LinkEnd>();
    this.settings = settings;
    this.ended = promise;
    this.#onEnded = resolve;
    this.#holds = holds;
    const { voice, speaks, from, to } = settings;
    this.agreed = { sessionId: 'sess', voice, speaks, from, to, ...agreed };
  }

  /** `es>fr` */
  get pair(): string {
    return `${this.settings.from}>${this.settings.to}`;
  }

  get appendedMs(): number {
    return this.appended.reduce((sum, pcm) => sum + pcm.length, 0) / 32;
  }

  /** Milliseconds of it that weren't silence. */
  get spokenMs(): number {
    const spoken = this.appended.filter((pcm) => pcm.some((byte) => byte !== 0));
    return spoken.reduce((sum, pcm) => sum + pcm.length, 0) / 32;
  }

  get finishing(): boolean {
    return this.#finishing !== undefined;
  }

  tell(...events: readonly TranslationEvent[]): void {
    for (const event of events) this.#listeners.tell(event);
  }

  /** An utterance, from its first word to the end of its translation. */
  translate(original: string, translation: string, audioMs = 0): void {
    this.#items += 1;
    const [itemId, responseId] = [`item-${this.#items}`, `resp-${this.#items}`];
    const [begun, done, ended] = translated(responseId, translation);
    this.tell({ is: 'speech-started', itemId, atMs: 0 }, understood(itemId, original), begun, done);
    if (audioMs > 0) this.tell({ is: 'audio', responseId, pcm: sound(audioMs) });
    this.tell(ended);
  }

  append(pcm: Uint8Array): void {
    if (this.over || this.#finishing) return;
    this.appended.push(pcm);
  }

  show(jpeg: Uint8Array): ReturnType<TranslationSession['show']> {
    if (this.over || this.#finishing) return 'over';
    if (this.appended.length === 0) return 'before-audio';
    this.shown.push(jpeg);
    return 'shown';
  }

  finish(): Promise<'finished' | 'cut'> {
    this.#finishing ??= Promise.withResolvers();
    if (!this.#holds()) this.completeFinish('finished');
    return this.#finishing.promise;
  }

  /** `session.finished` comes, or doesn't. */
  completeFinish(how: 'finished' | 'cut'): void {
    this.#finishing?.resolve(how);
    this.end({ is: 'asked' });
  }

  end(end: LinkEnd): void {
    if (this.over) return;
    this.over = true;
    this.#finishing?.resolve('cut');
    this.#onEnded(end);
  }

  close(): void {
    this.closed = true;
    this.end({ is: 'asked' });
  }
}

export function sound(durationMs: number): Uint8Array {
  return new Uint8Array(durationMs * 48).map((_, index) => (Math.floor(index / 960) % 250) + 1);
}

/** The service as interpreters see it. */
export class FakeTranslations implements TranslationClient {
  readonly sessions: FakeTranslationSession[] = [];
  readonly asked: TranslationSettings[] = [];
  /** What opening fails with next, one each. */
  readonly failures: unknown[] = [];
  agreed: Partial<AgreedTranslation> = {};
  /** Openings that a test lets through; none when undefined, then all go at once. */
  gate: Promise<void> | undefined;
  /** What whoever opens is told. */
  waitMs = 0;
  /** Of the connects of a minute: the share that's left. */
  connectsLeft = 1;
  /** Of new sessions: their connection takes no more for now. */
  waitingMs = 0;
  /** Sessions that are to finish wait for the test. */
  holdsFinish = false;

  /** Nothing is opened until the test says so. */
  holdOpenings(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }

  of(pair: string): FakeTranslationSession {
    const session = this.sessions.findLast((each) => each.pair === pair && !each.over);
    if (!session) throw new Error(`no session ${pair} is open`);
    return session;
  }

  get open_(): readonly FakeTranslationSession[] {
    return this.sessions.filter(({ over }) => !over);
  }

  async open(
    settings: TranslationSettings,
    { signal, onWait }: TranslationOpening = {},
  ): Promise<TranslationSession> {
    this.asked.push({ ...settings });
    signal?.throwIfAborted();
    if (this.waitMs > 0) onWait?.(this.waitMs);
    await this.gate;
    signal?.throwIfAborted();
    if (this.failures.length > 0) {
      const failure = this.failures.shift();
      if (failure !== undefined) throw failure;
    }
    const session = new FakeTranslationSession(settings, this.agreed, () => this.holdsFinish);
    session.waitingMs = this.waitingMs;
    this.sessions.push(session);
    return session;
  }

  async close(): Promise<void> {
    for (const session of this.sessions) session.close();
  }
}
