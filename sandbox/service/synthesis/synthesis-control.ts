import type { SynthesisFault, SynthesisFaultHandle } from './faults.ts';
import type { SynthesisSettingChanges, SynthesisSettings } from './settings.ts';
import type { SynthesisDesk } from './synthesis-desk.ts';
import type { SynthesisSockets } from './synthesis-sockets.ts';
import type { SynthesisTaskView, SynthesizedSound } from './task-record.ts';
import { voicesPath } from './voices.ts';

/** How a test or a person drives the speech of the stand-in. */
export class SynthesisControl {
  /** File with the voices, in the operator's format. */
  readonly voicesPath = voicesPath;
  readonly #desk: SynthesisDesk;
  readonly #sockets: SynthesisSockets;

  constructor(desk: SynthesisDesk, sockets: SynthesisSockets) {
    this.#desk = desk;
    this.#sockets = sockets;
  }

  /** `espeak-ng`, or `built-in` when the machine has none. */
  get speaker(): 'espeak-ng' | 'built-in' {
    return this.#desk.engine.speaker.name;
  }

  get settings(): SynthesisSettings {
    return this.#desk.settings;
  }

  /** For the tasks that start from now on. */
  set(changes: SynthesisSettingChanges): void {
    this.#desk.change(changes);
  }

  /** The next task (or connection) draws it. */
  arm(fault: SynthesisFault): SynthesisFaultHandle {
    return this.#desk.faults.arm(fault);
  }

  clearFaults(): void {
    this.#desk.faults.clear();
  }

  get armed(): readonly SynthesisFault[] {
    return this.#desk.faults.list();
  }

  /** Everything that became a task, oldest first. */
  get tasks(): readonly SynthesisTaskView[] {
    return this.#desk.records.map(({ view }) => view);
  }

  task(taskId: string): SynthesisTaskView | undefined {
    return this.#desk.find(taskId)?.view;
  }

  /** What was refused before it became a task, oldest first. */
  get refused(): readonly { readonly code: string; readonly message: string }[] {
    return [...this.#desk.refused];
  }

  /** What a task's sound was before it was encoded, as far as it was sent. */
  synthesized(taskId: string): SynthesizedSound | undefined {
    return this.#desk.find(taskId)?.sound;
  }

  /** Sockets that are open now, and how many there were. */
  get connections(): { readonly open: number; readonly opened: number } {
    return this.#sockets.counts;
  }

  /** Destroys every TCP connection. */
  dropAll(): void {
    this.#sockets.dropAll();
  }

  closeAll(code: number, reason = ''): void {
    this.#sockets.closeAll(code, reason);
  }
}
