import { z } from 'zod';
import { pageWords } from '../words/current.ts';

/** What the voice bridge of the sandbox needs to open this person's voice connection. */
export interface BridgeHello {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly endpoint: string;
}

export interface BridgeEvents {
  readonly onReady: () => void;
  readonly onSpeaking: (userId: string, speaking: boolean) => void;
  /** What `say` sent under that id has been spoken, or was cut off. */
  readonly onSaid: (id: number) => void;
  /** One Opus packet of 20 ms. */
  readonly onPacket: (userId: string, packet: Uint8Array<ArrayBuffer>) => void;
  /** The call ended for this connection without `close`. */
  readonly onEnd: (reason: string) => void;
}

const notice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('speaking'), userId: z.string(), speaking: z.boolean() }),
  z.object({ kind: z.literal('said'), id: z.number() }),
  z.object({ kind: z.literal('closed'), code: z.number().optional(), reason: z.string() }),
  z.object({ kind: z.literal('error'), message: z.string() }),
]);

const userIdBytes = 8;
/** Sound is dropped while the socket is full: heard late, it's worth nothing. */
const backlogBytes = 64 * 1024;

/** The way to the voice server: browsers have no UDP, so the sandbox runs the voice connection of the page's person. */
export class BridgeSocket {
  readonly #socket: WebSocket;
  #closed = false;

  constructor(url: string, hello: BridgeHello, events: BridgeEvents) {
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    let reason = pageWords().voice.lost;
    socket.addEventListener('open', () => socket.send(JSON.stringify(hello)));
    socket.addEventListener('message', (event: MessageEvent) => {
      if (this.#closed) return;
      const data: unknown = event.data;
      if (data instanceof ArrayBuffer) deliver(data, events);
      if (typeof data !== 'string') return;
      const told = notice.parse(JSON.parse(data));
      if (told.kind === 'ready') events.onReady();
      else if (told.kind === 'speaking') events.onSpeaking(told.userId, told.speaking);
      else if (told.kind === 'said') events.onSaid(told.id);
      else reason = told.kind === 'closed' ? told.reason : told.message;
    });
    socket.addEventListener('close', () => {
      if (this.#closed) return;
      this.#closed = true;
      events.onEnd(reason);
    });
  }

  send(packet: Uint8Array<ArrayBuffer>): void {
    if (this.#takesMore()) this.#socket.send(packet);
  }

  /** Nothing more is coming for now. */
  pause(): void {
    if (this.#takesMore()) this.#socket.send('{"kind":"pause"}');
  }

  /** Opus packets of 20 ms in base64, spoken at their pace by the sandbox. One `say` at a time: `onSaid` ends it. */
  say(id: number, packets: readonly string[]): void {
    this.#order({ kind: 'say', id, packets });
  }

  /** Stops what is being said. */
  hush(): void {
    this.#order({ kind: 'hush' });
  }

  close(): void {
    this.#closed = true;
    this.#socket.close();
  }

  /** Orders are never dropped: the page waits for their results. */
  #order(order: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  #takesMore(): boolean {
    return this.#socket.readyState === WebSocket.OPEN && this.#socket.bufferedAmount < backlogBytes;
  }
}

function deliver(data: ArrayBuffer, events: BridgeEvents): void {
  if (data.byteLength <= userIdBytes) return;
  const userId = new DataView(data).getBigUint64(0).toString();
  events.onPacket(userId, new Uint8Array(data, userIdBytes));
}
