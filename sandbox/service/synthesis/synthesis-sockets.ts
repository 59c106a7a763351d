import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { ServiceRefusal } from '../refusal.ts';
import { refuseUpgrade } from '../upgrades.ts';
import { Connection } from './connection.ts';
import type { DrawnFault } from './faults.ts';
import type { SynthesisDesk } from './synthesis-desk.ts';

/** Field notes 1. */
export const synthesisPath = '/api-ws/v1/inference';

const largestMessageBytes = 1024 * 1024;

/** The WebSocket side of document 2 A. */
export class SynthesisSockets {
  readonly #desk: SynthesisDesk;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  readonly #connections = new Set<Connection>();
  #opened = 0;

  constructor(desk: SynthesisDesk) {
    this.#desk = desk;
  }

  get counts(): { readonly open: number; readonly opened: number } {
    return { open: this.#connections.size, opened: this.#opened };
  }

  /** The caller has shown a valid key. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const drawn = this.#desk.faults.draw('connection');
    if (drawn) this.#misbehave(drawn, request, socket, head);
    else this.#accept(request, socket, head);
  }

  dropAll(): void {
    for (const connection of this.#connections) connection.drop();
  }

  closeAll(code: number, reason: string): void {
    for (const connection of this.#connections) connection.close(code, reason);
  }

  close(): void {
    this.dropAll();
    this.#server.close();
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => {
      this.#opened += 1;
      const connection = new Connection(this.#opened, client, this.#desk);
      this.#connections.add(connection);
      client.on('close', () => this.#connections.delete(connection));
    });
  }

  #misbehave(
    { fault, released, strike }: DrawnFault,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): void {
    const { effect } = fault;
    strike();
    if (effect.kind === 'answer') {
      refuseUpgrade(socket, new ServiceRefusal(effect.status, effect.code, effect.message), randomUUID());
    } else if (effect.kind === 'stall') {
      const goOn = () => {
        if (!socket.destroyed) this.#accept(request, socket, head);
      };
      if (effect.ms === undefined) released.then(goOn);
      else setTimeout(goOn, effect.ms).unref();
    } else if (effect.kind === 'close') {
      this.#server.handleUpgrade(request, socket, head, (client) => client.close(effect.code, effect.reason));
    } else {
      socket.destroy();
    }
  }
}
