import type { CallNews, CallWork } from '../call/call-work.ts';
import type { SpeechFrame } from '../call/hearing/speech-frame.ts';
import { Ticker } from '../call/ticker.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import type { RoomLease } from '../voice/room/types.ts';
import type { InterpretationsParts } from './interpreter-parts.ts';
import { Speakers } from './sessions/speakers.ts';
import { TranslationVoice } from './speaking/translation-voice.ts';
import type {
  InterpretationRequest,
  InterpretedLine,
  InterpreterActivity,
  InterpreterTrouble,
  PersonLanguages,
} from './types.ts';

export interface PipelineOptions {
  readonly request: InterpretationRequest;
  readonly parts: InterpretationsParts;
  readonly lease: RoomLease;
  readonly signal: AbortSignal;
  readonly participants: () => ReadonlySet<string>;
  readonly chosen: ReadonlyMap<string, PersonLanguages>;
  readonly onOtherLanguage: (userId: string, language: LanguageCode) => void;
  readonly tell: (news: CallNews<InterpretedLine, InterpreterTrouble>) => void;
}

const reviewEveryMs = 1_000;

/** Everyone who's interpreted in a room, and the one voice that translates for them. */
export class InterpreterPipeline implements CallWork {
  readonly #options: PipelineOptions;
  readonly #speakers: Speakers;
  readonly #voice: TranslationVoice;
  readonly #ticker: Ticker;
  #reviewing = false;
  #speaker: string | undefined;

  constructor(options: PipelineOptions) {
    const { parts, lease, request, signal, tell } = options;
    this.#options = options;
    this.#voice = new TranslationVoice({
      request,
      parts,
      mouth: lease.mouth,
      signal,
      onHeard: (frame, nowMs) => this.#speakers.of(frame.userId).hear(frame, nowMs),
      onEcho: (userId) => tell({ is: 'echo', userId }),
      onChange: () => {
        this.#ticker.wake();
        tell({ is: 'changed' });
      },
    });
    this.#speakers = new Speakers({
      ...options,
      spoken: this.#voice.translations,
      ownWords: this.#voice.words,
      onOwnVoice: (userId) => this.#voice.noteMistake(userId, this.#now),
      onTurn: (userId, is) => this.#turn(userId, is),
      tell: (news) => {
        tell(news);
        if (news.is === 'changed') this.#wake();
      },
    });
    this.#ticker = new Ticker(parts.clock, signal, (nowMs) => this.#tick(nowMs));
  }

  get activity(): InterpreterActivity {
    const { live, all } = this.#speakers;
    if (live.some(({ waitMs }) => waitMs > 0)) return 'waiting-to-connect';
    if (live.some(({ retries }) => retries)) return 'reconnecting';
    if (this.#voice.activity) return this.#voice.activity;
    if (all.some(({ talking, pending, translations: [any] }) => pending || (talking && any)))
      return 'interpreting';
    return this.#speakers.shareOneLanguage ? 'same-language' : 'listening';
  }

  get speaker(): string | undefined {
    return this.#speaker;
  }

  get sessions(): number {
    return this.#speakers.live.reduce((sum, { sessions }) => sum + sessions, 0);
  }

  get waitMs(): number {
    return Math.max(0, ...this.#speakers.live.map(({ waitMs }) => waitMs));
  }

  hear(frame: SpeechFrame): void {
    this.#voice.hear(frame, this.#now);
    this.#wake();
  }

  /** Who's there, or what a person speaks or reads, has changed. */
  follow(): void {
    for (const speaker of this.#speakers.all) speaker.follow();
  }

  show(jpeg: Uint8Array): 'shown' | 'before-audio' | 'too-soon' {
    const results = this.#speakers.live.map(({ session }) => session?.show(jpeg) ?? 'before-audio');
    if (results.includes('shown')) return 'shown';
    return results.includes('too-soon') ? 'too-soon' : 'before-audio';
  }

  leave(userId: string): void {
    this.#voice.remove(userId);
    this.#speakers.withdraw(userId);
    if (this.#speaker === userId) this.#speaker = undefined;
    this.follow();
  }

  depart(userId: string): void {
    this.#speakers.depart(userId);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#speakers.all.map((speaker) => speaker.finished()));
  }

  close(): void {
    for (const speaker of this.#speakers.all) speaker.close();
  }

  get #now(): number {
    return this.#options.parts.clock.now();
  }

  #turn(userId: string, is: 'began' | 'ended'): void {
    const { tell } = this.#options;
    if (is === 'began') this.#speaker = userId;
    else if (this.#speaker === userId) this.#speaker = this.#speakers.otherThan(userId);
    tell({ is: 'active' });
    tell({ is: 'changed' });
    this.#wake();
  }

  #wake(): void {
    this.#ticker.wake();
    if (!this.#reviewing) void this.#review();
  }

  #tick(nowMs: number): boolean {
    const speakers = this.#speakers.all;
    try {
      this.#voice.listen(nowMs);
      for (const speaker of speakers) speaker.tick(nowMs);
      this.#voice.speak(speakers.some(({ talking }) => talking));
      this.#options.tell({ is: 'changed' });
    } catch (error) {
      this.#options.parts.log.error({ err: error }, 'a step of an interpreter failed');
    }
    return this.#voice.busy || speakers.some(({ busy }) => busy);
  }

  /** Runs as long as any session is open. */
  async #review(): Promise<void> {
    const { parts, signal, tell } = this.#options;
    this.#reviewing = true;
    while (!signal.aborted && this.#speakers.live.some(({ busy }) => busy)) {
      await parts.clock.sleep(reviewEveryMs, signal).catch(() => undefined);
      this.#speakers.review(this.#now);
      tell({ is: 'changed' });
    }
    this.#reviewing = false;
  }
}
