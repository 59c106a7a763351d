import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { fastRealtime, type RealtimeSettings } from '../../../service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../service/server.ts';
import { eventually } from '../../support/eventually.ts';

export type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** A client that sends what it is told, written from the document; it shares nothing with the bot's. */
export class RealtimeCaller {
  readonly events: Event[] = [];
  /** Texts that are no JSON. */
  readonly unreadable: string[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#hear(String(data)));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  send(type: string, fields: object = {}): void {
    this.#socket.send(JSON.stringify({ event_id: `e${Math.random()}`, type, ...fields }));
  }

  raw(text: string): void {
    this.#socket.send(text);
  }

  append(samples: Int16Array): void {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    this.send('input_audio_buffer.append', { audio: bytes.toString('base64') });
  }

  /** In pieces of 100 ms. */
  speak(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += 1_600) this.append(samples.subarray(at, at + 1_600));
  }

  silence(ms: number): void {
    this.append(new Int16Array(ms * 16));
  }

  async seen(type: string, count = 1): Promise<Event> {
    await eventually(() => this.of(type).length >= count, `${count} × ${type}`);
    const event = this.of(type)[count - 1];
    if (!event) throw new Error('unreachable');
    return event;
  }

  of(type: string): readonly Event[] {
    return this.events.filter((event) => event.type === type);
  }

  get types(): readonly string[] {
    return this.events.map(({ type }) => type);
  }

  /** The session of the last event that has one. */
  async update(session: object): Promise<Readonly<Record<string, unknown>>> {
    const before = this.of('session.updated').length;
    this.send('session.update', { session });
    const event = await this.seen('session.updated', before + 1);
    return event.session as Record<string, unknown>;
  }

  /** What the service says to a broken event. */
  async refused(send: () => void): Promise<Readonly<Record<string, unknown>>> {
    const before = this.of('error').length;
    send();
    const event = await this.seen('error', before + 1);
    return event.error as Record<string, unknown>;
  }

  async untilClosed(): Promise<{ readonly code: number; readonly reason: string }> {
    await eventually(() => this.closed !== undefined, 'the end of the connection');
    if (!this.closed) throw new Error('unreachable');
    return this.closed;
  }

  /** Everything that was on its way has come once this is true. */
  async untilStalled(reached: () => boolean): Promise<void> {
    await eventually(reached, 'the fault');
    await this.roundTrip();
  }

  /** What was sent before has arrived, and what was answered at once is here. */
  async roundTrip(): Promise<void> {
    const answered = new Promise((resolve) => this.#socket.once('pong', resolve));
    this.#socket.ping();
    await answered;
  }

  close(): void {
    this.#socket.terminate();
  }

  #hear(text: string): void {
    try {
      this.events.push(JSON.parse(text));
    } catch {
      this.unreadable.push(text);
    }
  }
}

export async function openRealtimeSandbox(settings: Partial<RealtimeSettings> = {}): Promise<ServiceSandbox> {
  return await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    realtime: { ...fastRealtime, ...settings },
  });
}

/** Connects with the right key; closed when the test ends. */
export async function connectRealtime(
  sandbox: ServiceSandbox,
  model = 'xq3.5-omni-realtime',
): Promise<RealtimeCaller> {
  const url = `${sandbox.baseUrl.replace('http', 'ws')}/api-ws/v1/realtime?model=${model}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${sandbox.apiKey}` } });
  const caller = new RealtimeCaller(socket);
  onTestFinished(() => caller.close());
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return caller;
}
