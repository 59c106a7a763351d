import { EventEmitter } from 'node:events';
import { NetworkingStatusCode, SSRCMap, type VoiceConnection, VoiceConnectionStatus } from '@discordjs/voice';
import { datagramKey } from '../../../support/datagrams.ts';

/**
 * What ears see of a voice connection that is ready, without a network: its media socket, its map of speakers, and an
 * encrypted session that does what a test says.
 */
export class ScriptedConnection {
  readonly socket = new EventEmitter();
  readonly ssrcMap = new SSRCMap();
  readonly session = {
    protocolVersion: 1,
    lastTransitionId: 0,
    reinitializing: false,
    session: { ready: true },
    recovered: [] as number[],
    decrypted: [] as string[],
    decrypt: (payload: Buffer, userId: string): Buffer | null => {
      this.session.decrypted.push(userId);
      return payload;
    },
    recoverFromInvalidTransition: (transitionId: number): void => {
      this.session.recovered.push(transitionId);
    },
  };
  /** What the library itself would have received. */
  readonly received: Buffer[] = [];
  readonly #receiver = {
    ssrcMap: this.ssrcMap,
    onUdpMessage: (datagram: Buffer) => this.received.push(datagram),
  };
  #networking: object = {};

  constructor() {
    this.#networking = this.newNetworking();
    this.socket.on('message', this.#receiver.onUdpMessage);
  }

  /** Another voice server. */
  newNetworking(): object {
    const connectionData = { encryptionMode: 'aead_aes256_gcm_rtpsize', secretKey: datagramKey };
    this.#networking = {
      state: { code: NetworkingStatusCode.Ready, connectionData, dave: this.session, udp: this.socket },
    };
    return this.#networking;
  }

  /** As the library is typed. */
  get connection(): VoiceConnection {
    const self = this;
    const seen = {
      receiver: this.#receiver,
      get state() {
        return { status: VoiceConnectionStatus.Ready, networking: self.#networking };
      },
    };
    this.#connection ??= seen as unknown as VoiceConnection;
    return this.#connection;
  }

  #connection: VoiceConnection | undefined;

  /** Op 5. */
  speaks(userId: string, audioSSRC: number): void {
    this.ssrcMap.update({ userId, audioSSRC });
  }

  arrives(datagram: Buffer): void {
    this.socket.emit('message', datagram);
  }
}
