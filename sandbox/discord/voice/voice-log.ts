import type {
  RefusedPacket,
  SeenClose,
  SeenGap,
  SeenPacket,
  UserRecord,
  VoiceRecord,
} from './voice-server-types.ts';

/** At least a minute of one speaker. */
const keptPackets = 6_000;
const keptGaps = 1_000;
const keptCloses = 10_000;

class UserLog implements UserRecord {
  received = 0;
  forwarded = 0;
  delivered = 0;
  unencryptedFrames = 0;
  silenceFrames = 0;
  trailingSilenceFrames = 0;
  readonly refused: Record<RefusedPacket, number> = {
    'too-early': 0,
    'wrong-source': 0,
    forged: 0,
    malformed: 0,
    replayed: 0,
    'reused-nonce': 0,
    muted: 0,
    unannounced: 0,
  };
  readonly packets: SeenPacket[] = [];
  readonly gaps: SeenGap[] = [];
  readonly ops = new Map<number, number>();
}

/** Counts what happened per person. */
export class VoiceLog implements VoiceRecord {
  readonly #users = new Map<string, UserLog>();
  readonly closes: SeenClose[] = [];
  strayPackets = 0;

  of(userId: string): UserLog {
    const known = this.#users.get(userId) ?? new UserLog();
    this.#users.set(userId, known);
    return known;
  }

  clear(): void {
    this.#users.clear();
    this.closes.length = 0;
    this.strayPackets = 0;
  }

  closed(close: SeenClose): void {
    keep(this.closes, close, keptCloses);
  }

  op(userId: string, op: number): void {
    const { ops } = this.of(userId);
    ops.set(op, (ops.get(op) ?? 0) + 1);
  }

  stray(): void {
    this.strayPackets += 1;
  }

  refused(userId: string, why: RefusedPacket): void {
    this.of(userId).refused[why] += 1;
  }

  packet(userId: string, packet: SeenPacket, gap: Omit<SeenGap, 'atMs'> | undefined): void {
    const log = this.of(userId);
    log.received += 1;
    log.silenceFrames += packet.silence ? 1 : 0;
    log.trailingSilenceFrames = packet.silence ? log.trailingSilenceFrames + 1 : 0;
    keep(log.packets, packet, keptPackets);
    if (gap) keep(log.gaps, { atMs: packet.atMs, ...gap }, keptGaps);
  }

  unencrypted(userId: string): void {
    this.of(userId).unencryptedFrames += 1;
  }

  forwarded(fromId: string, toId: string): void {
    this.of(fromId).forwarded += 1;
    this.of(toId).delivered += 1;
  }
}

function keep<Item>(list: Item[], item: Item, limit: number): void {
  list.push(item);
  if (list.length > limit) list.splice(0, list.length - Math.floor(limit / 2));
}
