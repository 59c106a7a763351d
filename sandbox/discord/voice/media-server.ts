import type { Socket } from 'node:dgram';
import { answerDiscovery, readDiscovery } from './discovery.ts';
import type { MediaAddress, MediaNetwork } from './media-network.ts';
import { frameOf, type RtpHeader, readRtpHeader } from './rtp.ts';
import type { Session } from './session.ts';
import type { VoiceLog } from './voice-log.ts';
import type { RefusedPacket } from './voice-server-types.ts';

const keepAliveBytes = 8;
const longestWait = 10;
const silenceFrame = Buffer.from([0xf8, 0xff, 0xfe]);
const daveMarker = Buffer.from([0xfa, 0xfa]);

export interface MediaServerOptions {
  readonly socket: Socket;
  readonly network: MediaNetwork;
  readonly log: VoiceLog;
  readonly bySsrc: (ssrc: number) => Session | undefined;
}

/** The UDP side: IP discovery, keep-alives, and people's frames on their way to the others in their call. */
export class MediaServer {
  readonly #options: MediaServerOptions;
  #discoveriesToDrop = 0;

  constructor(options: MediaServerOptions) {
    this.#options = options;
    options.socket.on('message', (packet, from) => this.#receive(packet, from, performance.now()));
  }

  dropDiscovery(count: number): void {
    this.#discoveriesToDrop = count;
  }

  #receive(packet: Buffer, from: MediaAddress, atMs: number): void {
    const asking = readDiscovery(packet);
    if (asking !== undefined) this.#discover(asking, from);
    else if (packet.length === keepAliveBytes) this.#answer(packet, from);
    else this.#media(packet, from, atMs);
  }

  #discover(ssrc: number, from: MediaAddress): void {
    if (!this.#options.bySsrc(ssrc)) return;
    if (this.#discoveriesToDrop > 0) this.#discoveriesToDrop -= 1;
    else this.#answer(answerDiscovery(ssrc, from.address, from.port), from);
  }

  #answer(packet: Buffer, to: MediaAddress): void {
    this.#options.socket.send(packet, to.port, to.address);
  }

  #media(packet: Buffer, from: MediaAddress, atMs: number): void {
    const header = readRtpHeader(packet);
    const session = header && this.#options.bySsrc(header.ssrc);
    if (!session) {
      this.#options.log.stray();
      return;
    }
    const refused = this.#accept(session, header, packet, from, atMs);
    if (refused) this.#options.log.refused(session.userId, refused);
  }

  /** Passes one packet on, or says why not. */
  #accept(
    session: Session,
    header: RtpHeader,
    packet: Buffer,
    from: MediaAddress,
    atMs: number,
  ): RefusedPacket | undefined {
    const { log } = this.#options;
    const { state, userId } = session;
    if (state.kind !== 'connected') return 'too-early';
    if (state.media.address !== from.address || state.media.port !== from.port) return 'wrong-source';
    const opened = state.cipher.open(packet, header.clearBytes);
    if (!opened) return 'forged';
    const frame = frameOf(header, opened.body);
    if (!frame) return 'malformed';
    const { sequence, timestamp } = header;
    const arrival = session.incoming.accept(sequence, timestamp);
    if (arrival.kind !== 'new') return arrival.kind;
    if (!state.cipher.use(opened.counter)) return 'reused-nonce';
    const silence = frame.equals(silenceFrame);
    const endToEndEncrypted = frame.subarray(-daveMarker.length).equals(daveMarker);
    const seen = { atMs, sequence, timestamp, frameBytes: frame.length, silence, endToEndEncrypted };
    log.packet(userId, seen, arrival.gap);
    if (!silence && !endToEndEncrypted && state.call.dave?.members.includes(userId)) log.unencrypted(userId);
    if (session.place.seat.muted) return 'muted';
    const media = { sequence, timestamp, frame };
    if (session.voice.kind === 'announced') {
      state.call.relay(session, media);
      return undefined;
    }
    // Its op 5 may still be on its way: the two travel apart.
    session.voice.waiting.push(media);
    if (session.voice.waiting.length <= longestWait) return undefined;
    session.voice.waiting.shift();
    return 'unannounced';
  }
}
