import { createSecretKey, KeyObject } from 'node:crypto';
import { Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import {
  type DAVESession,
  type DiscordGatewayAdapterCreator,
  type Networking,
  NetworkingStatusCode,
  type VoiceUDPSocket,
} from '@discordjs/voice';
import type { Clock } from '../../operations/clock.ts';

/** Gets errors that would otherwise have ended the process. */
export type OnFault = (where: string, error: unknown) => void;

/**
 * An adapter through which @discordjs/voice hears the main gateway but can't send to it: the library answers almost
 * every close code with its own op 4, immediately and endlessly (spec 5, 1.3, 3). Every op 4 goes through the gate.
 * Passes on what the main gateway sends, and keeps the library's errors out of the gateway's handler.
 */
export function listeningAdapter(
  creator: DiscordGatewayAdapterCreator,
  onFault: OnFault,
): DiscordGatewayAdapterCreator {
  return (library) => {
    const methods = { ...library };
    for (const name of ['onVoiceServerUpdate', 'onVoiceStateUpdate', 'destroy'])
      guardHandler(methods, name, onFault);
    const adapter = creator(methods);
    return { sendPayload: () => true, destroy: () => adapter.destroy() };
  };
}

/**
 * Wraps a handler that @discordjs/voice runs directly from a socket's event, where nothing catches. Without this, a
 * server message that it can't handle (an MLS proposal of another epoch, a malformed packet) or a datagram sent after
 * the socket was closed ends the process (spec 5, 1.3, 2; still unguarded on discordjs/discord.js main). `after` runs
 * after the handler, even if that failed.
 */
export function guardHandler(target: object, name: string, onFault: OnFault, after?: () => void): void {
  const handler: unknown = Reflect.get(target, name);
  if (typeof handler !== 'function') throw new TypeError(`@discordjs/voice has no ${name} any more`);
  Reflect.set(target, name, (...given: unknown[]): unknown => {
    try {
      return Reflect.apply(handler, target, given);
    } catch (error) {
      onFault(name, error);
      return undefined;
    } finally {
      after?.();
    }
  });
}

/**
 * Makes a session recover where 0.19.2 throws, because it mistakes transition 0, the first of every call, for none
 * (spec 5, 1.3, 1). Packets with only padding never get there: they can't be decrypted and aren't failures.
 */
export function guardSession(session: DAVESession, onFault: OnFault): void {
  const decrypt = session.decrypt.bind(session);
  session.decrypt = (packet, userId) => {
    if (packet.length === 0) return null;
    try {
      return decrypt(packet, userId);
    } catch (error) {
      onFault('decrypt', error);
      recover(session, onFault);
      return null;
    }
  };
}

function recover(session: DAVESession, onFault: OnFault): void {
  try {
    session.recoverFromInvalidTransition(session.lastTransitionId ?? 0);
  } catch (error) {
    onFault('recover', error);
  }
}

export type NetworkingEvent =
  /** An error that would otherwise have ended the process. */
  | { readonly is: 'fault'; readonly where: string; readonly error: unknown }
  /** After each of its steps. */
  | { readonly is: 'step' }
  /** Its voice socket was resumed, but the machine no longer has the address that media comes from. */
  | { readonly is: 'stranded' };

/**
 * Does for a new networking object of @discordjs/voice what the library doesn't, before its first message.
 * @param signal aborts with its connection
 */
export function tendNetworking(
  networking: Networking,
  clock: Clock,
  signal: AbortSignal,
  tell: (event: NetworkingEvent) => void,
): void {
  // First, because it replaces `send`, which is then guarded.
  tendMediaSocket(networking, clock, signal, () => tell({ is: 'stranded' }));
  guardNetworking(
    networking,
    (where, error) => tell({ is: 'fault', where, error }),
    () => {
      importSendingKey(networking);
      tell({ is: 'step' });
    },
  );
}

/** Guards every present and future socket and session of a networking object. `after` runs after each of its steps. */
export function guardNetworking(networking: Networking, onFault: OnFault, after: () => void): void {
  const known = new WeakSet<object>();
  const isNew = (part: object): boolean => {
    if (known.has(part)) return false;
    known.add(part);
    return true;
  };
  const guardParts = () => {
    const { state } = networking;
    if ('ws' in state && isNew(state.ws)) guardHandler(state.ws, 'onMessage', onFault, after);
    if ('udp' in state && isNew(state.udp)) {
      guardHandler(state.udp, 'onMessage', onFault);
      guardHandler(state.udp, 'send', onFault);
    }
    if ('dave' in state && state.dave && isNew(state.dave)) guardSession(state.dave, onFault);
  };
  guardParts();
  networking.on('stateChange', () => {
    guardParts();
    after();
  });
}

/** One lost packet must not cost the connection's whole deadline (spec 5, 1.3, 5). */
const askAgainMs = 1_000;
const askAgainTimes = 5;

/**
 * Does what @discordjs/voice 0.19.2 doesn't do for a networking object's UDP sockets: repeats an IP discovery that
 * wasn't answered, and connects the socket once the session is described. Without connecting, every packet looks up its
 * address, a good part of the cost of sending.
 * @param signal aborts with its connection
 * @param onStranded called when its voice socket was resumed without the address that media comes from
 */
export function tendMediaSocket(
  networking: Networking,
  clock: Clock,
  signal: AbortSignal,
  onStranded: () => void,
  addresses: () => readonly string[] = ownAddresses,
): void {
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
      if (media.isStranded(addresses)) onStranded();
    } else if (state.code === NetworkingStatusCode.UdpHandshaking) {
      asking = new AbortController();
      void askAgain(udp, state.connectionData.ssrc, clock, AbortSignal.any([signal, asking.signal]));
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
