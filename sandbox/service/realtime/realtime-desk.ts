import type { Oddities } from '../../oddities.ts';
import { RateLimit } from '../rate-limit.ts';
import type { Sayer } from '../recognition/sayer.ts';
import { ToldSpeech } from '../recognition/told-speech.ts';
import type { VoicedSounds } from '../recognition/voiced-sounds.ts';
import { RealtimeFaults } from './faults.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';
import type { SessionRecord } from './session-record.ts';
import { type RealtimeSettings, usualRealtime } from './settings.ts';

export interface DeskParts {
  readonly sayer: Sayer;
  readonly voiced: VoicedSounds;
  readonly modelNames: Readonly<Record<string, string>>;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly oddities: Oddities;
  readonly settings?: Partial<RealtimeSettings>;
}

/** Rejects when it's aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** What all sessions of the stand-in share. */
export class RealtimeDesk {
  readonly sayer: Sayer;
  readonly voiced: VoicedSounds;
  readonly told: ToldSpeech;
  readonly modelNames: Readonly<Record<string, string>>;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly oddities: Oddities;
  readonly faults: RealtimeFaults;
  readonly connects: RateLimit;
  readonly translationConnects: RateLimit;
  readonly records: SessionRecord[] = [];
  settings: RealtimeSettings;
  scenario: Scenario = [];

  constructor(parts: DeskParts) {
    this.sayer = parts.sayer;
    this.voiced = parts.voiced;
    this.told = new ToldSpeech(parts);
    this.modelNames = parts.modelNames;
    this.now = parts.now;
    this.sleep = parts.sleep;
    this.faults = new RealtimeFaults(parts.sleep);
    this.oddities = parts.oddities;
    this.settings = { ...usualRealtime, ...parts.settings };
    this.connects = new RateLimit(parts.now, () => this.settings.connectsPerMinute, 60_000);
    this.translationConnects = new RateLimit(
      parts.now,
      () => this.settings.translationConnectsPerMinute,
      60_000,
    );
  }

  /** @throws {z.ZodError} */
  play(scenario: unknown): void {
    this.scenario = scenarioSchema.parse(scenario);
  }
}
