import { KeptVoice } from '../../call/speaking/kept-voice.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { Mouth } from '../../voice/mouth/types.ts';
import type { SpokenTranslations } from '../lines/session-lines.ts';
import type { SpokenNames } from './spoken-names.ts';

export interface OrderOfSpeechOptions {
  readonly mouth: Mouth;
  readonly now: () => number;
  /** Whether it may be said while people speak. */
  readonly overPeople: boolean;
  /** How long a translation waits for an earlier one, and how late it may be if there's a newer one. */
  readonly catchUpMs: number;
  readonly pauseMs: number;
  /** Said before their words, in the same language, if they're voiced by then. */
  readonly names: Pick<SpokenNames, 'of' | 'prepare'>;
  readonly onChange: () => void;
}

const fadeMs = 60;
/** How much quieter it gets when someone may be speaking up, or speaks where that's allowed. */
const duckedDb = -18;
const overPeopleDb = -9;
const duckMs = 60;
const mostWaiting = 40;
/** A translation whose sound stops coming holds up the others for at most this long. */
const stuckMs = 3_000;

/** A translation that will be said out loud. */
interface Spoken {
  readonly id: string;
  readonly userId: string;
  readonly to: LanguageCode;
  /** When the original began, in epoch milliseconds. */
  readonly at: number;
  readonly voice: KeptVoice;
  /** Sound that came before its turn. */
  readonly sound: Uint8Array[];
  /** When its first sound came. */
  readyAt: number | undefined;
  addedAt: number;
  ended: boolean;
}

/**
 * One mouth for everyone's translations, one after the other. When the speaker changes, their name comes first. In each
 * language they keep the order in which people began to speak, and a later one waits a limited time for an earlier one.
 * What's too late is skipped if there's something newer in its language.
 */
export class OrderOfSpeech implements SpokenTranslations {
  readonly #options: OrderOfSpeechOptions;
  readonly #waiting: WaitingSpeech;
  #current: Spoken | undefined;
  #lastSpeaker: string | undefined;
  #catchingUp = false;
  #quietSince: number | undefined = 0;
  #ducked = false;

  constructor(options: OrderOfSpeechOptions) {
    this.#options = options;
    this.#waiting = new WaitingSpeech(options);
  }

  /** Needs its 20 ms ticks. */
  get busy(): boolean {
    return this.#current !== undefined || this.#waiting.anyReady;
  }

  /** Older translations were skipped, and it hasn't caught up yet. */
  get catchingUp(): boolean {
    return this.#catchingUp;
  }

  /** What people hear right now. */
  get audible(): KeptVoice | undefined {
    return this.#current?.voice.audible ? this.#current.voice : undefined;
  }

  begin({ id, userId, to, at }: Parameters<SpokenTranslations['begin']>[0]): void {
    const { mouth, names, onChange } = this.#options;
    const voice = new KeptVoice(mouth, id, () => {
      this.#proceed();
      onChange();
    });
    this.#waiting.add({
      ...{ id, userId, to, at, voice, sound: [] },
      readyAt: undefined,
      addedAt: at,
      ended: false,
    });
    names.prepare(userId, to);
    const { oldest } = this.#waiting;
    if (oldest && this.#waiting.length > mostWaiting) this.#leaveOut(oldest);
  }

  add(id: string, pcm: Uint8Array): void {
    const spoken = this.#find(id);
    if (!spoken) return;
    spoken.addedAt = this.#options.now();
    if (spoken === this.#current) spoken.voice.add(pcm);
    else spoken.sound.push(pcm);
    if (spoken.readyAt !== undefined) return;
    spoken.readyAt = spoken.addedAt;
    this.#proceed();
    this.#options.onChange();
  }

  end(id: string): void {
    const spoken = this.#find(id);
    if (!spoken) return;
    spoken.ended = true;
    if (spoken === this.#current) spoken.voice.finish();
    else if (spoken.readyAt === undefined) this.drop(id);
  }

  drop(id: string): void {
    this.#waiting.remove(id);
    if (this.#current?.id === id) this.#current.voice.drop(fadeMs);
  }

  /** Nothing of that person is said any more. */
  dropOf(userId: string): void {
    this.#waiting.removeOf(userId);
    if (this.#current?.userId === userId) this.#current.voice.drop(fadeMs);
  }

  /**
   * Called every 20 ms.
   * @param people `maybe`: someone may be speaking, or it's the bot's own echo
   */
  tick(people: 'silent' | 'maybe' | 'speak'): void {
    if (people === 'speak') this.#quietSince = undefined;
    else this.#quietSince ??= this.#options.now();
    if (this.#current) this.#follow(this.#current, people);
    this.#proceed();
  }

  /** Starts or continues whatever is next, if nothing is in the way. */
  #proceed(): void {
    const { now, overPeople, pauseMs } = this.#options;
    if (this.#current?.voice.state === 'over') this.#current = undefined;
    const pause = this.#quietSince !== undefined && now() - this.#quietSince >= pauseMs;
    if (!overPeople && !pause) return;
    if (!this.#current) this.#begin();
    else if (this.#current.voice.state === 'interrupted') this.#goOn(this.#current);
  }

  #follow({ voice, addedAt }: Spoken, people: 'silent' | 'maybe' | 'speak'): void {
    const { overPeople, now } = this.#options;
    if (voice.playedMs >= voice.totalMs && now() - addedAt > stuckMs) voice.finish();
    if (people === 'speak' && !overPeople) {
      voice.interrupt(fadeMs);
      this.#ducked = false;
    } else if (people !== 'silent') {
      if (!this.#ducked) voice.duck(overPeople ? overPeopleDb : duckedDb, duckMs);
      this.#ducked = true;
    } else if (this.#ducked) {
      voice.unduck();
      this.#ducked = false;
    }
  }

  /** Continues where it stopped, unless something newer has become more important. */
  #goOn(current: Spoken): void {
    if (this.#waiting.isStale(current)) {
      this.#catchingUp = true;
      current.voice.drop(0);
    } else current.voice.play();
  }

  #begin(): void {
    for (const spoken of this.#waiting.stale) this.#leaveOut(spoken);
    const { next } = this.#waiting;
    if (!next) return;
    const { now, catchUpMs, names } = this.#options;
    this.#waiting.remove(next.id);
    if (now() - (next.readyAt ?? 0) < catchUpMs) this.#catchingUp = false;
    const name = next.userId === this.#lastSpeaker ? undefined : names.of(next.userId, next.to);
    if (name) next.voice.add(name);
    for (const pcm of next.sound.splice(0)) next.voice.add(pcm);
    if (next.ended) next.voice.finish();
    this.#lastSpeaker = next.userId;
    this.#current = next;
    this.#ducked = false;
    next.voice.play();
  }

  #leaveOut(spoken: Spoken): void {
    this.#waiting.remove(spoken.id);
    this.#catchingUp = true;
  }

  #find(id: string): Spoken | undefined {
    return this.#current?.id === id ? this.#current : this.#waiting.find(id);
  }
}

/** Translations waiting to be said, in the order their originals began. */
class WaitingSpeech {
  readonly #options: Pick<OrderOfSpeechOptions, 'now' | 'catchUpMs'>;
  #line: readonly Spoken[] = [];

  constructor(options: Pick<OrderOfSpeechOptions, 'now' | 'catchUpMs'>) {
    this.#options = options;
  }

  get length(): number {
    return this.#line.length;
  }

  get oldest(): Spoken | undefined {
    return this.#line[0];
  }

  /** At least one has sound. */
  get anyReady(): boolean {
    return this.#line.some(({ readyAt }) => readyAt !== undefined);
  }

  /** The first one with sound, unless an earlier one in its language may still come in time. */
  get next(): Spoken | undefined {
    const { now, catchUpMs } = this.#options;
    const awaited = new Set<LanguageCode>();
    for (const spoken of this.#line) {
      const { readyAt, to } = spoken;
      if (readyAt === undefined) awaited.add(to);
      else if (!awaited.has(to) || now() - readyAt >= catchUpMs) return spoken;
    }
    return undefined;
  }

  /** The ones that are too late. */
  get stale(): readonly Spoken[] {
    return this.#line.filter((spoken) => this.isStale(spoken));
  }

  /** It's late, and something newer in its language is ready. */
  isStale({ readyAt, to, at }: Spoken): boolean {
    const { now, catchUpMs } = this.#options;
    if (readyAt === undefined || now() - readyAt <= catchUpMs) return false;
    return this.#line.some((each) => each.to === to && each.at > at && each.readyAt !== undefined);
  }

  add(spoken: Spoken): void {
    const later = this.#line.findIndex(({ at }) => at > spoken.at);
    this.#line = this.#line.toSpliced(later < 0 ? this.#line.length : later, 0, spoken);
  }

  find(id: string): Spoken | undefined {
    return this.#line.find((each) => each.id === id);
  }

  remove(id: string): void {
    this.#line = this.#line.filter((each) => each.id !== id);
  }

  removeOf(userId: string): void {
    this.#line = this.#line.filter((each) => each.userId !== userId);
  }
}
