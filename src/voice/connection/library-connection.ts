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
  /** Separates the clients in a process, because @discordjs/voice keeps one connection per guild and group. */
  readonly group: string;
  readonly deaf: boolean;
  readonly adapterCreator: DiscordGatewayAdapterCreator;
  readonly clock: Clock;
  readonly log: Logger;
  /** A new networking object, in the same tick. */
  readonly onNetworking: (connection: VoiceConnection) => void;
}

/** How its owner reacts. */
interface LibraryEvents {
  /** Something changed. Only the resulting state matters. Never called after closing. */
  readonly onChange: () => void;
  /** Its media can't get through any more. */
  readonly onStranded: () => void;
}

/** How many frames in a row may fail before the library recovers by itself (spec 5, 1.6). */
const decryptionFailureTolerance = 250;

/** A connection of @discordjs/voice that never throws and never sends anything to the main gateway. */
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
    // In the same tick: an unhandled error event would end the process (spec 5, 1.3, 15).
    this.#connection.on('error', (error) => this.#onFault('connection', error));
    this.#connection.on('stateChange', () => this.#adopt());
  }

  get voice(): VoiceConnection {
    return this.#connection;
  }

  get networking(): Networking | undefined {
    return this.#networking;
  }

  /** The code that its voice socket closed with for good. */
  get closeCode(): number | undefined {
    return this.#closeCode;
  }

  /** Aborted when it's closed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Sends one packet of 20 ms. False: nothing was sent. */
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

  /** A person left the channel, so late packets in their name are dropped (spec 5, 1.3, 10). */
  forget(userId: string): void {
    this.#connection.receiver.ssrcMap.delete(userId);
    this.#connection.receiver.subscriptions.get(userId)?.destroy();
  }

  /** Runs after the library's own handlers, which pass through meaningless states. */
  lookSoon(): void {
    if (this.#looking) return;
    this.#looking = true;
    queueMicrotask(() => {
      this.#looking = false;
      if (!this.#end.signal.aborted) this.#events.onChange();
    });
  }

  /** Releases everything. Idempotent, although the library throws if it's destroyed twice. */
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

  /** Runs after every change, so that a new networking object is guarded before its first message. */
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

  /**
   * SSRCs belong to a voice server. The library keeps the old ones, which may be another person's now (spec 5, 1.3,
   * 12).
   */
  #clearSpeakers(): void {
    const speakers: unknown = Reflect.get(this.#connection.receiver.ssrcMap, 'map');
    if (speakers instanceof Map) speakers.clear();
  }
}
