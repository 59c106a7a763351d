import { EchoGuard, type OwnWords } from '../../call/hearing/echo.ts';
import { EchoGate, type EchoGateEvent } from '../../call/hearing/echo-gate.ts';
import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import type { Mouth } from '../../voice/mouth/types.ts';
import type { InterpretationsParts } from '../interpreter-parts.ts';
import type { SpokenTranslations } from '../lines/session-lines.ts';
import type { InterpretationRequest } from '../types.ts';
import { OrderOfSpeech } from './order-of-speech.ts';
import { SpokenNames } from './spoken-names.ts';

export interface TranslationVoiceOptions {
  readonly request: InterpretationRequest;
  readonly parts: Pick<InterpretationsParts, 'clock' | 'log' | 'settings' | 'echo' | 'voiceName'>;
  readonly mouth: Mouth;
  readonly signal: AbortSignal;
  readonly tell: (news: VoiceNews) => void;
}

/** What comes of the voice and of those who are heard beside it. */
type VoiceNews = EchoGateEvent | { readonly is: 'changed' };

/** The service notices late that a person began, and nobody repeats a translation. */
const wordsLateMs = 1_500;

/** The one voice that says all translations, and who's heard while it speaks. */
export class TranslationVoice {
  /** What it says, so that it isn't interpreted again. */
  readonly words: OwnWords;
  readonly #order: OrderOfSpeech | undefined;
  readonly #gate: EchoGate;
  readonly #guard: EchoGuard;

  constructor({ request, parts, mouth, signal, tell }: TranslationVoiceOptions) {
    const { clock, log, settings, echo, voiceName } = parts;
    const { spoken } = request.settings;
    const guard = new EchoGuard(echo, wordsLateMs);
    this.words = guard.words;
    const names = new SpokenNames(
      voiceName && ((userId, language) => voiceName(userId, language, request, signal)),
      signal,
      log,
    );
    this.#gate = new EchoGate({ guard, windowMs: echo.windowMs, tell });
    this.#guard = guard;
    if (spoken === 'off') return;
    this.#order = new OrderOfSpeech({
      mouth,
      now: () => clock.now(),
      overPeople: spoken === 'over-people',
      catchUpMs: settings.catchUpMs,
      pauseMs: settings.pauseMs,
      names,
      onChange: () => tell({ is: 'changed' }),
    });
  }

  /** Absent if nothing is said out loud. */
  get translations(): SpokenTranslations | undefined {
    return this.#order;
  }

  get activity(): 'catching-up' | 'speaking' | undefined {
    if (this.#order?.catchingUp) return 'catching-up';
    return this.#order?.audible ? 'speaking' : undefined;
  }

  /** Needs its 20 ms ticks. */
  get busy(): boolean {
    return this.#gate.busy || (this.#order?.busy ?? false);
  }

  hear(frame: SpeechFrame, nowMs: number): void {
    this.#gate.hearFrame(frame, nowMs);
  }

  /** What was passed on as theirs was the bot. */
  noteMistake(userId: string, nowMs: number): void {
    this.#gate.noteMistake(userId, nowMs);
  }

  /** Called every 20 ms, before the speakers' turn. */
  listen(nowMs: number): void {
    const audible = this.#order?.audible;
    this.#gate.setAudible(audible !== undefined, nowMs);
    this.#gate.tick(nowMs);
    this.#guard.followVoice(audible, nowMs);
  }

  /** Called every 20 ms, after the speakers' turn. */
  speak(somebodyTalks: boolean): void {
    this.#order?.tick(somebodyTalks ? 'speak' : this.#gate.wonders ? 'maybe' : 'silent');
  }

  /** Nothing of theirs is heard or said any more. */
  remove(userId: string): void {
    this.#gate.removeSpeaker(userId);
    this.#order?.dropOf(userId);
  }
}
