import {
  type DiscordGatewayAdapterCreator,
  joinVoiceChannel,
  type Networking,
  type VoiceConnection,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { Countdown } from '../../operations/countdown.ts';
import { importSendingKey } from '../ears/rtp-cipher.ts';
import { frameMs, type OpusPacket, silencePacket, silencePacketsAtEnd } from '../packets/audio.ts';
import { listeningAdapter } from './adapter.ts';
import { verdictOn } from './close-codes.ts';
import { guardNetworking, type OnFault } from './guards.ts';
import { tendMediaSocket } from './media-socket.ts';
import { type Phase, phaseOf } from './phase.ts';

/** Why a connection is of no use any more. */
export type Loss =
  | { readonly why: 'closed'; readonly code: number }
  /** Closed with a code after which a new server may come, and none came. */
  | { readonly why: 'expelled'; readonly code: number | undefined }
  | { readonly why: 'timeout'; readonly phase: Phase }
  /** The main gateway gave its adapters up. */
  | { readonly why: 'destroyed' }
  /** By its owner, before anything else happened to it. */
  | { readonly why: 'given-up' };

export interface ConnectionOptions {
  readonly guildId: string;
  readonly channelId: string;
  readonly botId: string;
  /** Apart for each client in the process: @discordjs/voice keeps one connection for each guild and group. */
  readonly group: string;
  readonly deaf: boolean;
  readonly adapterCreator: DiscordGatewayAdapterCreator;
  readonly clock: Clock;
  readonly log: Logger;
  /** Is anybody else in the channel, as the main gateway says? */
  readonly company: () => boolean;
  readonly onNetworking: (connection: VoiceConnection) => void;
  /** It can be heard now, or cannot any more. */
  readonly onOpen: (open: boolean) => void;
}

/** How long a connection may stay in a phase before it is given up; spec 5, 1.3, 5 and 1.6. */
const patienceMs: Readonly<Partial<Record<Phase, number>>> = {
  signalling: 10_000,
  connecting: 12_000,
  securing: 3_000,
  resuming: 10_000,
  relocating: 15_000,
  closed: 5_000,
};

/** Longer with somebody who is connected, too: then there are keys to agree on. */
const moreForSecuringMs = 7_000;

/** Frames that may fail in a row before the library recovers by itself (spec 5, 1.6). */
const decryptionFailureTolerance = 250;

/**
 * One connection of @discordjs/voice from its joining to its end, with a deadline for every phase in which it cannot be
 * heard. It never rejoins by itself: it ends with a loss, and whoever owns it makes another.
 */
export class RoomConnection {
  /** Resolves once, when it is of no use any more, to the first reason; closing it is one. */
  readonly lost: Promise<Loss>;
  readonly #options: ConnectionOptions;
  readonly #connection: VoiceConnection;
  readonly #deadline: Countdown;
  readonly #lose: (loss: Loss) => void;
  readonly #end = new AbortController();
  #phase: Phase = 'signalling';
  #wasOpen = false;
  #closeCode: number | undefined;
  #networking: Networking | undefined;
  #greeting: { readonly networking: Networking | undefined; done: boolean } | undefined;
  #connected: ReadonlySet<string> = new Set();
  /** Encryption was not set up in time, with nobody there to set it up with. */
  #unsecured: Networking | undefined;
  /** The phase was given more time. */
  #extended = false;
  #looking = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<Loss>();
    this.lost = promise;
    this.#lose = resolve;
    this.#deadline = new Countdown(options.clock, () => this.#timeUp());
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

  /** The main gateway was asked for the place: from now on it has time to answer. */
  asked(): void {
    if (this.#phase === 'signalling') this.#deadline.start(patienceMs.signalling ?? 0);
  }

  /** Its owner knows better. */
  giveUp(): void {
    this.#lose({ why: 'given-up' });
  }

  get wasOpen(): boolean {
    return this.#wasOpen;
  }

  get open(): boolean {
    return this.#phase === 'open';
  }

  /** Never throws; false when nothing was sent. */
  send(packet: OpusPacket): boolean {
    return this.open && this.#put(packet);
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

  /** Releases everything. Idempotent: the library throws when it is destroyed twice. */
  close(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#deadline.cancel();
    this.#lose({ why: 'given-up' });
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
    if (networking && networking !== this.#networking) {
      this.#networking = networking;
      this.#closeCode = undefined;
      tendMediaSocket(networking, {
        clock: this.#options.clock,
        signal: this.#end.signal,
        onStranded: () => this.giveUp(),
      });
      guardNetworking(networking, this.#onFault, () => {
        importSendingKey(networking);
        this.#lookSoon();
      });
      networking.prependListener('close', (code: number) => {
        if (networking === this.#networking) this.#closeCode = code;
      });
      this.#clearSpeakers();
      this.#options.onNetworking(this.#connection);
    }
    this.#lookSoon();
  }

  /** SSRCs belong to a voice server; the library keeps the old ones, which may be somebody else's now (spec 5, 1.3, 12). */
  #clearSpeakers(): void {
    const speakers: unknown = Reflect.get(this.#connection.receiver.ssrcMap, 'map');
    if (speakers instanceof Map) speakers.clear();
  }

  /** After the library's own handler, which goes through states that mean nothing: only where it arrives counts. */
  #lookSoon(): void {
    if (this.#looking) return;
    this.#looking = true;
    queueMicrotask(() => {
      this.#looking = false;
      if (!this.#end.signal.aborted) this.#look();
    });
  }

  #look(): void {
    const phase = this.#phaseNow();
    const code = this.#closeCode;
    if (phase === 'destroyed') this.#lose({ why: 'destroyed' });
    if (phase === 'closed' && code !== undefined && verdictOn(code) !== 'wait')
      this.#lose({ why: 'closed', code });
    if (phase === this.#phase) return;
    const was = this.#phase;
    this.#phase = phase;
    this.#extended = false;
    const patience = patienceMs[phase];
    if (patience === undefined) this.#deadline.cancel();
    else this.#deadline.start(patience);
    if (phase === 'open') this.#wasOpen = true;
    if ((phase === 'open') !== (was === 'open')) this.#options.onOpen(phase === 'open');
  }

  #phaseNow(): Phase {
    const phase = phaseOf(this.#connection, (connected) => this.#alone(connected));
    // The library calls it signalling when it answered a close code with an op 4, which did not go out.
    if (phase === 'signalling' && this.#closeCode !== undefined) return 'closed';
    if ((phase === 'open' || phase === 'securing') && this.#greeting?.networking !== this.#networking)
      void this.#greet();
    return phase === 'open' && !this.#greeting?.done ? 'securing' : phase;
  }

  /** Five frames of silence after every new session: some servers pass nothing on to whoever never sent (spec 5, 1.3). */
  async #greet(): Promise<void> {
    const greeting = { networking: this.#networking, done: false };
    this.#greeting = greeting;
    for (let sent = 0; sent < silencePacketsAtEnd; sent += 1) {
      if (this.#greeting !== greeting || this.#end.signal.aborted) return;
      this.#put(silencePacket);
      await this.#options.clock.sleep(frameMs);
    }
    this.setSpeaking(false);
    greeting.done = true;
    this.#lookSoon();
  }

  #put(packet: OpusPacket): boolean {
    try {
      const { buffer, byteOffset, byteLength } = packet;
      return this.#connection.playOpusPacket(Buffer.from(buffer, byteOffset, byteLength)) ?? false;
    } catch (error) {
      this.#onFault('send', error);
      return false;
    }
  }

  #timeUp(): void {
    const phase = this.#phase;
    if (phase === 'securing' && !this.#othersIn(this.#connected)) {
      this.#unsecured = this.#networking;
      this.#lookSoon();
    } else if (phase === 'securing' && !this.#extended) {
      this.#extended = true;
      this.#deadline.start(moreForSecuringMs);
    } else if (phase === 'closed') {
      this.#lose({ why: 'expelled', code: this.#closeCode });
    } else {
      this.#lose({ why: 'timeout', phase });
    }
  }

  /** Nobody would hear it: people may be in the channel whose connection does not come up. */
  #alone(connected: ReadonlySet<string>): boolean {
    this.#connected = connected;
    if (this.#othersIn(connected)) return false;
    return this.#unsecured === this.#networking || !this.#options.company();
  }

  #othersIn(connected: ReadonlySet<string>): boolean {
    return [...connected].some((userId) => userId !== this.#options.botId);
  }
}
