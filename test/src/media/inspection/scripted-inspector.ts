import { EventEmitter } from 'node:events';
import type { InspectorProcess } from '../../../../src/media/inspection/inspector.ts';
import type { InspectionJob } from '../../../../src/media/inspection/reading.ts';

/** A process that reads files when its test says so. */
export class ScriptedInspector extends EventEmitter implements InspectorProcess {
  /** Paths of the files it was given. */
  readonly given: string[] = [];
  killed = false;

  send(job: InspectionJob): void {
    this.given.push(job.path);
  }

  kill(): void {
    if (this.killed) return;
    this.killed = true;
    queueMicrotask(() => this.emit('exit', null));
  }

  ready(): void {
    this.emit('message', { is: 'ready' });
  }

  answer(reading: unknown): void {
    this.emit('message', { is: 'read', reading });
  }

  /** Anything at all. */
  say(message: unknown): void {
    this.emit('message', message);
  }

  die(): void {
    this.emit('exit', 134);
  }
}
