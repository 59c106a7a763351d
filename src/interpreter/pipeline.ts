import type { CallWork } from '../call/call-work.ts';
import { EchoGuard } from '../call/hearing/echo.ts';
import { EchoGate, type EchoGateEvent } from '../call/hearing/echo-gate.ts';
import type { SpeechFrame } from '../call/hearing/speech-frame.ts';
import { SessionSlots } from '../call/sessions/session-slots.ts';
import { Ticker } from '../operations/clock.ts';
import type { LanguageCode } from '../service/realtime/translation/languages.ts';
import type { RoomLease } from '../voice/room/types.ts';
import type { InterpretationsParts } from './interpreter-parts.ts';
import { Speaker, type SpeakerNews } from './sessions/speaker.ts';
import type { Translation } from './sessions/translation.ts';
import { OrderOfSpeech } from './speaking/order-of-speech.ts';
import { SpokenNames } from './speaking/spoken-names.ts';
import type { InterpretationRequest, InterpreterActivity, PersonLanguages } from './types.ts';
import { type Wanted, wantedOf } from './wanted-languages.ts';

/** What everyone who's interpreted reports to the call. */
export type PipelineNews = Exclude<SpeakerNews, { readonly is: 'turn' | 'own-voice' }>;

export interface PipelineOptions {
  readonly request: InterpretationRequest;
  readonly parts: InterpretationsParts;
  readonly lease: RoomLease;
  readonly signal: AbortSignal;
  readonly participants: () => ReadonlySet<string>;
  readonly chosen: ReadonlyMap<string, PersonLanguages>;
  readonly tell: (news: PipelineNews) => void;
}

const reviewEveryMs = 1_000;
/** The service notices late that a person began, and nobody repeats a translation. */
const wordsLateMs = 1_500;

/** Everyone who's interpreted in a room, and the one voice that translates for them. */
export class InterpreterPipeline implements CallWork {
  readonly #options: PipelineOptions;
  readonly #speakers = new Map<string, Speaker>();
  readonly #slots: SessionSlots;
  readonly #guard: EchoGuard;
  /** Who's heard while translations are said. */
  readonly #gate: EchoGate;
  /** The one voice that says them; undefined if nothing is said out loud. */
  readonly #voice: OrderOfSpeech | undefined;
  readonly #ticker: Ticker;
  #sessions = 0;
  #reviewing = false;
  #speaker: string | undefined;

  constructor(options: PipelineOptions) {
    const { parts, signal } = options;
    const { echo, clock } = parts;
    this.#options = options;
    this.#slots = new SessionSlots(parts.settings.mostSessions, () => this.#now);
    this.#guard = new EchoGuard(echo, wordsLateMs);
    this.#gate = new EchoGate(this.#guard, echo.windowMs, (event) => this.#hearGate(event));
    this.#voice = this.#voiceOf(options);
    this.#ticker = new Ticker(clock, signal, (nowMs) => this.#tick(nowMs));
  }

  get activity(): InterpreterActivity {
    const live = this.#live;
    if (live.some(({ waitMs }) => waitMs > 0)) return 'waiting-to-connect';
    if (live.some(({ retries }) => retries)) return 'reconnecting';
    if (this.#voice?.catchingUp) return 'catching-up';
    if (this.#voice?.audible) return 'speaking';
    if (this.#all.some(({ talking, pending, translations: [any] }) => pending || (talking && any)))
      return 'interpreting';
    return this.#shareOneLanguage ? 'same-language' : 'listening';
  }

  get speaker(): string | undefined {
    return this.#speaker;
  }

  get sessions(): number {
    return this.#live.reduce((sum, { sessions }) => sum + sessions, 0);
  }

  get waitMs(): number {
    return Math.max(0, ...this.#live.map(({ waitMs }) => waitMs));
  }

  hear(frame: SpeechFrame): void {
    this.#gate.hearFrame(frame, this.#now);
    this.#wake();
  }

  /** Who's there, or what a person speaks or reads, has changed. */
  follow(): void {
    for (const speaker of this.#all) speaker.follow();
  }

  show(jpeg: Uint8Array): 'shown' | 'before-audio' | 'too-soon' {
    const results = this.#live.map(({ session }) => session?.show(jpeg) ?? 'before-audio');
    if (results.includes('shown')) return 'shown';
    return results.includes('too-soon') ? 'too-soon' : 'before-audio';
  }

  leave(userId: string): void {
    this.#gate.removeSpeaker(userId);
    this.#voice?.dropOf(userId);
    this.#speakers.get(userId)?.withdraw();
    this.#speakers.delete(userId);
    if (this.#speaker === userId) this.#speaker = undefined;
    this.follow();
  }

  /** Their last words are translated as far as the service has them. */
  depart(userId: string): void {
    this.#speakers.get(userId)?.depart();
  }

  async finish(): Promise<void> {
    await Promise.all(this.#all.map((speaker) => speaker.finished()));
  }

  close(): void {
    for (const speaker of this.#all) speaker.close();
  }

  get #now(): number {
    return this.#options.parts.clock.now();
  }

  /** Everyone who spoke and didn't leave. */
  get #all(): readonly Speaker[] {
    return [...this.#speakers.values()];
  }

  /** How each of their words get to the service. */
  get #live(): readonly Translation['live'][] {
    return this.#all.flatMap(({ translations }) => translations.map(({ live }) => live));
  }

  /** Nobody in the call needs a translation, or captions in their own language. */
  get #shareOneLanguage(): boolean {
    const wanted = [...this.#options.participants()].map((userId) => this.#wanted(userId, undefined));
    return wanted.length > 0 && wanted.every(({ targets, own }) => targets.length === 0 && !own);
  }

  #speakerOf(userId: string): Speaker {
    const known = this.#speakers.get(userId);
    if (known) return known;
    const { request, parts } = this.#options;
    const speaker = new Speaker({
      parts,
      userId,
      settings: request.settings,
      slots: this.#slots,
      spoken: this.#voice,
      ownWords: this.#guard.words,
      wanted: (detected) => this.#wanted(userId, detected),
      corrects: (text, language) => parts.corrects?.(text, language, request) ?? text,
      hotWords: () => parts.hotWords?.(request) ?? [],
      nextId: () => {
        this.#sessions += 1;
        return `${request.id}/${this.#sessions}`;
      },
      tell: (news) => this.#hearNews(news),
    });
    this.#speakers.set(userId, speaker);
    return speaker;
  }

  #wanted(speaker: string, detected: LanguageCode | undefined): Wanted {
    const { parts, request, chosen, lease } = this.#options;
    const people = parts.peopleIn(request.guildId, lease.state.channelId);
    return wantedOf({ speaker, people, chosen, settings: request.settings, detected });
  }

  #voiceOf({ request, parts, lease, signal, tell }: PipelineOptions): OrderOfSpeech | undefined {
    const { clock, log, settings, voiceName } = parts;
    const { spoken } = request.settings;
    if (spoken === 'off') return undefined;
    const names = new SpokenNames(
      voiceName && ((userId, language) => voiceName(userId, language, request, signal)),
      signal,
      log,
    );
    return new OrderOfSpeech({
      mouth: lease.mouth,
      now: () => clock.now(),
      overPeople: spoken === 'over-people',
      catchUpMs: settings.catchUpMs,
      pauseMs: settings.pauseMs,
      names,
      onChange: () => {
        tell({ is: 'changed' });
        this.#ticker.wake();
      },
    });
  }

  #hearGate(event: EchoGateEvent): void {
    if (event.is === 'heard') this.#speakerOf(event.frame.userId).hearFrame(event.frame, event.nowMs);
    else this.#options.tell(event);
  }

  #hearNews(news: SpeakerNews): void {
    if (news.is === 'turn') this.#turn(news.userId, news.began);
    else if (news.is === 'own-voice') this.#gate.noteMistake(news.userId, this.#now);
    else this.#options.tell(news);
    if (news.is === 'changed') this.#wake();
  }

  #turn(userId: string, began: boolean): void {
    const { tell } = this.#options;
    if (began) this.#speaker = userId;
    else if (this.#speaker === userId)
      this.#speaker = [...this.#speakers].find(([id, { talking }]) => talking && id !== userId)?.[0];
    tell({ is: 'active' });
    tell({ is: 'changed' });
    this.#wake();
  }

  #wake(): void {
    this.#ticker.wake();
    if (!this.#reviewing) void this.#review();
  }

  #tick(nowMs: number): boolean {
    const speakers = this.#all;
    try {
      this.#listen(nowMs);
      for (const speaker of speakers) speaker.tick(nowMs);
      const isTalking = speakers.some(({ talking }) => talking);
      this.#voice?.tick(isTalking ? 'speak' : this.#gate.wonders ? 'maybe' : 'silent');
      this.#options.tell({ is: 'changed' });
    } catch (error) {
      this.#options.parts.log.error({ err: error }, 'a step of an interpreter failed');
    }
    return this.#gate.busy || this.#voice?.busy === true || speakers.some(({ busy }) => busy);
  }

  /** Before the speakers' turn: what the bot just said may come back from them. */
  #listen(nowMs: number): void {
    const audible = this.#voice?.audible;
    this.#gate.setAudible(audible !== undefined, nowMs);
    this.#gate.tick(nowMs);
    this.#guard.followVoice(audible, nowMs);
  }

  /** Each second, as long as any session is open: people who left, silences, and what never comes. */
  async #review(): Promise<void> {
    const { parts, request, lease, signal, tell } = this.#options;
    this.#reviewing = true;
    while (!signal.aborted && this.#live.some(({ busy }) => busy)) {
      await parts.clock.sleep(reviewEveryMs, signal).catch(() => undefined);
      for (const [userId, speaker] of this.#speakers) {
        const isHere = parts.rooms.whereIs(request.guildId, userId)?.channelId === lease.state.channelId;
        if (!isHere && !speaker.busy) speaker.finish();
        speaker.review(this.#now);
      }
      this.#slots.review();
      tell({ is: 'changed' });
    }
    this.#reviewing = false;
  }
}
