import { type FetchedSound, fetchSound, type SoundReaders } from '../../media/sound/fetch-sound.ts';
import { sendSound } from '../../media/sound/send-sound.ts';
import type { Clock } from '../../operations/clock.ts';
import { ServiceError } from '../../service/errors.ts';
import { isLanguage, type LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { TranslationClient } from '../../service/realtime/translation/translation-types.ts';
import { SocketBackOff } from '../../service/socket-back-off.ts';
import type { RecalledText } from './kept-texts.ts';
import { Passages } from './passages.ts';
import {
  longestRecordingMs,
  type Passage,
  type RecordingKeeping,
  type RecordingRequest,
  type RecordingState,
  type RecordingStop,
} from './recording.ts';

export interface RecordingHearingParts extends SoundReaders {
  readonly client: TranslationClient;
  /** How many times as fast as people speak it's sent. */
  readonly speed: number;
  readonly hotWords: (guildId: string) => readonly string[];
  /** People who never want to be heard, asked again with every piece. */
  readonly unheard: { has(userId: string): boolean };
  readonly clock: Clock;
}

/** Nothing moves a recording out of these. */
const ends: ReadonlySet<RecordingState['is']> = new Set(['heard', 'stopped', 'failed']);
/** How often a session that was lost is opened again. */
const mostLosses = 2;

/** One recording on its way to words: its state has one writer, and an end absorbs whatever comes late. */
export class RecordingHearing {
  readonly request: RecordingRequest;
  readonly #parts: RecordingHearingParts;
  readonly #passages = new Passages();
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #over = Promise.withResolvers<void>();
  #state: RecordingState = { is: 'waiting', ahead: 0 };
  #sentMs = 0;
  #keeping: RecordingKeeping = 'nothing';

  constructor(request: RecordingRequest, parts: RecordingHearingParts) {
    this.request = request;
    this.#parts = parts;
  }

  get state(): RecordingState {
    return this.#state;
  }

  get passages(): readonly Passage[] {
    return this.#passages.all;
  }

  /** The language it's in, as far as anybody knows. */
  get language(): LanguageCode | undefined {
    const { from } = this.request;
    return this.#passages.detected ?? (from === 'auto' ? undefined : from);
  }

  /** Whether the reader needs the translation. */
  get translated(): boolean {
    return this.language !== this.request.to;
  }

  get isOver(): boolean {
    return ends.has(this.#state.is);
  }

  /** Resolves when it's heard, stopped or failed. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Whether it stays for people who ask again, or was there already. */
  get keeping(): RecordingKeeping {
    return this.#keeping;
  }

  /** It was heard before: nothing is sent. */
  recall({ passages, language, ms, whole }: RecalledText): void {
    this.#passages.recall(passages, language !== undefined && isLanguage(language) ? language : undefined);
    this.#keeping = 'recalled';
    this.#move({ is: 'heard', ms, whole });
  }

  /** What it says is kept for a day. */
  noteKept(): void {
    this.#keeping = 'kept';
    this.#tell();
  }

  /** How much of it the service got. */
  get sentSeconds(): number {
    return Math.ceil(this.#sentMs / 1_000);
  }

  /** Returns a function that stops listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  noteAhead(ahead: number): void {
    if (this.#state.is === 'waiting' && this.#state.ahead !== ahead) this.#move({ is: 'waiting', ahead });
  }

  /** Nothing more of it is sent. */
  stop(why: RecordingStop): void {
    this.#passages.settle();
    this.#move({ is: 'stopped', why });
    this.#stop.abort();
  }

  fail(error: unknown): void {
    this.#passages.settle();
    this.#move({ is: 'failed', error });
  }

  /**
   * Downloads and decodes it. Resolves to how long it is.
   * @throws Refusal why it can't be heard
   */
  async prepareSound(folder: string): Promise<FetchedSound> {
    const { userId, recording } = this.request;
    this.#move({ is: 'fetching' });
    const { signal } = this.#stop;
    const fetching = { url: recording.url, folder, mostMs: longestRecordingMs, userId, signal };
    return await fetchSound(this.#parts, fetching);
  }

  /**
   * Sends its sound and takes in what it says.
   * @throws ServiceError
   */
  async listen({ path, ms, cut }: FetchedSound): Promise<void> {
    const backOff = new SocketBackOff(this.#parts.clock);
    for (let losses = 0; ; losses += 1) {
      const how = await this.#listenOnce(path, ms).catch((error: unknown) => {
        if (error instanceof ServiceError && !this.#stop.signal.aborted) return error;
        throw error;
      });
      if (how !== 'finished' && how !== 'cut') {
        if (!how.retryable || losses === mostLosses) throw how;
        await this.#parts.clock.sleep(backOff.nextDelayMs(), this.#stop.signal);
        continue;
      }
      this.#passages.settle();
      this.#move({ is: 'heard', ms, whole: how === 'finished' && !cut });
      return;
    }
  }

  async #listenOnce(path: string, ms: number): Promise<'finished' | 'cut' | ServiceError> {
    const { client, hotWords, speed, clock, unheard } = this.#parts;
    const { from, to, guildId, recording } = this.request;
    const { signal } = this.#stop;
    const fromMs = this.#passages.startOver();
    const connecting = (waitMs: number) => this.#move({ is: 'connecting', ms, waitMs });
    connecting(0);
    const session = await client.open(
      { from, to, speaks: false, showsSource: true, hotWords: hotWords(guildId) },
      { signal, onWait: connecting, canWait: true },
    );
    let position = fromMs;
    const deafen = session.onEvent((event) => {
      this.#passages.hear(event, position);
      this.#tell();
    });
    const close = () => session.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      const onPiece = (sentMs: number) => {
        if (unheard.has(recording.authorId)) return this.stop('never');
        position = sentMs;
        this.#sentMs = Math.max(this.#sentMs, sentMs);
        this.#move({ is: 'hearing', ms, heardMs: sentMs });
      };
      await sendSound({ session, path, fromMs, speed, clock, signal, onPiece });
      const how = session.over ? 'cut' : await session.finish();
      signal.throwIfAborted();
      if (how === 'finished') return how;
      const end = await session.ended;
      return end.is === 'lost' ? end.error : 'cut';
    } finally {
      signal.removeEventListener('abort', close);
      deafen();
      session.close();
    }
  }

  #move(state: RecordingState): void {
    if (this.isOver) return;
    this.#state = state;
    this.#tell();
    if (this.isOver) this.#over.resolve();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
