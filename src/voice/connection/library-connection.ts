import {
  type DAVESession,
  type DiscordGatewayAdapterCreator,
  joinVoiceChannel,
  type Networking,
  type VoiceConnection,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { importSendingKey } from '../ears/rtp.ts';
import type { OpusPacket } from '../packets/audio.ts';
import { tendMediaSocket } from './media-socket.ts';

export interface LibraryOptions {
  readonly guildId: string;
  readonly channelId: string;
  /** Apart for each client in the process: @discordjs/voice keeps one connection for each guild and group. */
  readonly group: string;
  readonly deaf: boolean;
  readonly adapterCreator: DiscordGatewayAdapterCreator;
  readonly clock: Clock;
  readonly log: Logger;
  /** A new networking object, in the tick in which it was made. */
  readonly onNetworking: (connection: VoiceConnection) => void;
}

/** What its owner does about what happens to it. */
interface LibraryEvents {
  /** Something changed; what it was doesn't matter, only where it arrived. Not after it was closed. */
  readonly onChange: () => void;
  /** Its media can't get through any more. */
  readonly onStranded: () => void;
}

/** Frames that may fail in a row before the library recovers by itself (spec 5, 1.6). */
const decryptionFailureTolerance = 250;

/** A connection of @discordjs/voice that throws nothing at anybody and asks the main gateway for nothing. */
export class LibraryConnection {
  readonly #options: LibraryOptions;
  readonly #events: LibraryEvents;
  readonly #connection: VoiceConnection;
  readonly #end = new AbortController();
  #networking: Networking | undefined;
  #closeCode: number | undefined;
  #looking = false;

  constructor(options: LibraryOptions, events: LibraryEvents) {
    this.#options = options;
    this.#events = events;
    this.#connection = joinVoiceChannel({
      guildId: options.guildId,
      channelId: options.channelId,
      group: options.group,
      selfDeaf: options.deaf,
      selfMute: false,
      decryptionFailureTolerance,
      adapterCreator: listeningAdapter(options.adapterCreator, this.#onFault),
    });
    // In this very tick: an error that nobody listens to ends the process (spec 5, 1.3, 15).
    this.#connection.on('error', (error) => this.#onFault('connection', error));
    this.#connection.on('stateChange', () => this.#adopt());
  }

  get voice(): VoiceConnection {
    return this.#connection;
  }

  get networking(): Networking | undefined {
    return this.#networking;
  }

  /** With which code its voice socket closed for good. */
  get closeCode(): number | undefined {
    return this.#closeCode;
  }

  /** Aborted when it is closed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Puts one packet of 20 ms on the wire. False: nothing was sent. */
  put({ buffer, byteOffset, byteLength }: OpusPacket): boolean {
    try {
      return this.#connection.playOpusPacket(Buffer.from(buffer, byteOffset, byteLength)) ?? false;
    } catch (error) {
      this.#onFault('send', error);
      return false;
    }
  }

  setSpeaking(on: boolean): void {
    try {
      this.#connection.setSpeaking(on);
    } catch (error) {
      this.#onFault('setSpeaking', error);
    }
  }

  /** Somebody left the channel: what is still received in their name goes nowhere (spec 5, 1.3, 10). */
  forget(userId: string): void {
    this.#connection.receiver.ssrcMap.delete(userId);
    this.#connection.receiver.subscriptions.get(userId)?.destroy();
  }

  /** After the library's own handlers, which go through states that mean nothing. */
  lookSoon(): void {
    if (this.#looking) return;
    this.#looking = true;
    queueMicrotask(() => {
      this.#looking = false;
      if (!this.#end.signal.aborted) this.#events.onChange();
    });
  }

  /** Releases everything. Idempotent: the library throws when it is destroyed twice. */
  close(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    if (this.#connection.state.status === VoiceConnectionStatus.Destroyed) return;
    try {
      this.#connection.destroy();
    } catch (error) {
      this.#onFault('destroy', error);
    }
  }

  readonly #onFault: OnFault = (where, error) => {
    this.#options.log.warn({ err: error, where, guildId: this.#options.guildId }, 'voice connection error');
  };

  /** After every change: a networking object that is new is guarded before its first message arrives. */
  #adopt(): void {
    const { state } = this.#connection;
    const networking = 'networking' in state ? state.networking : undefined;
    if (networking && networking !== this.#networking) this.#take(networking);
    this.lookSoon();
  }

  #take(networking: Networking): void {
    this.#networking = networking;
    this.#closeCode = undefined;
    const { onStranded } = this.#events;
    tendMediaSocket(networking, { clock: this.#options.clock, signal: this.#end.signal, onStranded });
    guardNetworking(networking, this.#onFault, () => {
      importSendingKey(networking);
      this.lookSoon();
    });
    networking.prependListener('close', (code: number) => {
      if (networking === this.#networking) this.#closeCode = code;
    });
    this.#clearSpeakers();
    this.#options.onNetworking(this.#connection);
  }

  /** SSRCs belong to a voice server; the library keeps the old ones, which may be somebody else's now (spec 5, 1.3, 12). */
  #clearSpeakers(): void {
    const speakers: unknown = Reflect.get(this.#connection.receiver.ssrcMap, 'map');
    if (speakers instanceof Map) speakers.clear();
  }
}

/**
 * An adapter through which @discordjs/voice hears the main gateway and can't speak to it: the library answers almost
 * every close code with an op 4 of its own, at once and without end (spec 5, 1.3, 3). Every op 4 goes through the gate.
 * What the main gateway says is handed over without letting an error of the library into the gateway's own handler.
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

/** Told about an error that would otherwise have ended the process. */
type OnFault = (where: string, error: unknown) => void;

/**
 * Replaces a handler that @discordjs/voice runs straight from a socket's event, where nothing catches: a server message
 * that it cannot digest (an MLS proposal of another epoch, a malformed packet) or a datagram sent after the socket was
 * closed ends the process (spec 5, 1.3, 2; discordjs/discord.js has it unguarded on main). `after` runs when the handler
 * is done, whether it failed or not.
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
 * Makes a session recover where 0.19.2 throws: it takes transition 0, the first of every call, for none (spec 5, 1.3, 1).
 * Packets of nothing but padding never get to it: they cannot be decrypted and are no failure.
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

/** Guards every socket and session that a networking object has, now and later. `after` runs behind each of its steps. */
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
