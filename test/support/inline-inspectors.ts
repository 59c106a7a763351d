import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import type { InspectorProcess } from '../../src/media/inspection/inspector.ts';
import { Inspectors } from '../../src/media/inspection/inspectors.ts';
import type { InspectionJob } from '../../src/media/inspection/reading.ts';
import { read } from '../../src/media/inspection/reading.ts';
import { systemClock } from '../../src/operations/clock.ts';

/** Reads files in the process of the test: the readers are the real ones, nothing is started. */
class InlineProcess extends EventEmitter implements InspectorProcess {
  #killed = false;

  constructor() {
    super();
    queueMicrotask(() => this.emit('message', { is: 'ready' }));
  }

  send(job: InspectionJob): void {
    void read(job).then((reading) => this.emit('message', { is: 'read', reading }));
  }

  /** As a process: it ends once, however often it is killed. */
  kill(): boolean {
    if (!this.#killed) queueMicrotask(() => this.emit('exit'));
    this.#killed = true;
    return true;
  }
}

export const silentLog = pino({ level: 'silent' });

/** For tests of what becomes of what was read. */
export const inlineInspectors = inlineDecoders();

/** The same for tests that close them. */
export function inlineDecoders(): Inspectors {
  return new Inspectors({
    clock: systemClock,
    log: silentLog,
    spawn: () => new InlineProcess(),
    limitMs: 60_000,
    idleMs: 0,
  });
}

/** Whether there is a process of that id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
