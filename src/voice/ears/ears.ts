import type { VoiceConnection } from '@discordjs/voice';
import { measures } from '../../operations/measures.ts';
import { type MonotonicTime, type Pacer, processTime, sharedPacer } from '../mouth/pacer.ts';
import { frameMs } from '../packets/audio.ts';
import { libopus, type OpusCodec } from '../packets/opus-codec.ts';
import { decrypt, HearingHealth, isSecured, recoverSession } from './decryption.ts';
import { networkingOf, type RtpHeader, rtpHeaderOf, type TapEvent, tap, type Untap } from './rtp.ts';
import { Speakers } from './speakers.ts';
import type { HeardFrame, RoomEars } from './types.ts';

interface EarsOptions {
  /** How much silence is passed on when someone stops speaking, so that listeners notice. Default 1,200 ms. */
  readonly silenceMs?: number;
  readonly pacer?: Pacer;
  readonly time?: MonotonicTime;
  readonly codec?: OpusCodec;
  /** People who are never heard, whatever is allowed: their packets are dropped before they're decrypted. */
  readonly neverHears?: (userId: string) => boolean;
  /** A packet or a listener failed; hearing goes on. */
  readonly onProblem?: (error: unknown) => void;
}

/** What the ears have done with allowed speakers' datagrams since they exist. */
interface HearingCounts {
  readonly heard: number;
  readonly stale: number;
  readonly empty: number;
  readonly pending: number;
  readonly failed: number;
  readonly recoveries: number;
}

export interface AudioEars extends RoomEars {
  readonly counts: HearingCounts;
}

const defaultSilenceMs = 1_200;

/**
 * Hears people who agreed to it, through a voice connection. Nobody else is decrypted. Never throws into its sockets.
 */
export function createEars(options: EarsOptions = {}): AudioEars {
  return new TappedEars(options);
}

class TappedEars implements AudioEars {
  readonly #time: MonotonicTime;
  readonly #neverHears: (userId: string) => boolean;
  readonly #onProblem: (error: unknown) => void;
  readonly #listeners = new Set<(frame: HeardFrame) => void>();
  readonly #deafnessListeners = new Set<(deaf: boolean) => void>();
  readonly #speakers: Speakers;
  readonly #health = new HearingHealth();
  readonly #counts = { heard: 0, stale: 0, empty: 0, pending: 0, failed: 0, recoveries: 0 };
  /** Who may be heard, and from when on. */
  #allowed: ReadonlyMap<string, number> = new Map();
  #tapped: { readonly connection: VoiceConnection; readonly untap: Untap } | undefined;

  constructor(options: EarsOptions) {
    const {
      silenceMs = defaultSilenceMs,
      pacer = sharedPacer,
      time = processTime,
      codec = libopus,
    } = options;
    this.#time = time;
    this.#neverHears = options.neverHears ?? (() => false);
    this.#onProblem = options.onProblem ?? (() => undefined);
    this.#speakers = new Speakers({
      codec,
      pacer,
      silentFramesAtMost: Math.ceil(silenceMs / frameMs),
      nowMs: () => time.nowMs(),
      emit: (frame) => this.#emit(frame),
      onProblem: this.#onProblem,
    });
  }

  get counts(): HearingCounts {
    return { ...this.#counts };
  }

  allow(userIds: ReadonlySet<string>): void {
    const nowMs = this.#time.nowMs();
    this.#allowed = new Map([...userIds].map((userId) => [userId, this.#allowed.get(userId) ?? nowMs]));
    this.#speakers.retain(userIds);
    if (this.#health.retain(userIds)) this.#tellDeafness(false);
  }

  onFrame(listener: (frame: HeardFrame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onDeafness(listener: (deaf: boolean) => void): () => void {
    this.#deafnessListeners.add(listener);
    return () => this.#deafnessListeners.delete(listener);
  }

  attach(connection: VoiceConnection): void {
    if (this.#tapped?.connection !== connection) {
      this.detach();
      const untap = tap(connection, (event) => this.#guarded(() => this.#hearTap(connection, event)));
      this.#tapped = { connection, untap };
    }
    this.#beginAnew(networkingOf(connection));
  }

  detach(): void {
    this.#tapped?.untap();
    this.#tapped = undefined;
    this.#beginAnew(undefined);
  }

  forget(userId: string): void {
    this.#speakers.forgetPerson(userId);
    if (this.#health.heard(userId)) this.#tellDeafness(false);
  }

  close(): void {
    this.#speakers.close();
    this.detach();
    this.#listeners.clear();
    this.#deafnessListeners.clear();
  }

  #beginAnew(networking: unknown): void {
    this.#health.reset();
    this.#speakers.beginAnew(networking);
  }

  #hearTap(connection: VoiceConnection, event: TapEvent): void {
    if (event.is === 'datagram') this.#arrive(connection, event.datagram);
    else if (event.is === 'speaker') this.#name(connection, event.ssrc, event.userId);
    else this.forget(event.userId);
  }

  #name(connection: VoiceConnection, ssrc: number, userId: string): void {
    const networking = networkingOf(connection);
    const waiting = this.#speakers.nameStream(ssrc, userId, networking, this.#allowed.get(userId));
    for (const datagram of waiting) this.#arrive(connection, datagram);
  }

  #arrive(connection: VoiceConnection, datagram: Buffer): void {
    const header = rtpHeaderOf(datagram);
    if (!header || this.#allowed.size === 0) return;
    const userId = this.#speakers.ownerOf(header.ssrc);
    if (userId === undefined) this.#speakers.keepUnnamed(header.ssrc, datagram);
    else if (this.#neverHears(userId)) return;
    else if (this.#allowed.has(userId)) this.#receive(connection, userId, header, datagram);
  }

  #receive(connection: VoiceConnection, userId: string, header: RtpHeader, datagram: Buffer): void {
    const { ssrc, sequence, timestamp } = header;
    const nowMs = this.#time.nowMs();
    const speaker = this.#speakers.find(userId, ssrc);
    if (speaker?.isStale(sequence)) {
      this.#counts.stale += 1;
      return;
    }
    const decrypted = decrypt(connection, header, datagram, userId);
    if (decrypted.is === 'opus') {
      this.#counts.heard += 1;
      if (!decrypted.inClear && this.#health.heard(userId)) this.#tellDeafness(false);
      const hearing = speaker ?? this.#speakers.begin(userId, ssrc);
      hearing.hearPacket(sequence, timestamp, decrypted.packet, nowMs);
      this.#speakers.keepTicking();
      return;
    }
    this.#counts[decrypted.is === 'forged' ? 'failed' : decrypted.is] += 1;
    // A packet that can't be verified as the server's doesn't change anyone's position in the stream.
    if (decrypted.is !== 'forged')
      speaker?.pass(sequence, decrypted.is === 'empty' ? 'empty' : 'lost', nowMs);
    if (decrypted.is !== 'empty') this.#failed(connection, userId, nowMs, decrypted.is === 'failed');
  }

  #failed(connection: VoiceConnection, userId: string, nowMs: number, bySession: boolean): void {
    const remedy = this.#health.failed(userId, nowMs, bySession && isSecured(connection));
    if (remedy === 'deaf') this.#tellDeafness(true);
    if (remedy !== 'recover') return;
    this.#counts.recoveries += 1;
    recoverSession(connection);
  }

  #emit(frame: HeardFrame): void {
    if (measures.frame.isHeard) measures.frame.tell({ kind: frame.kind });
    for (const listener of this.#listeners) this.#guarded(() => listener(frame));
  }

  #tellDeafness(deaf: boolean): void {
    for (const listener of this.#deafnessListeners) this.#guarded(() => listener(deaf));
  }

  /** Nothing catches errors in a socket's event or on the shared clock. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#onProblem(error);
    }
  }
}
