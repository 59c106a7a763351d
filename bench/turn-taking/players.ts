import { EchoGuard } from '../../src/call/hearing/echo.ts';
import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { LearntPauses } from '../../src/call/hearing/pause.ts';
import { Uplink } from '../../src/call/hearing/uplink.ts';
import { VoiceActivity } from '../../src/call/hearing/voice-activity.ts';
import { Listening } from '../../src/conversation/hearing/listening.ts';
import { Speakers } from '../../src/conversation/hearing/speakers.ts';
import { usualInterruption } from '../../src/conversation/settings/interruption.ts';
import { OverlapJudge } from '../../src/conversation/turns/overlap.ts';
import type { HeardFrame } from '../../src/voice/ears/types.ts';

/** What somebody who listens makes of a call, 20 ms at a time. */
export interface Player {
  readonly duckedAtMs: number | undefined;
  readonly stoppedAtMs: number | undefined;
  readonly turnsEndedAtMs: readonly number[];
  /** Silence that it takes for an end, at that moment. */
  readonly pauseMs: number;
  botPlays(samples: Int16Array): void;
  hear(frame: HeardFrame, nowMs: number): void;
  tick(nowMs: number): void;
}

class Emcee implements Player {
  duckedAtMs: number | undefined;
  stoppedAtMs: number | undefined;
  readonly turnsEndedAtMs: number[] = [];
  readonly #pauses = new LearntPauses(usualEndpointing);
  readonly #guard = new EchoGuard(usualEcho);
  readonly #listening: Listening;
  #nowMs = 0;

  constructor(botSpeaks: boolean) {
    this.#listening = new Listening({
      uplink: new Uplink({
        settings: usualEndpointing,
        pauses: this.#pauses,
        sink: { append: () => undefined, endTurn: () => undefined },
        onTurn: ({ is }) => {
          if (is === 'ended') this.turnsEndedAtMs.push(this.#nowMs);
        },
      }),
      speakers: new Speakers(),
      guard: this.#guard,
      judge: new OverlapJudge(usualInterruption),
      mayInterrupt: () => true,
      onDuck: () => {
        this.duckedAtMs ??= this.#nowMs;
      },
      onCarryOn: () => undefined,
      onYield: () => {
        this.stoppedAtMs ??= this.#nowMs;
      },
      onEcho: () => undefined,
      onSpoke: () => undefined,
    });
    this.#listening.setBotSpeaks(botSpeaks, 0);
  }

  get pauseMs(): number {
    return this.#pauses.of('ann');
  }

  botPlays(samples: Int16Array): void {
    this.#guard.played(samples);
  }

  hear(frame: HeardFrame, nowMs: number): void {
    this.#nowMs = nowMs;
    this.#listening.hear(frame, nowMs);
  }

  tick(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#listening.tick(nowMs);
  }
}

const fixedPauseMs = 800;
const speechThatStopsMs = 200;

/** What such bots usually do: any speech stops the bot, and 800 ms of silence end a turn. */
class UsualRecipe implements Player {
  readonly duckedAtMs = undefined;
  readonly pauseMs = fixedPauseMs;
  stoppedAtMs: number | undefined;
  readonly turnsEndedAtMs: number[] = [];
  readonly #activity = new Map<string, VoiceActivity>();
  readonly #botSpeaks: boolean;
  #speechMs = 0;
  #voicedAtMs: number | undefined;

  constructor(botSpeaks: boolean) {
    this.#botSpeaks = botSpeaks;
  }

  botPlays(): void {}

  hear({ userId, samples }: HeardFrame, nowMs: number): void {
    const activity = this.#activity.get(userId) ?? new VoiceActivity();
    this.#activity.set(userId, activity);
    if (!activity.isSpeech(samples)) return;
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
