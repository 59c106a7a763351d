import { createSecretKey, KeyObject } from 'node:crypto';
import { Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { type Networking, NetworkingStatusCode, type VoiceUDPSocket } from '@discordjs/voice';
import type { Clock } from '../../operations/clock.ts';

export interface MediaSocketOptions {
  readonly clock: Clock;
  /** Aborted with its connection. */
  readonly signal: AbortSignal;
  /** Called when its voice socket was resumed, but the machine no longer has the address that media comes from. */
  readonly onStranded: () => void;
  readonly ownAddresses?: () => readonly string[];
}

/** One lost packet must not cost the connection's whole deadline (spec 5, 1.3, 5). */
const askAgainMs = 1_000;
const askAgainTimes = 5;

/**
 * Does what @discordjs/voice 0.19.2 doesn't do for a networking object's UDP sockets: repeats an IP discovery that
 * wasn't answered, and connects the socket once the session is described. Without connecting, every packet looks up its
 * address, a good part of the cost of sending.
 * Call it before guarding the socket, because it replaces `send`.
 */
export function tendMediaSocket(networking: Networking, options: MediaSocketOptions): void {
  const known = new WeakMap<VoiceUDPSocket, MediaSocket>();
  let asking: AbortController | undefined;
  const look = () => {
    const { state } = networking;
    asking?.abort();
    asking = undefined;
    if (!('udp' in state)) return;
    const { udp } = state;
    const media = known.get(udp) ?? new MediaSocket(udp);
    known.set(udp, media);
    if (state.code === NetworkingStatusCode.Ready) {
      media.connect();
      if (media.isStranded(options.ownAddresses ?? ownAddresses)) options.onStranded();
    } else if (state.code === NetworkingStatusCode.UdpHandshaking) {
      asking = new AbortController();
      const signal = AbortSignal.any([options.signal, asking.signal]);
      void askAgain(udp, state.connectionData.ssrc, options.clock, signal);
    }
  };
  networking.on('stateChange', look);
  look();
}

/** The library keeps listening for the answer and ignores a second one. Never rejects. */
async function askAgain(udp: VoiceUDPSocket, ssrc: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const question = Buffer.alloc(74);
  question.writeUInt16BE(1, 0);
  question.writeUInt16BE(70, 2);
  question.writeUInt32BE(ssrc, 4);
  try {
    for (let times = 0; times < askAgainTimes; times += 1) {
      await clock.sleep(askAgainMs, signal);
      udp.send(question);
    }
  } catch {
    // It was answered, or the socket is closed.
  }
}

/** `joining`: packets may not have an address any more, but still need one, so they wait a tick. */
type Way =
  | { readonly is: 'addressed' | 'connected' }
  | { readonly is: 'joining'; readonly waiting: Buffer[] };

/**
 * A UDP socket of the library. It only sends to one address, which the library gives with every packet. Once connected,
 * it stays connected: on Linux, a disconnected socket loses its port and would hear nothing any more.
 */
class MediaSocket {
  readonly #socket: Socket | undefined;
  readonly #remote: { readonly ip: string; readonly port: number } | undefined;
  readonly #sendTo: (packet: Buffer) => void;
  #way: Way = { is: 'addressed' };

  constructor(udp: VoiceUDPSocket) {
    const socket: unknown = Reflect.get(udp, 'socket');
    const remote: unknown = Reflect.get(udp, 'remote');
    this.#sendTo = udp.send.bind(udp);
    if (!(socket instanceof Socket) || !isAddress(remote)) return;
    this.#socket = socket;
    this.#remote = remote;
    udp.send = (packet) => {
      if (this.#way.is === 'connected') socket.send(packet);
      else if (this.#way.is === 'joining') this.#way.waiting.push(packet);
      else this.#sendTo(packet);
    };
    // A connected socket reports every refused packet, fifty times a second. One of each kind is enough.
    const told = new Set<unknown>();
    socket.removeAllListeners('error').on('error', (error) => {
      const code: unknown = Reflect.get(error, 'code');
      if (told.has(code)) return;
      told.add(code);
      udp.emit('error', error);
    });
  }

  /** From now on it only hears the voice server. If that fails, each packet still gets its address. */
  connect(): void {
    const remote = this.#remote;
    const socket = this.#socket;
    if (!remote || !socket || this.#way.is !== 'addressed') return;
    const waiting: Buffer[] = [];
    this.#way = { is: 'joining', waiting };
    const arrive = (is: 'addressed' | 'connected') => {
      this.#way = { is };
      for (const packet of waiting)
        attempt(() => (is === 'connected' ? socket.send(packet) : this.#sendTo(packet)));
    };
    // Waits for the packets whose address is being looked up, because a connected socket can't take those.
    setImmediate(() => {
      const join = () =>
        socket.connect(remote.port, remote.ip, (error?: Error) => arrive(error ? 'addressed' : 'connected'));
      if (!attempt(join)) arrive('addressed');
    });
  }

  isStranded(ownAddresses: () => readonly string[]): boolean {
    let address: string | undefined;
    if (this.#way.is === 'connected') attempt(() => (address = this.#socket?.address().address));
    return address !== undefined && !ownAddresses().includes(address);
  }
}

/** If a key comes as bytes, Node imports it for every packet, which takes four times as long as decrypting. */
const imported = new WeakMap<Uint8Array, KeyObject>();

/**
 * Makes a ready connection encrypt with a key that's imported once. @discordjs/voice passes its key to Node, which
 * takes both forms; the other cipher needs bytes. Idempotent; call it again for a new session.
 */
export function importSendingKey({ state }: Networking): void {
  if (state.code !== NetworkingStatusCode.Ready) return;
  const { connectionData } = state;
  if (connectionData.encryptionMode !== 'aead_aes256_gcm_rtpsize') return;
  Reflect.set(connectionData, 'secretKey', importedKey(connectionData.secretKey));
}

/** Encrypting and decrypting take both forms. */
export function importedKey(key: Uint8Array | KeyObject): KeyObject {
  if (key instanceof KeyObject) return key;
  const known = imported.get(key) ?? createSecretKey(key);
  imported.set(key, known);
  return known;
}

/** Node throws if a socket is closed. @returns whether it worked */
function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
}

function isAddress(remote: unknown): remote is { readonly ip: string; readonly port: number } {
  if (typeof remote !== 'object' || !remote) return false;
  return typeof Reflect.get(remote, 'ip') === 'string' && typeof Reflect.get(remote, 'port') === 'number';
}
