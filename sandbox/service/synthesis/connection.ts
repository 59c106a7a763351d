import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { ServiceRefusal } from '../refusal.ts';
import { type Command, claimedTaskId, type RunTask, readCommand } from './commands.ts';
import { failedEvent } from './events.ts';
import { FaultStrike } from './fault-strike.ts';
import { fittingVoice } from './fit.ts';
import { findSynthesisModel, type SynthesisModelFacts } from './models.ts';
import type { SynthesisDesk } from './synthesis-desk.ts';
import { Task } from './task.ts';
import { invalid, TaskFailure } from './task-failure.ts';
import { TaskOutlet } from './task-outlet.ts';
import { TaskRecord } from './task-record.ts';

/** `dead`: a task failed here; whatever comes is not answered any more (field notes 2). */
type State =
  | { readonly is: 'idle' }
  | { readonly is: 'busy'; readonly task: Task; readonly record: TaskRecord }
  | { readonly is: 'dead' };

/** One socket: its tasks one after another, in the order of the document. */
export class Connection {
  readonly number: number;
  readonly #socket: WebSocket;
  readonly #desk: SynthesisDesk;
  #state: State = { is: 'idle' };
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(number: number, socket: WebSocket, desk: SynthesisDesk) {
    this.number = number;
    this.#socket = socket;
    this.#desk = desk;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#closed());
    this.#armIdleTimer();
  }

  drop(): void {
    this.#socket.terminate();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#state.is === 'dead') return;
    const message = isBinary ? undefined : parsed(data);
    try {
      if (isBinary) throw invalid('A binary message came; commands are JSON texts.');
      if (message === undefined) throw invalid('The message is not valid JSON.');
      if (this.#state.is === 'busy') this.#state.record.came(message);
      this.#obey(
        readCommand(message, (field) => this.#desk.oddities.note(`speech: ${field}`)),
        message,
      );
    } catch (error) {
      this.#refuse(error, claimedTaskId(message));
    }
  }

  #obey(command: Command, message: unknown): void {
    if (isRun(command)) {
      this.#run(command, message);
      return;
    }
    if (this.#state.is !== 'busy') {
      throw invalid(`${command.header.action} came without a run-task.`);
    }
    const { task } = this.#state;
    if (command.header.task_id !== task.id) {
      throw invalid('header.task_id must be the same in all commands of a task.');
    }
    if ('text' in command.payload.input) task.addText(command.payload.input.text);
    else task.finish();
  }

  #run(command: RunTask, message: unknown): void {
    if (this.#state.is === 'busy') this.#leave(this.#state.task);
    const { payload, header } = command;
    const model = findSynthesisModel(payload.model, this.#desk.modelNames);
    if (!model) throw new TaskFailure('ModelNotFound', `Model not found (${payload.model})!`);
    const voice = fittingVoice(model, payload.parameters, this.#desk.voices);
    this.#admit(model, header.task_id);
    const { engine } = this.#desk;
    const record = new TaskRecord(
      {
        id: header.task_id,
        connection: this.number,
        model: model.name,
        voice: voice.name,
        parameters: payload.parameters,
      },
      engine.rateHz(payload.parameters),
      this.#desk.now,
    );
    record.came(message);
    this.#desk.add(record);
    const outlet = new TaskOutlet(this.#socket, record);
    const strike = new FaultStrike(header.task_id, this.#desk.faults.draw('task'), outlet);
    const { settings } = this.#desk;
    const requestId = randomUUID();
    const task = new Task({ command, requestId, voice, engine, settings, record, outlet, strike });
    this.#state = { is: 'busy', task, record };
    clearTimeout(this.#idleTimer);
    task.run().then((end) => this.#over(task, end));
  }

  #admit(model: SynthesisModelFacts, taskId: string): void {
    if (this.#desk.find(taskId)) throw invalid('header.task_id was used before.');
    try {
      this.#desk.admit(model.name);
    } catch (error) {
      if (error instanceof ServiceRefusal) throw new TaskFailure(error.code, error.message);
      throw error;
    }
  }

  #over(task: Task, end: 'finished' | 'failed' | 'dropped'): void {
    if (this.#state.is !== 'busy' || this.#state.task !== task) return;
    this.#state = end === 'finished' ? { is: 'idle' } : { is: 'dead' };
    this.#armIdleTimer();
  }

  /** A new `run-task` on a busy socket: the service drops the old one (field notes 2). */
  #leave(task: Task): void {
    task.drop();
    this.#state = { is: 'idle' };
  }

  #refuse(error: unknown, taskId: string | undefined): void {
    const failure =
      error instanceof TaskFailure
        ? error
        : new TaskFailure('InternalError', 'An internal error has occurred.');
    if (this.#state.is === 'busy') {
      this.#state.task.fail(failure);
      return;
    }
    const message = failedEvent(taskId ?? '', failure.code, failure.message);
    this.#desk.refused.push({ code: failure.code, message: failure.message });
    this.#socket.send(JSON.stringify(message));
    this.#state = { is: 'dead' };
  }

  #armIdleTimer(): void {
    clearTimeout(this.#idleTimer);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#idleTimer = setTimeout(() => this.close(1000, ''), this.#desk.settings.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #closed(): void {
    clearTimeout(this.#idleTimer);
    if (this.#state.is === 'busy') this.#state.task.drop();
    this.#state = { is: 'dead' };
  }
}

function isRun(command: Command): command is RunTask {
  return command.header.action === 'run-task';
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
