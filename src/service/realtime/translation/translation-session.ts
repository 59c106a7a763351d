import { type Clock, timedOut, withTimeout } from '../../../operations/clock.ts';
import { troubleOf } from '../error-class.ts';
import { translationModel } from '../models.ts';
import { SessionLine, type SessionLineParts, silentResponseMs } from '../session-line.ts';
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

/** How long the last words may take without a sign of them (field notes 4). */
const finishingMs = 20_000;
/** A recording is sent faster than it's heard, so signs may come for a while. */
const mostFinishingWaits = 6;
/** Document 2, "Limits". */
const imagesPerSecond = 2;

/** A translation over the service's WebSocket interface (document 2 C), from opening to closing. */
export class SocketTranslation
  extends SessionLine<TranslationEvent, typeof translationEvents>
  implements TranslationSession
{
  agreed: AgreedTranslation = agreedOf(undefined);
  readonly #clock: Clock;
  readonly #hearing: TranslationHearing;
  readonly #allCame = Promise.withResolvers<'finished' | 'cut'>();
  #finishing: Promise<'finished' | 'cut'> | undefined;
  #shownAt: number[] = [];
  /** Events so far. */
  #heard = 0;

  constructor(settings: TranslationSettings, parts: SessionLineParts, signal?: AbortSignal) {
    const { profile, clock } = parts;
    const { name: model, defaultVoice } = translationModel;
    const own = { ...settings, voice: defaultVoice };
    super(parts, {
      ...{ model, signal, schemas: translationEvents },
      voice: settings.voice ?? '',
      settings: (voice) => wireTranslation(voice === 'own' ? own : settings, profile.hotWordsField),
    });
    this.#clock = clock;
    this.#hearing = new TranslationHearing(clock, this.warnings, (event) => this.tell(event));
  }

  /** @throws {ServiceError} */
  async open(): Promise<void> {
    this.agreed = agreedOf(await this.agree());
    void this.#hearing.watch(silentResponseMs, this.signal);
  }

  override append(pcm: Uint8Array): void {
    if (!this.#finishing) super.append(pcm);
  }

  show(jpeg: Uint8Array): ReturnType<TranslationSession['show']> {
    if (this.over || this.#finishing) return 'over';
    if (!this.heardAudio) return 'before-audio';
    const now = this.#clock.now();
    this.#shownAt = this.#shownAt.filter((at) => now - at < 1_000);
    if (this.#shownAt.length >= imagesPerSecond) return 'too-soon';
    this.#shownAt.push(now);
    this.sendPicture(jpeg);
    return 'shown';
  }

  /** Resolves when the last words have come, or can't. Never rejects. */
  finish(): Promise<'finished' | 'cut'> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  /** The last words may still be on their way to the service, or their translation on its way back. */
  async #finish(): Promise<'finished' | 'cut'> {
    if (this.over) return 'cut';
    this.behind('session.finish');
    void this.ended.then(() => this.#allCame.resolve('cut'));
    const how = await this.#lastWords();
    this.close();
    return how;
  }

  async #lastWords(): Promise<'finished' | 'cut'> {
    for (let waits = 0; waits < mostFinishingWaits; waits += 1) {
      const heardBefore = this.#heard;
      const how = await withTimeout(this.#allCame.promise, finishingMs, this.#clock);
      if (how !== timedOut) return how;
      if (this.#heard === heardBefore) break;
    }
    return 'cut';
  }

  protected override hearEvent(event: TranslationWireEvent): void {
    this.#heard += 1;
    switch (event.type) {
      case 'session.created':
        break;
      case 'session.updated':
        this.agreed = agreedOf(event.data.session);
        break;
      case 'session.finished':
        this.tell({ is: 'finished' });
        this.#allCame.resolve('finished');
        // Our side has to disconnect even if it didn't ask for the end.
        if (!this.#finishing) this.close();
        break;
      case 'error':
        if (this.isOpen) this.#trouble(event.data.error);
        break;
      default:
        this.#hearing.hearEvent(event);
    }
  }

  #trouble(error: Parameters<typeof troubleOf>[0]): void {
    const trouble = troubleOf(error);
    this.warn(trouble, error.code);
    if (trouble.is === 'voice-unknown') this.replaceVoice();
    this.tell({ is: 'trouble', trouble });
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
