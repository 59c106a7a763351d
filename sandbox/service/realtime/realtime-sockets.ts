import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { ServiceRefusal } from '../refusal.ts';
import { refuseUpgrade } from '../upgrades.ts';
import { Connection } from './connection.ts';
import { findRealtimeModel, type RealtimeModel } from './models.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { SessionRecord } from './session-record.ts';
import type { SessionSocket } from './session-socket.ts';
import { translationModelName } from './translation/translation-config.ts';
import { TranslationConnection } from './translation/translation-connection.ts';

/** Field notes 1. */
export const realtimePath = '/api-ws/v1/realtime';

const largestMessageBytes = 4 * 1024 * 1024;
const keptRecords = 200;

/** The WebSocket side of document 2 B and C, which share a path. */
export class RealtimeSockets {
  readonly #desk: RealtimeDesk;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  readonly #lines = new Set<SessionSocket>();
  readonly #conversations = new Set<Connection>();
  #opened = 0;

  constructor(desk: RealtimeDesk) {
    this.#desk = desk;
  }

  get counts(): { readonly open: number; readonly opened: number } {
    return { open: this.#lines.size, opened: this.#opened };
  }

  /** The caller has shown a valid key. A model that does not exist is told by the close (field notes 1). @throws {ServiceRefusal} */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { searchParams } = new URL(request.url ?? '/', 'ws://host');
    const name = searchParams.get('model') ?? '';
    const model = findRealtimeModel(name, this.#desk.modelNames);
    const translates = name === (this.#desk.modelNames[translationModelName] ?? translationModelName);
    if (!model && !translates) {
      const reason = `Model not found (${name.slice(0, 30)})!`;
      this.#server.handleUpgrade(request, socket, head, (client) => client.close(1007, reason));
      return;
    }
    (translates ? this.#desk.translationConnects : this.#desk.connects).admit();
    const effect = this.#desk.faults.draw('connect');
    if (effect?.kind === 'answer')
      refuseUpgrade(socket, new ServiceRefusal(effect.status, effect.code, effect.message), randomUUID());
    else if (effect?.kind === 'drop') socket.destroy();
    else if (effect?.kind === 'close')
      this.#server.handleUpgrade(request, socket, head, (client) => client.close(effect.code, effect.reason));
    else if (effect?.kind === 'stall')
      void this.#desk.faults.stalled(effect.ms).then(() => {
        if (!socket.destroyed) this.#accept(model, request, socket, head);
      });
    else if (effect?.kind !== 'omit') this.#accept(model, request, socket, head);
  }

  dropAll(): void {
    for (const line of this.#lines) line.drop();
  }

  closeAll(code: number, reason: string): void {
    for (const line of this.#lines) line.close(code, reason);
  }

  speakUnasked(): void {
    for (const conversation of this.#conversations) conversation.speakUnasked();
  }

  close(): void {
    this.dropAll();
    this.#server.close();
  }

  #accept(model: RealtimeModel | undefined, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => {
      this.#opened += 1;
      const record = new SessionRecord(this.#opened, model?.name ?? translationModelName, this.#desk);
      this.#desk.records.push(record);
      if (this.#desk.records.length > keptRecords) this.#desk.records.shift();
      const connection = model
        ? new Connection(client, this.#desk, model, record)
        : new TranslationConnection(client, this.#desk, record);
      const { line } = connection;
      this.#lines.add(line);
      if (connection instanceof Connection) this.#conversations.add(connection);
      client.on('close', () => {
        this.#lines.delete(line);
        if (connection instanceof Connection) this.#conversations.delete(connection);
      });
    });
  }
}
