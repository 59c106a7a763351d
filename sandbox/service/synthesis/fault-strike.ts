import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { event, finishedEvent, sentenceEvent } from './events.ts';
import type { DrawnFault, FaultPoint, SynthesisEffect } from './faults.ts';
import { TaskFailure } from './task-failure.ts';
import type { TaskOutlet } from './task-outlet.ts';

/** The fault of one task, if it drew one: the task says which point it has reached. */
export class FaultStrike {
  framesSent = 0;
  readonly #taskId: string;
  readonly #drawn: DrawnFault | undefined;
  readonly #outlet: TaskOutlet;
  #struck = false;

  constructor(taskId: string, drawn: DrawnFault | undefined, outlet: TaskOutlet) {
    this.#taskId = taskId;
    this.#drawn = drawn;
    this.#outlet = outlet;
    if (drawn?.fault.effect.kind === 'loose-types') outlet.loosen();
  }

  /** Are results without words and usage? */
  get bare(): boolean {
    return this.#drawn?.fault.effect.kind === 'bare-results';
  }

  /** What the task's events say of a bill; undefined: nothing. */
  billed(characters: number): number | undefined {
    const effect = this.#drawn?.fault.effect;
    if (effect?.kind === 'billed') return effect.characters;
    return this.bare ? undefined : characters;
  }

  /** Does no sound come of it? */
  get soundless(): boolean {
    return this.#drawn?.fault.effect.kind === 'no-sound';
  }

  /** Was the connection taken from the task? */
  get silent(): boolean {
    return this.#outlet.closed;
  }

  /** Strikes if this is the point. Rejects with what ends the task. */
  async reach(point: FaultPoint, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const drawn = this.#drawn;
    if (!drawn || this.#struck || drawn.fault.at !== point) return;
    if (point === 'audio' && this.framesSent < (drawn.fault.afterFrames ?? 1)) return;
    this.#struck = true;
    drawn.strike();
    await this.#perform(drawn.fault.effect, drawn.released, signal);
  }

  async #perform(effect: SynthesisEffect, released: Promise<void>, signal: AbortSignal): Promise<void> {
    const outlet = this.#outlet;
    switch (effect.kind) {
      case 'stall':
        return stall(effect.ms, released, signal);
      case 'drop':
        outlet.dropSocket();
        throw new Error('dropped');
      case 'close':
        outlet.closeSocket(effect.code, effect.reason ?? '');
        throw new Error('closed');
      case 'fail':
        throw new TaskFailure(effect.code, effect.message, { nameless: effect.nameless ?? false });
      case 'garbled':
        return outlet.sendText('{"header": {"task_id": "');
      case 'binary':
        return outlet.sendAudio(noise(effect.bytes));
      case 'unknown-event':
        return outlet.send(event(this.#taskId, 'task-annotated', { note: { level: 3 } }));
      case 'foreign-event':
        return outlet.send(finishedEvent(randomUUID(), randomUUID(), 99));
      case 'repeated-events':
        outlet.send(sentenceEvent(this.#taskId, 'sentence-synthesis', { index: 0, text: '' }, []));
        outlet.sendAudio(noise(400));
        outlet.send(finishedEvent(this.#taskId, randomUUID(), 1));
        return;
      case 'answer':
      case 'bare-results':
      case 'billed':
      case 'no-sound':
      case 'loose-types':
        return;
    }
  }
}

async function stall(ms: number | undefined, released: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const over = ms === undefined ? [] : [sleep(ms, undefined, { ref: false })];
    await Promise.race([released, aborted.promise, ...over]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function noise(bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => (at * 167 + 13) % 256);
}
