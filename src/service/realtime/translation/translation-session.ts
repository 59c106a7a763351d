import { timedOut, withTimeout } from '../../../operations/clock.ts';
import { troubleOf } from '../error-class.ts';
import type { LinkEnd } from '../link.ts';
import { translationModel } from '../models.ts';
import { SessionLine, type SessionLineParts } from '../session-line.ts';
import type { WireSession } from '../wire-basics.ts';
import { TranslationHearing } from './hearing.ts';
import { wireTranslation } from './session-update.ts';
import type {
  AgreedTranslation,
  TranslationEvent,
  TranslationSession,
  TranslationSettings,
} from './translation-types.ts';
import { agreedLanguages, type TranslationWireEvent, translationEvents } from './wire-events.ts';

export interface TranslationParts extends SessionLineParts {
  /** A translation that sends nothing for this long counts as ended. Default 20 s. */
  readonly silentResponseMs?: number;
}

const defaultSilentResponseMs = 20_000;
/** How long the last words may take without a sign of them (field notes 4). */
const finishingMs = 20_000;
/** A recording is sent faster than it's heard, so signs may come for a while. */
const mostFinishingWaits = 6;
/** Document 2, "Limits". */
const imagesPerSecond = 2;

/** A translation over the service's WebSocket interface (document 2 C), from opening to closing. */
export class SocketTranslation implements TranslationSession {
  readonly ended: Promise<LinkEnd>;
  readonly #parts: TranslationParts;
  readonly #line: SessionLine<TranslationEvent, typeof translationEvents>;
  readonly #hearing: TranslationHearing;
  readonly #allCame = Promise.withResolvers<'finished' | 'cut'>();
  #agreed: AgreedTranslation = agreedOf(undefined);
  #finishing: Promise<'finished' | 'cut'> | undefined;
  #shownAt: number[] = [];
  /** Events so far. */
  #heard = 0;

  constructor(settings: TranslationSettings, parts: TranslationParts, signal?: AbortSignal) {
    const { profile, clock } = parts;
    const { name: model, defaultVoice } = translationModel;
    const own = { ...settings, voice: defaultVoice };
    this.#parts = parts;
    const tell = (event: TranslationEvent) => this.#line.tell(event);
    this.#line = new SessionLine({
      ...{ ...parts, model, signal, schemas: translationEvents },
      voice: settings.voice ?? '',
      settings: (voice) => wireTranslation(voice === 'own' ? own : settings, profile.hotWordsField),
      hear: (event) => this.#hear(event),
      onDropped: (droppedMs) => tell({ is: 'audio-dropped', droppedMs }),
    });
    this.ended = this.#line.ended;
    this.#hearing = new TranslationHearing(clock, this.#line.warnings, tell);
  }

  /** @throws {ServiceError} */
  async open(): Promise<void> {
    this.#agreed = agreedOf(await this.#line.open());
    const { silentResponseMs = defaultSilentResponseMs } = this.#parts;
    void this.#hearing.watch(silentResponseMs, this.#line.signal);
  }

  get agreed(): AgreedTranslation {
    return this.#agreed;
  }

  get over(): boolean {
    return this.#line.over;
  }

  get waitingMs(): number {
    return this.#line.waitingMs;
  }

  onEvent(listener: (event: TranslationEvent) => void): () => void {
    return this.#line.onEvent(listener);
  }

  append(pcm: Uint8Array): void {
    if (!this.#finishing) this.#line.append(pcm);
  }

  show(jpeg: Uint8Array): ReturnType<TranslationSession['show']> {
    if (this.over || this.#finishing) return 'over';
    if (!this.#line.heardAudio) return 'before-audio';
    const now = this.#parts.clock.now();
    this.#shownAt = this.#shownAt.filter((at) => now - at < 1_000);
    if (this.#shownAt.length >= imagesPerSecond) return 'too-soon';
    this.#shownAt.push(now);
    this.#line.show(jpeg);
    return 'shown';
  }

  /** Resolves when the last words have come, or can't. Never rejects. */
  finish(): Promise<'finished' | 'cut'> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  close(): void {
    this.#line.close();
  }

  /** The last words may still be on their way to the service, or their translation on its way back. */
  async #finish(): Promise<'finished' | 'cut'> {
    if (this.over) return 'cut';
    this.#line.behind('session.finish');
    void this.ended.then(() => this.#allCame.resolve('cut'));
    const how = await this.#lastWords();
    this.close();
    return how;
  }

  async #lastWords(): Promise<'finished' | 'cut'> {
    for (let waits = 0; waits < mostFinishingWaits; waits += 1) {
      const heardBefore = this.#heard;
      const how = await withTimeout(this.#allCame.promise, finishingMs, this.#parts.clock);
      if (how !== timedOut) return how;
      if (this.#heard === heardBefore) break;
    }
    return 'cut';
  }

  #hear(event: TranslationWireEvent): void {
    this.#heard += 1;
    switch (event.type) {
      case 'session.created':
        break;
      case 'session.updated':
        this.#agreed = agreedOf(event.data.session);
        break;
      case 'session.finished':
        this.#line.tell({ is: 'finished' });
        this.#allCame.resolve('finished');
        // Our side has to disconnect even if it didn't ask for the end.
        if (!this.#finishing) this.close();
        break;
      case 'error':
        if (this.#line.isOpen) this.#trouble(event.data.error);
        break;
      case 'malformed':
      case 'unknown':
        this.#parts.log.debug({ event: event.name, is: event.type }, 'ignored an event from the service');
        break;
      default:
        this.#hearing.hearEvent(event);
    }
  }

  #trouble(error: Parameters<typeof troubleOf>[0]): void {
    const trouble = troubleOf(error);
    this.#line.warn(trouble, error.code);
    if (trouble.is === 'voice-unknown') this.#line.replaceVoice();
    this.#line.tell({ is: 'trouble', trouble });
  }
}

function agreedOf(session: WireSession | undefined): AgreedTranslation {
  const languages = agreedLanguages.safeParse(session).data;
  return {
    sessionId: session?.id,
    voice: session?.voice,
    speaks: session?.modalities?.includes('audio'),
    from: languages?.input_audio_transcription?.language,
    to: languages?.translation?.language,
  };
}
