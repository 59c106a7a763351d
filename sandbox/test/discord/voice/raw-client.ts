import { createCipheriv, createDecipheriv } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startVoiceServer } from '../../../discord/voice/voice-server.ts';
import type { Seat, VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';
import { seatOf } from './library-client.ts';

export interface TextMessage {
  readonly op: number;
  readonly d: unknown;
  readonly seq?: number;
}

export interface BinaryMessage {
  readonly op: number;
  readonly seq: number;
  readonly payload: Buffer;
}

export type Mode = 'aead_aes256_gcm_rtpsize' | 'aead_xchacha20_poly1305_rtpsize';

/** A packet as it came from the server, taken apart. */
export interface ReceivedPacket {
  readonly flags: number;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly extension: Buffer;
  readonly extensionPreamble: Buffer;
  readonly paddingBytes: number;
  readonly frame: Buffer;
  /** What its nonce was made of. */
  readonly counter: number;
}

export interface SentPacket {
  readonly sequence: number;
  readonly timestamp?: number;
  readonly frame?: Buffer;
  readonly counter?: number;
  readonly ssrc?: number;
  /** Body of a one-byte extension, a multiple of four bytes. */
  readonly extension?: Buffer;
  /** What the header says of its length, when that is a lie. */
  readonly extensionWords?: number;
  /** Its last byte says how long it is. */
  readonly padding?: Buffer;
}

/** A voice client made of a WebSocket and a UDP socket, which can do everything that the library never does. */
export class RawClient {
  readonly messages: TextMessage[] = [];
  readonly binaries: BinaryMessage[] = [];
  /** Text and binary ones in the order in which they came: `op`, or `op#seq` when numbered. */
  readonly order: string[] = [];
  readonly datagrams: Buffer[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly udp: Socket = createSocket('udp4');
  ssrc = 0;
  #media = { ip: '', port: 0 };
  #crypto: { readonly mode: Mode; readonly key: Buffer } | undefined;
  #counter = 0;

  constructor(server: VoiceServer, address = `wss://${server.endpoint}?v=8`) {
    this.#socket = new WebSocket(address, { ca: server.certificate });
    this.closed = new Promise((resolve) => this.#socket.on('close', resolve));
    this.#socket.on('error', () => undefined);
    this.#socket.on('message', (data, isBinary) => this.#take(data as Buffer, isBinary));
    this.udp.on('message', (packet) => this.datagrams.push(packet));
  }

  send(op: number, d: unknown): void {
    this.#socket.send(JSON.stringify({ op, d }));
  }

  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  /** The first message of that op, once it is there. */
  async message(op: number): Promise<TextMessage> {
    await eventually(() => this.messages.some((message) => message.op === op));
    return this.messages.find((message) => message.op === op) ?? { op, d: undefined };
  }

  async identify(seat: Seat, token: string, change: Record<string, unknown> = {}): Promise<void> {
    await this.message(8);
    this.send(0, {
      server_id: seat.guildId,
      user_id: seat.userId,
      session_id: seat.sessionId,
      token,
      max_dave_protocol_version: 1,
      ...change,
    });
  }

  async resume(seat: Seat, token: string, seqAck?: number): Promise<void> {
    await this.message(8);
    this.send(7, { server_id: seat.guildId, session_id: seat.sessionId, token, seq_ack: seqAck });
  }

  /** Binds UDP and takes what op 2 said. */
  async openMedia(): Promise<{ readonly port: number }> {
    const { d } = await this.message(2);
    const { ssrc, ip, port } = d as { ssrc: number; ip: string; port: number };
    this.ssrc = ssrc;
    this.#media = { ip, port };
    this.udp.bind(0, '127.0.0.1');
    await once(this.udp, 'listening');
    return { port: this.udp.address().port };
  }

  async select(mode: Mode = 'aead_aes256_gcm_rtpsize'): Promise<void> {
    await this.openMedia();
    await this.selectAgain(mode);
  }

  /** Asks for a new key, over the UDP socket that it has. */
  async selectAgain(mode: Mode): Promise<void> {
    const before = this.#descriptions.length;
    this.send(1, { protocol: 'udp', data: { address: '127.0.0.1', port: this.udp.address().port, mode } });
    await eventually(() => this.#descriptions.length > before);
    const { secret_key: key } = (this.#descriptions.at(-1) ?? { d: {} }).d as { secret_key: number[] };
    this.#crypto = { mode, key: Buffer.from(key) };
    this.#counter = 0;
  }

  get #descriptions(): TextMessage[] {
    return this.messages.filter(({ op }) => op === 4);
  }

  datagram(packet: Buffer, from: Socket = this.udp): void {
    from.send(packet, this.#media.port, this.#media.ip);
  }

  /** An encrypted Opus packet, as a client sends them. */
  packet(sent: SentPacket): Buffer {
    const crypto = this.#crypto;
    if (!crypto) throw new Error('Not connected.');
    const { extension, padding = Buffer.alloc(0) } = sent;
    const words = sent.extensionWords ?? (extension?.length ?? 0) / 4;
    const clear = Buffer.alloc(extension ? 16 : 12);
    clear.writeUInt8(0x80 | (extension ? 0x10 : 0) | (padding.length > 0 ? 0x20 : 0), 0);
    clear.writeUInt8(0x78, 1);
    clear.writeUInt16BE(sent.sequence, 2);
    clear.writeUInt32BE(sent.timestamp ?? sent.sequence * 960, 4);
    clear.writeUInt32BE(sent.ssrc ?? this.ssrc, 8);
    if (extension) clear.writeUInt32BE(0xbede_0000 + words, 12);
    const body = Buffer.concat([extension ?? Buffer.alloc(0), sent.frame ?? Buffer.from('frame'), padding]);
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(sent.counter ?? this.#counter);
    return Buffer.concat([clear, this.#encrypt(crypto, clear, body, counter), counter]);
  }

  play(sent: SentPacket): void {
    this.datagram(this.packet(sent));
  }

  /** Frames with these numbers, each named after its own. */
  playAll(sequences: readonly number[]): void {
    for (const sequence of sequences) this.play({ sequence, frame: Buffer.from(`${sequence}`) });
  }

  speak(speaking = 1): void {
    this.send(5, { speaking, delay: 0, ssrc: this.ssrc });
  }

  /** What came that is media, decrypted. */
  get received(): ReceivedPacket[] {
    return this.datagrams
      .filter((packet) => packet.readUInt8(0) >> 6 === 2)
      .map((packet) => this.#open(packet));
  }

  get heard(): string[] {
    return this.received.map(({ frame }) => String(frame));
  }

  /** Goes on once the server has handled all that was sent before over the WebSocket. */
  async settled(): Promise<void> {
    const nonce = Math.floor(Math.random() * 1e9);
    this.send(3, { t: nonce, seq_ack: this.lastSeq });
    await eventually(() => this.messages.some(({ op, d }) => op === 6 && (d as { t: number }).t === nonce));
  }

  get lastSeq(): number {
    return Math.max(-1, ...this.messages.map(({ seq }) => seq ?? -1), ...this.binaries.map(({ seq }) => seq));
  }

  /** Reads nothing any more, not even a close. */
  freeze(): void {
    this.#socket.pause();
  }

  /** Cuts the connection. */
  drop(): void {
    this.#socket.terminate();
  }

  close(code?: number): void {
    this.#socket.close(code);
  }

  end(): void {
    this.#socket.terminate();
    this.udp.close();
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      const binary = { seq: data.readUInt16BE(0), op: data.readUInt8(2), payload: data.subarray(3) };
      this.binaries.push(binary);
      this.order.push(`${binary.op}#${binary.seq}`);
    } else {
      const message = JSON.parse(String(data)) as TextMessage;
      this.messages.push(message);
      this.order.push(message.seq === undefined ? `${message.op}` : `${message.op}#${message.seq}`);
    }
  }

  #encrypt({ mode, key }: { mode: Mode; key: Buffer }, clear: Buffer, body: Buffer, counter: Buffer): Buffer {
    const nonce = Buffer.alloc(mode === 'aead_aes256_gcm_rtpsize' ? 12 : 24);
    counter.copy(nonce);
    if (mode === 'aead_xchacha20_poly1305_rtpsize')
      return Buffer.from(xchacha20poly1305(key, nonce, clear).encrypt(body));
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(clear);
    return Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()]);
  }

  #open(packet: Buffer): ReceivedPacket {
    const flags = packet.readUInt8(0);
    const extensionBytes = packet.readUInt16BE(14) * 4;
    const body = this.#decrypt(packet);
    const paddingBytes = (flags & 0x20) === 0 ? 0 : (body.at(-1) ?? 0);
    return {
      flags,
      payloadType: packet.readUInt8(1),
      sequence: packet.readUInt16BE(2),
      timestamp: packet.readUInt32BE(4),
      ssrc: packet.readUInt32BE(8),
      extensionPreamble: packet.subarray(12, 14),
      extension: body.subarray(0, extensionBytes),
      paddingBytes,
      frame: body.subarray(extensionBytes, body.length - paddingBytes),
      counter: packet.readUInt32BE(packet.length - 4),
    };
  }

  #decrypt(packet: Buffer): Buffer {
    if (!this.#crypto) throw new Error('Not connected.');
    const { mode, key } = this.#crypto;
    const clear = packet.subarray(0, 16);
    const sealed = packet.subarray(16, -4);
    const nonce = Buffer.alloc(mode === 'aead_aes256_gcm_rtpsize' ? 12 : 24);
    packet.copy(nonce, 0, packet.length - 4);
    if (mode === 'aead_xchacha20_poly1305_rtpsize')
      return Buffer.from(xchacha20poly1305(key, nonce, clear).decrypt(sealed));
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAAD(clear);
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  }
}

/** Raw clients of one server, ended together. */
export class RawClients {
  readonly #server: VoiceServer;
  readonly #clients: RawClient[] = [];

  constructor(server: VoiceServer) {
    this.#server = server;
  }

  open(address?: string): RawClient {
    const client = new RawClient(this.#server, address);
    this.#clients.push(client);
    return client;
  }

  /** Admitted and identified: op 2 is there. */
  async identified(seat: Seat, change: Record<string, unknown> = {}): Promise<RawClient> {
    const client = this.open();
    await client.identify(seat, this.#server.admit(seat).token, change);
    await client.message(2);
    return client;
  }

  /** Op 4 is there. */
  async connected(seat: Seat, mode?: Mode): Promise<RawClient> {
    const client = await this.identified(seat);
    await client.select(mode);
    return client;
  }

  /** Two people in the call, 1 and 2, the first one announced as a speaker. */
  async speakerAndListener(mode?: Mode): Promise<[RawClient, RawClient]> {
    const speaker = await this.connected(seatOf('1'), mode);
    const listener = await this.connected(seatOf('2'));
    speaker.speak();
    await speaker.settled();
    return [speaker, listener];
  }

  end(): void {
    for (const client of this.#clients) client.end();
  }
}

/** A voice server and what connects to it; closed when the test ends. */
export async function openVoice(options?: Parameters<typeof startVoiceServer>[0]) {
  const server = await startVoiceServer(options);
  const clients = new RawClients(server);
  onTestFinished(async () => {
    clients.end();
    await server.close();
  });
  return { server, clients };
}
