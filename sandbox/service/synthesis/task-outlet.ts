import type { WebSocket } from 'ws';
import type { TaskRecord } from './task-record.ts';

/** Where a task's messages go: to its socket, as long as the socket is the task's. */
export class TaskOutlet {
  readonly #socket: WebSocket;
  readonly #record: TaskRecord;
  #closed = false;
  #loose = false;

  constructor(socket: WebSocket, record: TaskRecord) {
    this.#socket = socket;
    this.#record = record;
  }

  get closed(): boolean {
    return this.#closed || this.#socket.readyState !== this.#socket.OPEN;
  }

  /** From now on numbers go out as texts. */
  loosen(): void {
    this.#loose = true;
  }

  send(message: unknown): void {
    if (this.closed) return;
    this.#record.sent(message);
    this.#socket.send(JSON.stringify(message, this.#loose ? textForNumber : undefined));
  }

  /** Text that is no message. */
  sendText(text: string): void {
    if (this.closed) return;
    this.#record.sent(text);
    this.#socket.send(text);
  }

  sendAudio(bytes: Uint8Array): void {
    if (this.closed) return;
    this.#record.sentAudio(bytes.length);
    this.#socket.send(bytes);
  }

  /** Nothing is sent from here any more. */
  close(): void {
    this.#closed = true;
  }

  closeSocket(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#closed = true;
  }

  dropSocket(): void {
    this.#socket.terminate();
    this.#closed = true;
  }
}

function textForNumber(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}
