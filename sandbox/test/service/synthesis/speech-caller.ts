import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { fastSynthesis, type ServiceSandbox, type SynthesisOptions } from '../../../service/server.ts';
import { openService } from '../service-caller.ts';

/** Wire JSON, read loosely. */
export interface SpeechEvent {
  readonly header: {
    readonly event: string;
    readonly task_id: string;
    readonly error_code?: string;
    readonly error_message?: string;
    readonly attributes?: Record<string, unknown>;
  };
  readonly payload: {
    readonly output?: {
      readonly type?: string;
      readonly original_text?: string;
      readonly sentence?: { readonly index?: number; readonly words: readonly Record<string, unknown>[] };
    };
    readonly usage?: { readonly characters: number | null };
  };
}

export type Parameters = Record<string, unknown>;

const patienceMs = 60_000;
const neutral = { text_type: 'PlainText', voice: 'harbor', format: 'pcm' };

/** One socket of a client that knows only the document, and everything that came out of it. */
export class SpeechCaller {
  /** Events and sounds in the order of the wire. */
  readonly messages: (SpeechEvent | Buffer | string)[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  readonly socket: WebSocket;
  #wake = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary) => this.#came(isBinary ? data : readEvent(data)));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#wake.resolve();
    });
    socket.on('error', () => undefined);
  }

  get events(): readonly SpeechEvent[] {
    return this.messages.filter(isEvent);
  }

  get names(): readonly string[] {
    return this.events.map(({ header, payload }) => payload.output?.type ?? header.event);
  }

  get audio(): Buffer {
    return Buffer.concat(this.messages.filter((message) => Buffer.isBuffer(message)));
  }

  send(action: string, taskId: string, payload: unknown): void {
    this.socket.send(JSON.stringify({ header: { action, task_id: taskId, streaming: 'duplex' }, payload }));
  }

  run(parameters: Parameters = {}, model = 'tts-v3-flash', taskId: string = randomUUID()): string {
    this.send('run-task', taskId, {
      task_group: 'audio',
      task: 'tts',
      function: 'SpeechSynthesizer',
      model,
      input: {},
      parameters: { ...neutral, ...parameters },
    });
    return taskId;
  }

  text(taskId: string, text: string): void {
    this.send('continue-task', taskId, { input: { text } });
  }

  finish(taskId: string): void {
    this.send('finish-task', taskId, { input: {} });
  }

  async started(parameters: Parameters = {}, model = 'tts-v3-flash'): Promise<string> {
    const taskId = this.run(parameters, model);
    await this.event('task-started', taskId);
    return taskId;
  }

  /** A whole task; resolves with its id when it has ended well. */
  async say(text: string, parameters: Parameters = {}, model = 'tts-v3-flash'): Promise<string> {
    const taskId = await this.started(parameters, model);
    this.text(taskId, text);
    this.finish(taskId);
    await this.event('task-finished', taskId);
    return taskId;
  }

  /** The first event of that name (or sentence type), of that task if given. Rejects when it does not come. */
  async event(name: string, taskId?: string): Promise<SpeechEvent> {
    return this.until(() =>
      this.events.find(
        ({ header, payload }) =>
          (header.event === name || payload.output?.type === name) &&
          (taskId ?? header.task_id) === header.task_id,
      ),
    );
  }

  /** Code and message of the `task-failed` that comes next. */
  async failure(): Promise<readonly [code: string | undefined, message: string | undefined]> {
    const { header } = await this.event('task-failed');
    return [header.error_code, header.error_message];
  }

  /** Waits until something is there; looks again at each message and at the end. */
  async until<Found>(find: () => Found | undefined): Promise<Found> {
    const deadline = AbortSignal.timeout(patienceMs);
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (deadline.aborted) throw new Error(`it does not come; there is ${this.names.join(', ')}`);
      await Promise.race([
        this.#wake.promise,
        new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true })),
      ]);
    }
  }

  #came(message: SpeechEvent | Buffer | string): void {
    this.messages.push(message);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

function isEvent(message: SpeechEvent | Buffer | string): message is SpeechEvent {
  return typeof message !== 'string' && !Buffer.isBuffer(message);
}

function readEvent(data: Buffer): SpeechEvent | string {
  try {
    return JSON.parse(data.toString());
  } catch {
    return data.toString();
  }
}

/** A stand-in that speaks as fast as it can; closed when the test ends. */
export async function openSpeech(synthesis: SynthesisOptions = {}): Promise<ServiceSandbox> {
  const { sandbox } = await openService({
    now: Date.now,
    synthesis: {
      speaker: 'built-in',
      ...fastSynthesis,
      ...synthesis,
      pace: { ...fastSynthesis.pace, ...synthesis.pace },
    },
  });
  return sandbox;
}

export function speechUrl({ baseUrl }: ServiceSandbox): string {
  return `${baseUrl.replace('http', 'ws')}/api-ws/v1/inference`;
}

/** Connects with the right key; closed when the test ends. */
export async function connectSpeech(sandbox: ServiceSandbox): Promise<SpeechCaller> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const socket = new WebSocket(speechUrl(sandbox), { headers });
  onTestFinished(() => socket.terminate());
  const caller = new SpeechCaller(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return caller;
}

/** How an upgrade is refused. */
export async function refusedUpgrade(
  url: string,
  headers: Record<string, string>,
): Promise<{ readonly status: number | undefined; readonly body: Record<string, unknown> }> {
  const socket = new WebSocket(url, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('not refused')));
    socket.once('error', () => undefined);
    socket.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
      );
    });
  });
}
