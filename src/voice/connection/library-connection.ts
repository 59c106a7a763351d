import {
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
import { guardNetworking, listeningAdapter, type OnFault } from './library-guards.ts';
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

/** A connection of @discordjs/voice that never throws and never asks the main gateway for anything. */
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

  /** A person left the channel: what still arrives in their name is dropped (spec 5, 1.3, 10). */
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

  /** SSRCs belong to a voice server; the library keeps the old ones, which may be another person's now (spec 5, 1.3, 12). */
  #clearSpeakers(): void {
    const speakers: unknown = Reflect.get(this.#connection.receiver.ssrcMap, 'map');
    if (speakers instanceof Map) speakers.clear();
  }
}
