import { BoundedMap } from '../../operations/bounded-map.ts';
import { outputRateHz } from '../../service/realtime/audio.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';
import { EchoPath } from './echo-path.ts';
import type { EchoSettings } from './echo-settings.ts';
import { Envelope, pointMs } from './envelope.ts';
import { Likeness, type Match } from './likeness.ts';

/** How much the delay from the bot to a microphone may vary: 60 ms, also from one pause to the next. */
const lagTolerance = 60 / pointMs;
const mostPaths = 3;
/** Less sound is like another one more easily: for each 10 ms that are missing in what's compared. */
const shorter = 0.007;
/** Of the last 100 ms, how many frames have to be louder than the echo. */
const fewestLouder = 2;
const lastFrames = 0b11111;

const stepMs = 20;
/** How many steps of a pause matter: as long as what was played is remembered. */
const mostSteps = 100;
/** How many steps late playback may be before it counts as a pause. */
const toleratedSteps = 5;
const silence = new Int16Array((outputRateHz / 1_000) * stepMs);

/** An echo comes back at once, but answers often repeat what the bot said. */
const usualWordsLateMs = 300;

/** What the bot says, as far as it was sent. */
interface PlayedVoice {
  readonly id: string;
  /** 24 kHz; undefined if it wasn't played. */
  played(startMs: number, durationMs: number): Int16Array | undefined;
}

/**
 * `suspect`: it looks like an echo, but this person never had that one. Other people's words look like that once in
 * twenty times, but hardly twice in a row.
 */
export type EchoVerdict = 'echo' | 'suspect' | 'other';

interface Person {
  readonly envelope: Envelope;
  /** How the bot comes back from them, the last one first. */
  paths: readonly EchoPath[];
  suspected: Match | undefined;
  /** A bit for each of the last frames that was louder than the echo. */
  louder: number;
}

/**
 * Tells a member who speaks from one whose microphone picks up the bot, by comparing ten bands of their audio with what
 * was played in the last two seconds. It works across codecs and loudness, and needs no reference clock.
 */
export class EchoGuard {
  /** The same by what was said, once it's understood. */
  readonly words: OwnWords;
  readonly #settings: EchoSettings;
  readonly #played: Envelope;
  readonly #window: number;
  readonly #people = new Map<string, Person>();
  #voice: PlayedVoice | undefined;
  /** How much of the voice is known. */
  #followedMs = 0;
  #followedAtMs: number | undefined;
  /** Time that passed without being known. */
  #owedSteps = 0;

  /** @param wordsLateMs how late its words may come back, and the service may notice that a person began */
  constructor(settings: EchoSettings, wordsLateMs = usualWordsLateMs) {
    this.#settings = settings;
    this.words = new OwnWords(settings.wordShare, wordsLateMs);
    this.#window = settings.windowMs / pointMs;
    this.#played = new Envelope(settings.memoryMs / pointMs, outputRateHz, settings.roomsMs);
  }

  /** 20 ms that were played, or silence: time passes either way. */
  played(samples: Int16Array): void {
    this.#played.add(samples);
  }

  /** Called every 20 ms, or late after several of them, while it's needed: learns what's really being played, including silence. */
  followVoice(voice: PlayedVoice | undefined, nowMs: number): void {
    this.#owedSteps += (nowMs - (this.#followedAtMs ?? nowMs)) / stepMs;
    this.#followedAtMs = nowMs;
    if (voice) this.words.noteHeard(voice.id, nowMs);
    if (voice !== this.#voice) {
      this.#voice = voice;
      this.#followedMs = 0;
      this.#pause();
    }
    for (let sent = this.#nextOfVoice(); sent; sent = this.#nextOfVoice()) {
      this.played(sent);
      this.#owedSteps = Math.max(0, this.#owedSteps - 1);
    }
    if (!voice || this.#owedSteps > toleratedSteps) this.#pause();
  }

  /** 20 ms of a speaker, as the ears deliver it. */
  heard(userId: string, samples: Int16Array): void {
    this.#personOf(userId).envelope.add(samples);
  }

  /**
   * Whether their recent audio is the bot itself: then its delay is the same as before. Takes a millisecond, so only ask
   * when something depends on it.
   */
  judge(userId: string): EchoVerdict {
    const person = this.#people.get(userId);
    const { enabled, suspicion, threshold, knownThreshold } = this.#settings;
    if (!enabled || !person) return 'other';
    const likeness = new Likeness(person.envelope, this.#window);
    for (const path of person.paths) {
      const match = likeness.best(this.#played, around(path.match.lag));
      if (match && match.likeness >= knownThreshold) return 'echo';
    }
    const { suspected } = person;
    const match = likeness.best(this.#played, { from: 0, to: this.#played.length });
    person.suspected = undefined;
    if (!match || match.likeness < suspicion + (this.#window - match.points) * shorter) return 'other';
    const isSame = suspected !== undefined && Math.abs(suspected.lag - match.lag) <= lagTolerance;
    if (isSame && Math.max(suspected.likeness, match.likeness) >= threshold) {
      const path = new EchoPath(match, person.envelope, this.#played, this.#window);
      person.paths = [path, ...person.paths].slice(0, mostPaths);
      return 'echo';
    }
    person.suspected = match;
    return isSame ? 'other' : 'suspect';
  }

  /** The bot has come back from them before. */
  echoes(userId: string): boolean {
    return (this.#people.get(userId)?.paths.length ?? 0) > 0;
  }

  /** Whether there's more in their last 20 ms than the bot's echo, as it came back so far. Asked once for each of them. */
  isLouderThanEcho(userId: string): boolean {
    const person = this.#people.get(userId);
    if (!person || person.paths.length === 0) return true;
    const isLouder = person.paths.every((path) => path.isExceededBy(person.envelope, this.#played));
    person.louder = ((person.louder << 1) | (isLouder ? 1 : 0)) & lastFrames;
    return countOf(person.louder) >= fewestLouder;
  }

  forget(userId: string): void {
    this.#people.delete(userId);
  }

  #nextOfVoice(): Int16Array | undefined {
    const samples = this.#voice?.played(this.#followedMs, stepMs);
    if (samples) this.#followedMs += stepMs;
    return samples;
  }

  #pause(): void {
    const steps = Math.min(mostSteps, Math.floor(this.#owedSteps));
    for (let step = 0; step < steps; step += 1) this.played(silence);
    this.#owedSteps -= Math.floor(this.#owedSteps);
  }

  #personOf(userId: string): Person {
    const known = this.#people.get(userId);
    if (known) return known;
    const envelope = new Envelope(this.#window, heardRateHz);
    const person = { envelope, paths: [], suspected: undefined, louder: 0 };
    this.#people.set(userId, person);
    return person;
  }
}

function around(lag: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(0, lag - lagTolerance), to: lag + lagTolerance };
}

function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left >>= 1) count += left & 1;
  return count;
}

const mostKept = 60;

/** What the bot says, and when people heard it: a transcript that's made of it is nobody's. */
export class OwnWords {
  readonly #share: number;
  readonly #afterMs: number;
  readonly #texts = new BoundedMap<string, string>(mostKept);
  readonly #heard = new BoundedMap<string, { readonly sinceMs: number; readonly untilMs: number }>(mostKept);

  /**
   * @param share of a transcript's words that the bot said just then
   * @param afterMs how late its words may come back, and the service may notice that a person began. People who repeat
   *   them on purpose begin later than that
   */
  constructor(share: number, afterMs: number) {
    this.#share = share;
    this.#afterMs = afterMs;
  }

  /** The words of something that it says, as far as they're known. */
  noteWords(id: string, text: string): void {
    this.#texts.set(id, text);
  }

  /** People are hearing it right now. */
  noteHeard(id: string, nowMs: number): void {
    const sinceMs = this.#heard.get(id)?.sinceMs ?? nowMs;
    this.#heard.set(id, { sinceMs, untilMs: nowMs });
  }

  /**
   * @param beganMs when a person began to say this, as far as the service knows
   * @param endedMs when they were heard last; what the bot began to say later can't be in it. Default: not known
   */
  covers(transcript: string, beganMs: number, endedMs = Number.POSITIVE_INFINITY): boolean {
    const said = [...this.#heard]
      .filter(([, { sinceMs, untilMs }]) => untilMs >= beganMs - this.#afterMs && sinceMs <= endedMs)
      .map(([id]) => this.#texts.get(id) ?? '');
    return said.length > 0 && isCovered(transcript, said.join(' '), this.#share);
  }
}

const letters = /[\p{L}\p{M}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether the bot has just said all of these words, which means that the recogniser heard the bot. */
export function isCovered(transcript: string, said: string, share: number): boolean {
  const words = wordsOf(transcript);
  if (words.length < 2) return false;
  const own = new Set(wordsOf(said));
  return words.filter((word) => own.has(word)).length / words.length >= share;
}

/** Without spaces, every pair of adjacent letters. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(letters) ?? [];
  return words.flatMap((word) => {
    if (!unspaced.test(word)) return [word];
    const characters = [...word];
    return characters.length === 1
      ? characters
      : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
  });
}
