/** How fast speech is made (field notes 2: first audio after 200–800 ms, real-time factor 0.1–0.5). */
export interface SynthesisPace {
  /** From a task's first sentence to its first sound, drawn from this span for each task. */
  readonly firstAudioLeastMs: number;
  readonly firstAudioMostMs: number;
  /** Seconds that a second of sound takes. */
  readonly realTimeFactor: number;
}

/** Where the timed words are told: with the sound they begin in, with the end of their sentence, or twice. */
export type WordsIn = 'both' | 'synthesis' | 'end';

export interface SynthesisSettings {
  readonly pace: SynthesisPace;
  /** From `run-task` to `task-started`. */
  readonly startMs: number;
  /** Of one model (field notes 2). */
  readonly tasksPerSecond: number;
  /** Longest time between two messages of a task (document 2, "Limits"). */
  readonly textTimeoutMs: number;
  /** After so long without a task a socket is closed (field notes 2). */
  readonly idleTimeoutMs: number;
  /** A `finish-task` later than this after the last text leaves an unfinished sentence unspoken (field notes 2). */
  readonly finishWithinMs: number;
  /** Of one Opus packet: 2.5, 5, 10, 20, 40 or 60. */
  readonly packetMs: number;
  /** The largest binary frame; the stream is cut there, whatever stands there. */
  readonly frameBytes: number;
  readonly wordsIn: WordsIn;
}

export type SynthesisSettingChanges = Partial<Omit<SynthesisSettings, 'pace'>> & {
  readonly pace?: Partial<SynthesisPace>;
};

/** How the stand-in starts; `speaker` stays. */
export interface SynthesisOptions extends SynthesisSettingChanges {
  /** Default: `espeak-ng` when the machine has it. */
  readonly speaker?: 'espeak-ng' | 'built-in';
}

const defaults: SynthesisSettings = {
  pace: { firstAudioLeastMs: 200, firstAudioMostMs: 800, realTimeFactor: 0.3 },
  startMs: 30,
  tasksPerSecond: 3,
  textTimeoutMs: 23_000,
  idleTimeoutMs: 60_000,
  finishWithinMs: 2_000,
  packetMs: 20,
  frameBytes: 4_096,
  wordsIn: 'both',
};

/** As fast as it can be made, and no limit on tasks: for tests. */
export const fastSynthesis: SynthesisSettingChanges = {
  pace: { firstAudioLeastMs: 0, firstAudioMostMs: 0, realTimeFactor: 0 },
  startMs: 0,
  tasksPerSecond: 1_000_000,
};

export function changedSynthesis(
  { pace, ...changes }: SynthesisSettingChanges,
  settings: SynthesisSettings = defaults,
): SynthesisSettings {
  return { ...settings, ...changes, pace: { ...settings.pace, ...pace } };
}
