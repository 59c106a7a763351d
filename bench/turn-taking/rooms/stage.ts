import { EchoGuard } from '../../../src/call/hearing/echo.ts';
import { EchoGate } from '../../../src/call/hearing/echo-gate.ts';
import { usualEcho } from '../../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../../src/call/hearing/endpointing.ts';
import type { SpeechFrame } from '../../../src/call/hearing/speech-frame.ts';
import { LearntPauses } from '../../../src/call/hearing/turn.ts';
import { Uplink } from '../../../src/call/hearing/uplink.ts';
import { VoiceDetectors } from '../../../src/call/hearing/voice-detector.ts';
import { Listening, type ListeningEvent } from '../../../src/conversation/hearing/listening.ts';
import { usualInterruption } from '../../../src/conversation/settings/interruption.ts';
import { InterruptedAnswer, OverlapJudge } from '../../../src/conversation/turns/barge-in.ts';

/** Someone in the call, with what their microphone sends from the beginning of the scene. */
export interface Person {
  readonly id: string;
  readonly sound: Int16Array;
  /** What a recogniser would understand, and when it's said. */
  readonly says?: readonly { readonly text: string; readonly fromMs: number; readonly toMs: number }[];
  /** How their speakers come back into their microphone. */
  readonly echo?: { readonly decibels: number; readonly lateMs: number; readonly t60Ms: number };
}

export interface Scene {
  readonly people: readonly Person[];
  /** 24 kHz; it begins with the scene. */
  readonly bot?: Int16Array;
  readonly durationMs: number;
}

export interface Turn {
  userId: string;
  readonly beganMs: number;
  endedMs: number | undefined;
}

/** What came of a scene. */
export interface Outcome {
  readonly turns: Turn[];
  /** Milliseconds of each person's frames that were passed on while they were their own or not. */
  readonly passedMs: Map<string, number>;
  /** For how long it was quieter, in milliseconds. */
  duckedForMs: number;
  stoppedMs: number | undefined;
  resumedMs: number | undefined;
  /** When it was silent for the first time, for a moment or for good; and for how long it only paused. */
  silentMs: number | undefined;
  pausedForMs: number;
  droppedMs: number | undefined;
  /** Audio that the service got. */
  appendedMs: number;
}

const recognisedAfterMs = 600;
/** What's said while they go on. */
const partlyAfterMs = 700;
const committedAfterMs = 150;
const frameMs = 20;
const fadeGain = 0.125;
const silence24 = new Int16Array(480);

/** A person's packets: nothing comes while their microphone is silent, after five frames of silence. */
function frameAt({ sound }: Person, nowMs: number): 'none' | 'silence' | Int16Array {
  const isSilent = (ms: number) =>
    sound.subarray(Math.max(0, ms * 16), (ms + frameMs) * 16).every((each) => each === 0);
  if (nowMs * 16 < sound.length && !isSilent(nowMs)) {
    const samples = new Int16Array(320);
    samples.set(sound.subarray(nowMs * 16, nowMs * 16 + 320));
    return samples;
  }
  for (let back = 1; back <= 5; back += 1)
    if (nowMs >= back * frameMs && !isSilent(nowMs - back * frameMs)) return 'silence';
  return 'none';
}

/** What people's speakers give back of what was played. */
class Speakerphone {
  readonly #taps: readonly (readonly [number, number])[];
  readonly #late: number;
  readonly #gain: number;

  constructor({ decibels, lateMs, t60Ms }: NonNullable<Person['echo']>) {
    let seed = 11;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    this.#late = Math.round(lateMs * 16);
    this.#gain = 10 ** (decibels / 20);
    const count = t60Ms === 0 ? 0 : 160;
    this.#taps = Array.from({ length: count }, () => {
      const tapMs = 2 + random() * t60Ms;
      return [Math.round(tapMs * 16), (random() * 2 - 1) * 0.35 * 10 ** ((-3 * tapMs) / t60Ms)] as const;
    });
  }

  add(into: Int16Array, played: Int16Array, at: number): void {
    for (let index = 0; index < into.length; index += 1) {
      const from = at + index - this.#late;
      if (from < 0) continue;
      let sum = played[from] ?? 0;
      for (const [late, gain] of this.#taps) if (from >= late) sum += (played[from - late] ?? 0) * gain;
      into[index] = Math.max(-32_768, Math.min(32_767, (into[index] ?? 0) + Math.round(sum * this.#gain)));
    }
  }
}

/** Plays a scene to a conversation, or to an interpreter who speaks. */
export function playScene(scene: Scene, how: 'converse' | 'interpret' = 'converse'): Outcome {
  const outcome: Outcome = {
    turns: [],
    passedMs: new Map(),
    duckedForMs: 0,
    stoppedMs: undefined,
    resumedMs: undefined,
    silentMs: undefined,
    pausedForMs: 0,
    droppedMs: undefined,
    appendedMs: 0,
  };
  const listener = how === 'converse' ? new Conversing(scene, outcome) : new Interpreting(outcome);
  const rooms = scene.people.map(({ echo }) => echo && new Speakerphone(echo));
  const played = new Int16Array((scene.durationMs + frameMs) * 16);
  const detectors = new VoiceDetectors();
  let botAt = 0;
  for (let nowMs = 0; nowMs < scene.durationMs; nowMs += frameMs) {
    const heardMs = nowMs + frameMs;
    const { gain } = listener;
    const { bot } = scene;
    let frame = silence24;
    if (bot && gain > 0 && botAt < bot.length) {
      frame = bot.slice(botAt, botAt + 480);
      botAt += 480;
    }
    const isHeard = frame !== silence24;
    const sounding = frame.map((sample) => sample * gain);
    listener.botPlays(sounding, isHeard, heardMs);
    for (let index = 0; index < 320; index += 1)
      played[nowMs * 16 + index] = sounding[Math.floor(index * 1.5)] ?? 0;
    scene.people.forEach((person, index) => {
      const given = frameAt(person, nowMs);
      const room = rooms[index];
      let samples = given instanceof Int16Array ? given : undefined;
      if (room && bot) {
        const echoed = samples ?? new Int16Array(320);
        room.add(echoed, played, nowMs * 16);
        if (samples || echoed.some((each) => Math.abs(each) > 8)) samples = echoed;
      }
      const rtpTimestamp = (index * 100_000 + nowMs * 48) | 0;
      const base = { userId: person.id, rtpTimestamp };
      if (samples) listener.hear(detectors.judgeFrame({ ...base, samples, kind: 'spoken' }), heardMs);
      else if (given === 'silence')
        listener.hear(
          detectors.judgeFrame({ ...base, samples: new Int16Array(320), kind: 'silence' }),
          heardMs,
        );
    });
    listener.tick(heardMs);
  }
  return outcome;
}

class Conversing {
  readonly #scene: Scene;
  readonly #outcome: Outcome;
  readonly #guard = new EchoGuard(usualEcho);
  readonly #uplink: Uplink;
  readonly #listening: Listening;
  readonly #interrupted: InterruptedAnswer;
  #ducks = false;
  #isPaused = false;
  #nowMs = 0;

  constructor(scene: Scene, outcome: Outcome) {
    this.#scene = scene;
    this.#outcome = outcome;
    this.#interrupted = new InterruptedAnswer(usualInterruption, (decision) => {
      if (decision === 'drop') {
        outcome.silentMs ??= this.#nowMs;
        outcome.droppedMs ??= this.#nowMs;
        return;
      }
      outcome.resumedMs = this.#nowMs;
      this.#ducks = false;
      this.#listening.setBotSpeaks(true, this.#nowMs);
    });
    this.#uplink = new Uplink({
      settings: usualEndpointing,
      pauses: new LearntPauses(usualEndpointing),
      sink: {
        append: (pcm) => {
          outcome.appendedMs += pcm.length / 32;
        },
        endTurn: () => undefined,
      },
      tell: ({ is, userId }) => {
        if (is === 'began') outcome.turns.push({ userId, beganMs: this.#nowMs, endedMs: undefined });
        const last = outcome.turns.at(-1);
        if (is === 'ended' && last) {
          last.endedMs = this.#nowMs;
          last.userId = userId;
        }
      },
    });
    this.#listening = new Listening({
      uplink: this.#uplink,
      guard: this.#guard,
      windowMs: usualEcho.windowMs,
      judge: new OverlapJudge(usualInterruption),
      mayInterrupt: () => true,
      mayAsk: () => true,
      tell: (event) => this.#hearOf(event),
    });
  }

  #hearOf(event: ListeningEvent): void {
    const outcome = this.#outcome;
    if (event.is === 'duck') this.#ducks = true;
    else if (event.is === 'carry-on') {
      this.#ducks = false;
      this.#isPaused = false;
    } else if (event.is === 'spoke') this.#interrupted.spoke(frameMs);
    else if (event.is === 'pause' || event.is === 'yield') {
      outcome.silentMs ??= this.#nowMs;
      this.#isPaused = event.is === 'pause';
    }
    if (event.is === 'yield') {
      outcome.stoppedMs ??= this.#nowMs;
      outcome.resumedMs = undefined;
    }
    if (event.is === 'ask' || event.is === 'yield') this.#interrupted.interrupted(this.#nowMs);
  }

  get gain(): number {
    const { stoppedMs, resumedMs, droppedMs } = this.#outcome;
    if (this.#isPaused || droppedMs !== undefined || (stoppedMs !== undefined && resumedMs === undefined))
      return 0;
    return this.#ducks ? fadeGain : 1;
  }

  botPlays(sounding: Int16Array, isHeard: boolean, nowMs: number): void {
    this.#nowMs = nowMs;
    this.#guard.played(sounding);
    this.#listening.setBotSpeaks(isHeard || this.#isPaused, nowMs);
  }

  hear(frame: SpeechFrame, nowMs: number): void {
    this.#listening.hearFrame(frame, nowMs);
  }

  tick(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#listening.tick(nowMs);
    if (this.#isPaused) this.#outcome.pausedForMs += frameMs;
    if (this.#ducks) this.#outcome.duckedForMs += frameMs;
    for (const turn of this.#outcome.turns) {
      if (turn.endedMs === undefined) {
        const words =
          nowMs - turn.beganMs > partlyAfterMs
            ? this.#wordsOf({ ...turn, endedMs: nowMs - partlyAfterMs })
            : '';
        if (words !== '') this.#interrupted.understood(words, false);
        continue;
      }
      if (nowMs - turn.endedMs === committedAfterMs + 10) this.#uplink.committed();
      if (nowMs - turn.endedMs !== recognisedAfterMs) continue;
      this.#interrupted.understood(this.#wordsOf(turn), true);
    }
    this.#interrupted.tick(nowMs, this.#uplink.speaker !== undefined);
  }

  #wordsOf({ beganMs, endedMs = Number.POSITIVE_INFINITY }: Turn): string {
    return this.#scene.people
      .flatMap(({ says = [] }) => says)
      .filter(({ fromMs, toMs }) => toMs > beganMs - 2_500 && fromMs < endedMs)
      .map(({ text }) => text)
      .join(' ');
  }
}

class Interpreting {
  readonly gain = 1;
  readonly #guard = new EchoGuard(usualEcho);
  readonly #uplinks = new Map<string, Uplink>();
  readonly #outcome: Outcome;
  readonly #gate: EchoGate;
  #nowMs = 0;

  constructor(outcome: Outcome) {
    this.#outcome = outcome;
    this.#gate = new EchoGate(this.#guard, usualEcho.windowMs, (event) => {
      if (event.is === 'echo') return;
      const { frame, nowMs } = event;
      const { userId } = frame;
      if (frame.speech) outcome.passedMs.set(userId, (outcome.passedMs.get(userId) ?? 0) + frameMs);
      this.#uplinkOf(userId).hear(frame, nowMs);
    });
  }

  botPlays(sounding: Int16Array, isHeard: boolean, nowMs: number): void {
    this.#nowMs = nowMs;
    this.#gate.setAudible(isHeard, nowMs);
    this.#gate.tick(nowMs);
    this.#guard.played(sounding);
  }

  hear(frame: SpeechFrame, nowMs: number): void {
    this.#gate.hearFrame(frame, nowMs);
  }

  tick(nowMs: number): void {
    this.#nowMs = nowMs;
    for (const uplink of this.#uplinks.values()) uplink.tick(nowMs);
    for (const { userId, endedMs } of this.#outcome.turns)
      if (endedMs !== undefined && nowMs - endedMs === committedAfterMs + 10)
        this.#uplinks.get(userId)?.committed();
  }

  #uplinkOf(userId: string): Uplink {
    const known = this.#uplinks.get(userId);
    if (known) return known;
    const { turns } = this.#outcome;
    const uplink = new Uplink({
      settings: usualEndpointing,
      pauses: new LearntPauses(usualEndpointing),
      sink: {
        append: (pcm) => {
          this.#outcome.appendedMs += pcm.length / 32;
        },
        endTurn: () => undefined,
      },
      tell: ({ is }) => {
        if (is === 'began') turns.push({ userId, beganMs: this.#nowMs, endedMs: undefined });
        const last = turns.findLast((turn) => turn.userId === userId);
        if (is === 'ended' && last) last.endedMs = this.#nowMs;
      },
    });
    this.#uplinks.set(userId, uplink);
    return uplink;
  }
}
