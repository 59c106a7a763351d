import type { Oddities } from '../../oddities.ts';
import { RateLimit } from '../rate-limit.ts';
import type { Engine } from './engine.ts';
import { SynthesisFaults } from './faults.ts';
import { changedSynthesis, type SynthesisSettingChanges, type SynthesisSettings } from './settings.ts';
import type { TaskRecord } from './task-record.ts';
import { readVoices, type SandboxVoice } from './voices.ts';

/** So many tasks are remembered; the oldest are forgotten. */
const kept = 500;

/** What all connections of the stand-in share. */
export class SynthesisDesk {
  readonly engine: Engine;
  readonly voices: readonly SandboxVoice[] = readVoices();
  readonly faults = new SynthesisFaults();
  readonly modelNames: Readonly<Record<string, string>>;
  readonly now: () => number;
  readonly oddities: Oddities;
  /** What was refused before it became a task. */
  readonly refused: { readonly code: string; readonly message: string }[] = [];
  readonly #records = new Map<string, TaskRecord>();
  readonly #rates = new Map<string, RateLimit>();
  #settings: SynthesisSettings;

  constructor(
    engine: Engine,
    settings: SynthesisSettings,
    modelNames: Readonly<Record<string, string>>,
    now: () => number,
    oddities: Oddities,
  ) {
    this.engine = engine;
    this.#settings = settings;
    this.modelNames = modelNames;
    this.now = now;
    this.oddities = oddities;
  }

  get settings(): SynthesisSettings {
    return this.#settings;
  }

  /** For the tasks that start from now on. */
  change(changes: SynthesisSettingChanges): void {
    this.#settings = changedSynthesis(changes, this.#settings);
  }

  /** @throws {ServiceRefusal} when the model has had its tasks of this second */
  admit(model: string): void {
    let rate = this.#rates.get(model);
    if (!rate) {
      rate = new RateLimit(this.now, () => this.#settings.tasksPerSecond);
      this.#rates.set(model, rate);
    }
    rate.admit();
  }

  add(record: TaskRecord): void {
    this.#records.set(record.facts.id, record);
    const [oldest] = this.#records.keys();
    if (this.#records.size > kept && oldest !== undefined) this.#records.delete(oldest);
  }

  find(taskId: string): TaskRecord | undefined {
    return this.#records.get(taskId);
  }

  get records(): readonly TaskRecord[] {
    return [...this.#records.values()];
  }
}
