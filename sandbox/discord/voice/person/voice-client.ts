import { randomUUID } from 'node:crypto';
import {
  type DiscordGatewayAdapterLibraryMethods,
  joinVoiceChannel,
  type Networking,
  type VoiceConnection,
} from '@discordjs/voice';
import { daveOf, guardDave } from './guarded-dave.ts';
import { type HeardPacket, hearEverybody } from './heard-packets.ts';
import { sendSilence } from './speech-end.ts';
import { trustCertificate } from './trusted-certificate.ts';

/** A place in a voice channel, as the main gateway gave it to that person. */
export interface VoicePlace {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** Of the main gateway. */
  readonly sessionId: string;
  /** From VOICE_SERVER_UPDATE. */
  readonly token: string;
  /** `host:port` */
  readonly endpoint: string;
  readonly selfDeaf?: boolean;
  readonly selfMute?: boolean;
  /** The voice server's own certificate (PEM), unless the process trusts it already. */
  readonly certificate?: string;
  /** 15,000 when absent. */
  readonly readyTimeoutMs?: number;
}

export interface VoiceEnd {
  /** The voice close code, if the server gave one. */
  readonly code?: number;
  readonly reason: string;
}

export interface VoiceClient {
  /** Connected and, if anybody else is there, in possession of the call's keys. Rejects if that fails. */
  readonly ready: Promise<void>;
  /** One Opus packet of 20 ms, at the speaker's pace. False when it could not be sent: not connected, or no keys yet. */
  speak(packet: Uint8Array): boolean;
  /** The person pauses: five silence frames, then no longer speaking. */
  endSpeech(): void;
  /** Each of these returns a function that removes the listener. */
  onPacket(listener: (heard: HeardPacket) => void): () => void;
  onSpeaking(listener: (change: { readonly userId: string; readonly speaking: boolean }) => void): () => void;
  /** It ended by itself, not by `close`. */
  onClosed(listener: (end: VoiceEnd) => void): () => void;
  close(): void;
}

const defaultReadyTimeoutMs = 15_000;
const externalSenderOp = 25;

/**
 * The voice side of a person in the sandbox: a real voice connection with its own UDP socket and end-to-end encryption.
 * It reconnects only by resuming; when the server ends it, it is over.
 */
export function connectVoice(place: VoicePlace): VoiceClient {
  if (place.certificate !== undefined) trustCertificate(place.certificate);
  return new PersonsVoice(place);
}

class PersonsVoice implements VoiceClient {
  readonly ready: Promise<void>;
  readonly #userId: string;
  readonly #connection: VoiceConnection;
  readonly #packetListeners = new Set<(heard: HeardPacket) => void>();
  readonly #closedListeners = new Set<(end: VoiceEnd) => void>();
  readonly #whenReady = Promise.withResolvers<void>();
  readonly #deadline: NodeJS.Timeout;
  #stopSilence: (() => void) | undefined;
  /** The server has told this client who is there. */
  #introduced = false;
  #over = false;

  constructor(place: VoicePlace) {
    this.#userId = place.userId;
    this.ready = this.#whenReady.promise;
    this.ready.catch(() => {});
    const { connection, gateway } = open(place);
    this.#connection = connection;
    // Without a listener, any error of a socket ends the process; what follows from it comes as a close.
    connection.on('error', () => {});
    connection.on('transitioned', () => this.#checkReady());
    connection.on('stateChange', (_old, state) => {
      if ('networking' in state) this.#follow(state.networking);
    });
    hearEverybody(connection.receiver, (heard) => {
      for (const listener of this.#packetListeners) listener(heard);
    });
    const timeoutMs = place.readyTimeoutMs ?? defaultReadyTimeoutMs;
    this.#deadline = setTimeout(() => this.#end({ reason: `not ready within ${timeoutMs} ms` }), timeoutMs);
    feed(gateway, place);
  }

  speak(packet: Uint8Array): boolean {
    this.#breakSilence();
    if (!this.#mayBeHeard()) return false;
    this.#connection.setSpeaking(true);
    return this.#connection.playOpusPacket(Buffer.from(packet)) ?? false;
  }

  endSpeech(): void {
    this.#breakSilence();
    if (this.#over) return;
    this.#stopSilence = sendSilence(
      (frame) => this.#connection.playOpusPacket(Buffer.from(frame)),
      () => this.#connection.setSpeaking(false),
    );
  }

  onPacket(listener: (heard: HeardPacket) => void): () => void {
    this.#packetListeners.add(listener);
    return () => this.#packetListeners.delete(listener);
  }

  onSpeaking(
    listener: (change: { readonly userId: string; readonly speaking: boolean }) => void,
  ): () => void {
    const { speaking } = this.#connection.receiver;
    const start = (userId: string) => listener({ userId, speaking: true });
    const end = (userId: string) => listener({ userId, speaking: false });
    speaking.on('start', start);
    speaking.on('end', end);
    return () => {
      speaking.off('start', start);
      speaking.off('end', end);
    };
  }

  onClosed(listener: (end: VoiceEnd) => void): () => void {
    this.#closedListeners.add(listener);
    return () => this.#closedListeners.delete(listener);
  }

  close(): void {
    this.#closedListeners.clear();
    this.#end({ reason: 'closed' });
  }

  #follow(networking: Networking): void {
    if (networking.listeners('close').includes(this.#onNetworkingClose)) return;
    networking.on('close', this.#onNetworkingClose);
    networking.on('stateChange', (before, state) => {
      guardDave(state);
      if ('ws' in state && (!('ws' in before) || before.ws !== state.ws)) this.#followSocket(state.ws);
      this.#checkReady();
    });
    if ('ws' in networking.state) this.#followSocket(networking.state.ws);
  }

  #followSocket(socket: Extract<Networking['state'], { readonly ws: unknown }>['ws']): void {
    socket.on('packet', () => this.#checkReady());
    socket.on('binary', ({ op }: { readonly op: number }) => {
      if (op === externalSenderOp) this.#introduced = true;
      this.#checkReady();
    });
  }

  readonly #onNetworkingClose = (code: number): void => {
    this.#end({ code, reason: `the voice server closed the connection (${code})` });
  };

  #networkingState(): Networking['state'] | undefined {
    const { state } = this.#connection;
    return state.status === 'ready' ? state.networking.state : undefined;
  }

  /** Version 0 has no keys. Anything sent in the clear to a call that is encrypted would be dropped by everybody. */
  #mayBeHeard(): boolean {
    const state = this.#networkingState();
    const dave = state && daveOf(state);
    return dave !== undefined && (dave.protocolVersion === 0 || dave.session?.ready === true);
  }

  #isAlone(): boolean {
    const state = this.#networkingState();
    if (!this.#introduced || !state || !('connectionData' in state)) return false;
    const { connectedClients } = state.connectionData;
    return connectedClients !== undefined && [...connectedClients].every((userId) => userId === this.#userId);
  }

  #checkReady(): void {
    if (this.#over || !(this.#mayBeHeard() || this.#isAlone())) return;
    clearTimeout(this.#deadline);
    this.#whenReady.resolve();
  }

  #breakSilence(): void {
    this.#stopSilence?.();
    this.#stopSilence = undefined;
  }

  #end(end: VoiceEnd): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    this.#breakSilence();
    this.#whenReady.reject(new Error(`The voice connection ended: ${end.reason}.`));
    if (this.#connection.state.status !== 'destroyed') this.#connection.destroy();
    for (const listener of this.#closedListeners) listener(end);
    this.#packetListeners.clear();
  }
}

/** Every connection is in a group of its own: several people of one guild connect from this process. */
function open(place: VoicePlace): {
  readonly connection: VoiceConnection;
  readonly gateway: DiscordGatewayAdapterLibraryMethods;
} {
  const methods: DiscordGatewayAdapterLibraryMethods[] = [];
  let asked = false;
  const connection = joinVoiceChannel({
    guildId: place.guildId,
    channelId: place.channelId,
    group: randomUUID(),
    selfDeaf: place.selfDeaf ?? false,
    selfMute: place.selfMute ?? false,
    adapterCreator: (given) => {
      methods.push(given);
      // The first op 4 was sent by the owner of the main gateway. There isn't a second one: the library would never stop asking.
      return {
        sendPayload: () => {
          const first = !asked;
          asked = true;
          return first;
        },
        destroy: () => {},
      };
    },
  });
  const [gateway] = methods;
  if (!gateway) throw new Error('The voice library did not ask for its gateway.');
  return { connection, gateway };
}

function feed(gateway: DiscordGatewayAdapterLibraryMethods, place: VoicePlace): void {
  const { guildId, channelId, userId, sessionId, token, endpoint } = place;
  gateway.onVoiceStateUpdate({
    guild_id: guildId,
    channel_id: channelId,
    user_id: userId,
    session_id: sessionId,
    deaf: false,
    mute: false,
    self_deaf: place.selfDeaf ?? false,
    self_mute: place.selfMute ?? false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: null,
  });
  gateway.onVoiceServerUpdate({ guild_id: guildId, token, endpoint });
}
