import { KeptVoice } from '../../call/speaking/kept-voice.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { Mouth } from '../../voice/mouth/types.ts';
import type { SpokenTranslations } from '../lines/session-lines.ts';
import { type Spoken, WaitingSpeech } from './waiting-speech.ts';

export interface OrderOfSpeechOptions {
  readonly mouth: Mouth;
  readonly now: () => number;
  /** It may be said while people speak. */
  readonly overPeople: boolean;
  readonly catchUpMs: number;
  readonly pauseMs: number;
  /** Whose words follow, said in that language; undefined while, or where, nothing can be voiced. 24 kHz mono PCM. */
  readonly nameOf: (userId: string, language: LanguageCode) => Uint8Array | undefined;
  /** A speaker's words will be said: their name may be voiced in the meantime. */
  readonly onExpected: (userId: string, language: LanguageCode) => void;
  readonly onChange: () => void;
}

const fadeMs = 60;
/** A person may be speaking up; and, where it's allowed, speaks. */
const duckedDb = -18;
const overPeopleDb = -9;
const duckMs = 60;
const mostWaiting = 40;
/** A translation whose sound stops coming holds nobody else up for longer. */
const stuckMs = 3_000;

/**
 * One mouth for everybody's translations, one after the other, each with its speaker's name first when speakers change. Into
 * each language they come in the order in which what they translate was begun: a later one waits for an earlier one a bounded
 * time. What's too late and has something newer in its language behind it is left out.
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

  /** Time has to go by for it. */
  get busy(): boolean {
    return this.#current !== undefined || this.#waiting.anyReady;
  }

  /** Older translations were left out, and it isn't up to date yet. */
  get catchingUp(): boolean {
    return this.#catchingUp;
  }

  /** What people hear at this moment. */
  get audible(): KeptVoice | undefined {
    return this.#current?.voice.audible ? this.#current.voice : undefined;
  }

  begin({ id, userId, to, at }: Parameters<SpokenTranslations['begin']>[0]): void {
    const { mouth, onExpected, onChange } = this.#options;
    const voice = new KeptVoice({
      mouth,
      id,
      onChange: () => {
        this.#proceed();
        onChange();
      },
    });
    this.#waiting.add({
      ...{ id, userId, to, at, voice, sound: [] },
      readyAt: undefined,
      addedAt: at,
      ended: false,
    });
    onExpected(userId, to);
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
   * Every 20 ms.
   * @param people `maybe`: a person may be speaking, or it's the bot itself that comes back
   */
  tick(people: 'silent' | 'maybe' | 'speak'): void {
    if (people === 'speak') this.#quietSince = undefined;
    else this.#quietSince ??= this.#options.now();
    if (this.#current) this.#follow(this.#current, people);
    this.#proceed();
  }

  /** Whatever is next begins, or goes on, if nothing is in the way. */
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

  /** Where it was, unless something newer has become more important meanwhile. */
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
    const { now, catchUpMs, nameOf } = this.#options;
    this.#waiting.remove(next.id);
    if (now() - (next.readyAt ?? 0) < catchUpMs) this.#catchingUp = false;
    const name = next.userId === this.#lastSpeaker ? undefined : nameOf(next.userId, next.to);
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
