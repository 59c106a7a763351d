import { EchoGuard } from '../../src/call/hearing/echo.ts';
import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { LearntPauses } from '../../src/call/hearing/turn.ts';
import { Uplink } from '../../src/call/hearing/uplink.ts';
import { VoiceDetectors } from '../../src/call/hearing/voice-detector.ts';
import { Listening, type ListeningEvent } from '../../src/conversation/hearing/listening.ts';
import { usualInterruption } from '../../src/conversation/settings/interruption.ts';
import { InterruptedAnswer, OverlapJudge } from '../../src/conversation/turns/barge-in.ts';
import type { HeardFrame } from '../../src/voice/ears/types.ts';

/** What someone who listens makes of a call, 20 ms at a time. */
export interface Player {
  readonly duckedAtMs: number | undefined;
  /** It's silent for the first time, for a moment or for good. */
  readonly silentAtMs: number | undefined;
  readonly stoppedAtMs: number | undefined;
  /** It took the stop back. */
  readonly wentOnAtMs: number | undefined;
  readonly botIsHeard: boolean;
  readonly turnsEndedAtMs: readonly number[];
  /** Silence that it takes for an end, at that moment. */
  readonly pauseMs: number;
  botPlays(samples: Int16Array): void;
  hear(frame: HeardFrame, nowMs: number): void;
  /** @param text what a recogniser would make of what they say */
  tick(nowMs: number, text: string): void;
}

/** A transcript comes so long after the turn's end. */
const recognisedAfterMs = 600;

class Emcee implements Player {
  duckedAtMs: number | undefined;
  silentAtMs: number | undefined;
  #isPaused = false;
  stoppedAtMs: number | undefined;
  wentOnAtMs: number | undefined;
  readonly turnsEndedAtMs: number[] = [];
  readonly #detectors = new VoiceDetectors();
  readonly #pauses = new LearntPauses(usualEndpointing);
  readonly #guard = new EchoGuard(usualEcho);
  readonly #uplink: Uplink;
  readonly #listening: Listening;
  readonly #interrupted = new InterruptedAnswer(usualInterruption, (decision) => {
    if (decision === 'drop') {
      this.silentAtMs ??= this.#nowMs;
      this.stoppedAtMs ??= this.#nowMs;
      return;
    }
    this.wentOnAtMs ??= this.#nowMs;
    this.#listening.setBotSpeaks(true, this.#nowMs);
  });
  #nowMs = 0;

  constructor(botSpeaks: boolean) {
    this.#uplink = new Uplink({
      settings: usualEndpointing,
      pauses: this.#pauses,
      sink: { append: () => undefined, endTurn: () => undefined },
      tell: ({ is }) => {
        if (is === 'ended') this.turnsEndedAtMs.push(this.#nowMs);
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
    this.#listening.setBotSpeaks(botSpeaks, 0);
  }

  get pauseMs(): number {
    return this.#pauses.of('ann');
  }

  #hearOf(event: ListeningEvent): void {
    if (event.is === 'duck') this.duckedAtMs ??= this.#nowMs;
    else if (event.is === 'carry-on') this.#isPaused = false;
    else if (event.is === 'spoke') this.#interrupted.spoke(20);
    else if (event.is === 'pause' || event.is === 'yield') {
      this.silentAtMs ??= this.#nowMs;
      this.#isPaused = event.is === 'pause';
    }
    if (event.is === 'yield') this.stoppedAtMs ??= this.#nowMs;
    if (event.is === 'ask' || event.is === 'yield') this.#interrupted.interrupted(this.#nowMs);
  }

  get botIsHeard(): boolean {
    return !this.#isPaused && (this.stoppedAtMs === undefined || this.wentOnAtMs !== undefined);
  }

  botPlays(samples: Int16Array): void {
    this.#guard.played(samples);
  }

  hear(frame: HeardFrame, nowMs: number): void {
    this.#nowMs = nowMs;
    this.#listening.hearFrame(this.#detectors.judgeFrame(frame), nowMs);
  }

  tick(nowMs: number, text: string): void {
    this.#nowMs = nowMs;
    this.#listening.tick(nowMs);
    const endedAtMs = this.turnsEndedAtMs.at(-1);
    if (endedAtMs !== undefined && nowMs - endedAtMs >= recognisedAfterMs)
      this.#interrupted.understood(text, true);
    this.#interrupted.tick(nowMs, this.#uplink.speaker !== undefined);
  }
}

const fixedPauseMs = 800;
const speechThatStopsMs = 200;

/** What such bots usually do: any speech stops the bot, and 800 ms of silence end a turn. */
class UsualRecipe implements Player {
  readonly duckedAtMs = undefined;
  readonly wentOnAtMs = undefined;
  readonly pauseMs = fixedPauseMs;
  stoppedAtMs: number | undefined;
  readonly turnsEndedAtMs: number[] = [];
  readonly #detectors = new VoiceDetectors();
  readonly #botSpeaks: boolean;
  #speechMs = 0;
  #voicedAtMs: number | undefined;

  constructor(botSpeaks: boolean) {
    this.#botSpeaks = botSpeaks;
  }

  get silentAtMs(): number | undefined {
    return this.stoppedAtMs;
  }

  get botIsHeard(): boolean {
    return this.stoppedAtMs === undefined;
  }

  botPlays(): void {}

  hear(frame: HeardFrame, nowMs: number): void {
    if (!this.#detectors.judgeFrame(frame).speech) return;
    this.#voicedAtMs = nowMs;
    this.#speechMs += 20;
    if (this.#botSpeaks && this.#speechMs >= speechThatStopsMs) this.stoppedAtMs ??= nowMs;
  }

  tick(nowMs: number): void {
    if (this.#voicedAtMs === undefined || nowMs - this.#voicedAtMs < fixedPauseMs) return;
    this.#voicedAtMs = undefined;
    this.#speechMs = 0;
    this.turnsEndedAtMs.push(nowMs);
  }
}

export const players: Readonly<Record<string, (botSpeaks: boolean) => Player>> = {
  emcee: (botSpeaks) => new Emcee(botSpeaks),
  recipe: (botSpeaks) => new UsualRecipe(botSpeaks),
};
