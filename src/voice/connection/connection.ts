import {
  type DiscordGatewayAdapterCreator,
  joinVoiceChannel,
  type Networking,
  type NetworkingReadyState,
  NetworkingStatusCode,
  type VoiceConnection,
  VoiceConnectionDisconnectReason,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import type { Logger } from 'pino';
import { type Clock, Countdown } from '../../operations/clock.ts';
import { frameMs, type OpusPacket, silencePacket, silencePacketsAtEnd } from '../packets/audio.ts';
import { listeningAdapter, type OnFault, tendNetworking } from './networking.ts';
import { type Loss, moreForSecuringMs, type Phase, patienceMs, verdictOn } from './phase.ts';

export type ConnectionEvent =
  /** A new networking object, in the same tick. */
  | { readonly is: 'networking'; readonly connection: VoiceConnection }
  /** People can hear it now. */
  | { readonly is: 'up' }
  /** They can't any more, but it may come back by itself. */
  | { readonly is: 'down'; readonly attempt: 0 };

/** How many frames in a row may fail before the library recovers by itself (spec 5, 1.6). */
const decryptionFailureTolerance = 250;

/**
 * One connection of @discordjs/voice, from joining to the end, with a deadline for each phase in which nobody can hear
 * it. It never throws, never rejoins and sends nothing to the main gateway: it ends with a loss, and its owner makes
 * another one.
 */
export class RoomConnection {
  /** Resolves once to the first reason why it's no longer usable, which can be closing it. */
  readonly lost: Promise<Loss>;
  readonly #options;
  readonly #connection: VoiceConnection;
  readonly #deadline: Countdown;
  readonly #lose: (loss: Loss) => void;
  readonly #end = new AbortController();
  #networking: Networking | undefined;
  /** The code that its voice socket closed with for good. */
  #closeCode: number | undefined;
  #looking = false;
  #phase: Phase = 'signalling';
  #wasOpen = false;
  #greeting: { readonly networking: Networking | undefined; done: boolean } | undefined;
  #connected: ReadonlySet<string> = new Set();
  /** Encryption wasn't set up in time, because nobody was there to set it up with. */
  #unsecured: Networking | undefined;
  /** The phase got more time. */
  #extended = false;

  constructor(options: {
    readonly guildId: string;
    readonly channelId: string;
    /** Separates the clients in a process, because @discordjs/voice keeps one connection per guild and group. */
    readonly group: string;
    readonly deaf: boolean;
    readonly adapterCreator: DiscordGatewayAdapterCreator;
    readonly clock: Clock;
    readonly log: Logger;
    readonly botId: string;
    /** Whether anyone else is in the channel, according to the main gateway. */
    readonly company: () => boolean;
    readonly tell: (event: ConnectionEvent) => void;
  }) {
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
    // In the same tick: an unhandled error event would end the process (spec 5, 1.3, 15).
    this.#connection.on('error', (error) => this.#onFault('connection', error));
    this.#connection.on('stateChange', () => this.#adopt());
  }

  /** The main gateway was asked for a place, so its time to answer starts now. */
  asked(): void {
    if (this.#phase === 'signalling') this.#deadline.start(patienceMs.signalling ?? 0);
  }

  /** Its owner decided to end it. */
  giveUp(): void {
    this.#lose({ why: 'given-up' });
  }

  get wasOpen(): boolean {
    return this.#wasOpen;
  }

  get open(): boolean {
    return this.#phase === 'open';
  }

  /** Never throws. Returns false if nothing was sent. */
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

  /** A person left the channel, so late packets in their name are dropped (spec 5, 1.3, 10). */
  forget(userId: string): void {
    this.#connection.receiver.ssrcMap.delete(userId);
    this.#connection.receiver.subscriptions.get(userId)?.destroy();
  }

  /** Releases everything. Idempotent. */
  close(): void {
    this.#deadline.cancel();
    this.#lose({ why: 'given-up' });
    this.#destroy();
  }

  /** The library throws if it's destroyed twice. */
  #destroy(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    if (this.#connection.state.status === VoiceConnectionStatus.Destroyed) return;
    try {
      this.#connection.destroy();
    } catch (error) {
      this.#onFault('destroy', error);
    }
  }

  #put({ buffer, byteOffset, byteLength }: OpusPacket): boolean {
    try {
      return this.#connection.playOpusPacket(Buffer.from(buffer, byteOffset, byteLength)) ?? false;
    } catch (error) {
      this.#onFault('send', error);
      return false;
    }
  }

  /** Runs after the library's own handlers, which pass through meaningless states. */
  #lookSoon(): void {
    if (this.#looking) return;
    this.#looking = true;
    queueMicrotask(() => {
      this.#looking = false;
      if (!this.#end.signal.aborted) this.#look();
    });
  }

  /** Only the library's final state counts. */
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
    if (phase === 'open') this.#options.tell({ is: 'up' });
    else if (was === 'open') this.#options.tell({ is: 'down', attempt: 0 });
  }

  #phaseNow(): Phase {
    const phase = phaseOf(this.#connection, (connected) => this.#alone(connected));
    // The library says signalling when it answered a close code with an op 4, which wasn't sent.
    if (phase === 'signalling' && this.#closeCode !== undefined) return 'closed';
    if ((phase === 'open' || phase === 'securing') && this.#greeting?.networking !== this.#networking)
      void this.#greet();
    return phase === 'open' && !this.#greeting?.done ? 'securing' : phase;
  }

  /**
   * Five frames of silence after each new session, because some servers pass nothing on to a client that has never sent
   * anything (spec 5, 1.3).
   */
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
      const isDiscovering = this.#networking?.state.code === NetworkingStatusCode.UdpHandshaking;
      this.#lose({ why: 'timeout', phase, ...(isDiscovering ? { unanswered: true } : {}) });
    }
  }

  /** Nobody could hear it: people in the channel may have a connection that doesn't come up. */
  #alone(connected: ReadonlySet<string>): boolean {
    this.#connected = connected;
    if (this.#othersIn(connected)) return false;
    return this.#unsecured === this.#networking || !this.#options.company();
  }

  #othersIn(connected: ReadonlySet<string>): boolean {
    return [...connected].some((userId) => userId !== this.#options.botId);
  }

  readonly #onFault: OnFault = (where, error) => {
    this.#options.log.warn({ err: error, where, guildId: this.#options.guildId }, 'voice connection error');
  };

  /** Runs after every change, so that a new networking object is guarded before its first message. */
  #adopt(): void {
    const { state } = this.#connection;
    const networking = 'networking' in state ? state.networking : undefined;
    if (networking && networking !== this.#networking) this.#take(networking);
    this.#lookSoon();
  }

  #take(networking: Networking): void {
    this.#networking = networking;
    this.#closeCode = undefined;
    const { clock, tell } = this.#options;
    tendNetworking(networking, clock, this.#end.signal, (event) => {
      if (event.is === 'fault') this.#onFault(event.where, event.error);
      else if (event.is === 'step') this.#lookSoon();
      else this.giveUp();
    });
    networking.prependListener('close', (code: number) => {
      if (networking === this.#networking) this.#closeCode = code;
    });
    this.#clearSpeakers();
    tell({ is: 'networking', connection: this.#connection });
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

/** @param alone whether nobody could hear it: a call of one has no encryption, and needs none */
function phaseOf({ state }: VoiceConnection, alone: (connected: ReadonlySet<string>) => boolean): Phase {
  switch (state.status) {
    case VoiceConnectionStatus.Signalling:
      return 'signalling';
    case VoiceConnectionStatus.Destroyed:
      return 'destroyed';
    case VoiceConnectionStatus.Disconnected:
      return state.reason === VoiceConnectionDisconnectReason.EndpointRemoved ? 'relocating' : 'closed';
    case VoiceConnectionStatus.Connecting:
    case VoiceConnectionStatus.Ready: {
      const networking = state.networking.state;
      if (networking.code === NetworkingStatusCode.Closed) return 'closed';
      if (networking.code === NetworkingStatusCode.Resuming) return 'resuming';
      if (networking.code !== NetworkingStatusCode.Ready) return 'connecting';
      return isSecured(networking, alone) ? 'open' : 'securing';
    }
  }
}

/**
 * Ready doesn't mean encrypted: until the MLS group exists, frames are sent in the clear and clients drop them (spec 5,
 * 1.1). Version 0 is a stage, which has no end-to-end encryption.
 */
function isSecured(
  { dave, connectionData }: NetworkingReadyState,
  alone: (connected: ReadonlySet<string>) => boolean,
): boolean {
  if (!dave || dave.protocolVersion === 0) return true;
  return dave.session?.ready || alone(connectionData.connectedClients);
}
