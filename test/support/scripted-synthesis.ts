import type { SynthesisRequest } from '../../src/service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../../src/service/synthesis/voice-list.ts';
import { type HeardConnection, ScriptedSocket } from './scripted-socket.ts';

interface Command {
  readonly header: { readonly action: string; readonly task_id: string; readonly streaming: string };
  readonly payload: {
    readonly model?: string;
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly input: { readonly text?: string };
  };
}

/** A task that somebody began, and what the server can do about it. */
export class HeardTask {
  readonly connection: HeardConnection;
  readonly run: Command;
  readonly commands: Command[];
  /** In every event; the task's own unless a test says otherwise. */
  readonly id: string;

  constructor(connection: HeardConnection, run: Command) {
    this.connection = connection;
    this.run = run;
    this.commands = [run];
    this.id = run.header.task_id;
  }

  get texts(): string[] {
    return this.commands.flatMap(({ payload }) => payload.input.text ?? []);
  }

  get actions(): string[] {
    return this.commands.map(({ header }) => header.action);
  }

  get parameters(): Readonly<Record<string, unknown>> {
    return this.run.payload.parameters ?? {};
  }

  event(event: string, payload: unknown = {}, header: object = {}): void {
    this.connection.json({ header: { event, task_id: this.id, attributes: {}, ...header }, payload });
  }

  started(): void {
    this.event('task-started');
  }

  /** The words of a sentence so far, as `[text, begin_index, begin_time, end_time]`. */
  words(index: number, ...words: readonly (readonly [string, number, number, number])[]): void {
    this.event('result-generated', {
      output: {
        type: 'sentence-synthesis',
        sentence: {
          index,
          words: words.map(([text, begin_index, begin_time, end_time]) => ({
            text,
            begin_index,
            end_index: begin_index + text.length,
            begin_time,
            end_time,
          })),
        },
      },
    });
  }

  sentenceEnd(characters: number): void {
    this.event('result-generated', {
      output: { type: 'sentence-end', sentence: { index: 0, words: [] } },
      usage: { characters },
    });
  }

  audio(bytes: string | Uint8Array): void {
    this.connection.socket.send(Buffer.from(bytes));
  }

  finished(characters: number | null = null, requestId = 'req-1'): void {
    this.event(
      'task-finished',
      { output: {}, usage: { characters } },
      { attributes: { request_uuid: requestId } },
    );
  }

  failed(code: string, message: string): void {
    this.event('task-failed', {}, { error_code: code, error_message: message });
  }
}

/** What the server does at each command of a task. */
export interface Play {
  run?(task: HeardTask): void;
  text?(task: HeardTask, text: string): void;
  finish?(task: HeardTask): void;
}

const silent = () => undefined;

/** Answers as it should; the audio of a text is the text. */
export const goodPlay: Required<Play> = {
  run: (task) => task.started(),
  text: (task, text) => task.audio(text),
  finish: (task) => task.finished(),
};

/** Hears everything and answers nothing. */
export const mutePlay: Required<Play> = { run: silent, text: silent, finish: silent };

/** A synthesis server that plays what a test tells it, over real sockets. */
export class ScriptedSynthesis implements AsyncDisposable {
  readonly tasks: HeardTask[] = [];
  readonly socket: ScriptedSocket;
  readonly #plays: Play[] = [];

  private constructor(socket: ScriptedSocket) {
    this.socket = socket;
    socket.onConnection = (connection) => this.#listen(connection);
  }

  static async start(): Promise<ScriptedSynthesis> {
    return new ScriptedSynthesis(await ScriptedSocket.start());
  }

  /** The next tasks are played so, what is left out as it should be; those after them all well. */
  next(...plays: readonly Play[]): this {
    this.#plays.push(...plays);
    return this;
  }

  /** The only task there was. */
  get task(): HeardTask {
    const [task, ...more] = this.tasks;
    if (!task || more.length > 0) throw new Error(`there were ${this.tasks.length} tasks`);
    return task;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.socket[Symbol.asyncDispose]();
  }

  #listen(connection: HeardConnection): void {
    let task: HeardTask | undefined;
    let play: Required<Play> = goodPlay;
    connection.socket.on('message', (data) => {
      const command: Command = JSON.parse(String(data));
      if (command.header.action === 'run-task') {
        task = new HeardTask(connection, command);
        play = { ...goodPlay, ...this.#plays.shift() };
        this.tasks.push(task);
        play.run(task);
        return;
      }
      task?.commands.push(command);
      if (task && command.header.action === 'continue-task')
        play.text(task, command.payload.input.text ?? '');
      if (task && command.header.action === 'finish-task') play.finish(task);
    });
  }
}

export function voiceListing(changes: Partial<VoiceListing> = {}): VoiceListing {
  return {
    name: 'harbor',
    kind: 'system',
    models: ['tts-v3-flash', 'tts-v3-plus', 'tts-v2'],
    languages: [],
    wordTimestamps: false,
    instructions: [],
    ...changes,
  };
}

export function synthesisRequest(changes: Partial<SynthesisRequest> = {}): SynthesisRequest {
  return { model: 'tts-v3-flash', voice: voiceListing(), format: 'mp3', ...changes };
}
