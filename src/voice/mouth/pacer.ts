import { performance } from 'node:perf_hooks';
import { measures } from '../../operations/measures.ts';
import { frameMs } from '../packets/audio.ts';

/** A clock that never steps, and one timer. */
export interface MonotonicTime {
  nowMs(): number;
  /** Returns a function that cancels it. */
  after(durationMs: number, callback: () => void): () => void;
}

export const processTime: MonotonicTime = {
  nowMs: () => performance.now(),
  after(durationMs, callback) {
    const timer = setTimeout(callback, durationMs);
    return () => clearTimeout(timer);
  },
};

type Tick = (lateMs: number, missed: number) => void;

/** The 20 ms clock that all rooms of a process share. */
export interface Pacer {
  /**
   * Calls back within 5 ms (20 in a crowd) and then every 20 ms, until the returned function is called. The callback
   * must be fast and synchronous, because all rooms wait for it.
   * @param tick gets how late it is, and how many ticks before it are dropped
   */
  join(tick: Tick): () => void;
}

interface Member {
  readonly tick: Tick;
  dueMs: number;
  active: boolean;
}

/**
 * Rooms start on a grid of this width, so a crowd is spread over four wake-ups and never needs more than 200 a second.
 */
const gridMs = 5;
const phases = frameMs / gridMs;
/** How many more than its share a phase may have before newcomers get the next one. */
const crowdMargin = 4;
/** After a longer stall, missed ticks are dropped, because a burst makes listeners skip (spec 5, 1.3, 9). */
const caughtUpMs = 2 * frameMs;
/** Node's timers count whole milliseconds and may fire slightly early. */
const earlyMs = 1;

/** One timer for all, and none while nobody needs it. It uses monotonic time, so clock changes are harmless. */
export function createPacer(time: MonotonicTime = processTime): Pacer {
  const members = new Set<Member>();
  const originMs = time.nowMs();
  let armed: { readonly dueMs: number; readonly cancel: () => void } | undefined;

  const arm = () => {
    let dueMs = Number.POSITIVE_INFINITY;
    for (const member of members) dueMs = Math.min(dueMs, member.dueMs);
    if (armed?.dueMs === dueMs) return;
    armed?.cancel();
    armed = undefined;
    if (members.size === 0) return;
    const cancel = time.after(Math.max(0, Math.ceil(dueMs - time.nowMs())), wake);
    armed = { dueMs, cancel };
  };

  const wake = () => {
    armed = undefined;
    try {
      for (const member of [...members]) run(member);
    } finally {
      arm();
    }
  };

  const run = (member: Member) => {
    let lateMs = time.nowMs() - member.dueMs;
    let missed = lateMs > caughtUpMs ? Math.floor(lateMs / frameMs) : 0;
    member.dueMs += missed * frameMs;
    while (member.active && lateMs >= -earlyMs) {
      member.dueMs += frameMs;
      if (measures.tick.isHeard) measures.tick.tell({ lateMs: Math.max(0, lateMs) });
      member.tick(Math.max(0, lateMs), missed);
      missed = 0;
      lateMs = time.nowMs() - member.dueMs;
    }
  };

  /** The next point of the grid that isn't crowded. */
  const firstDueMs = () => {
    const next = Math.ceil((time.nowMs() - originMs) / gridMs);
    const crowds = Array.from({ length: phases }, () => 0);
    for (const { dueMs } of members) {
      const phase = Math.round((dueMs - originMs) / gridMs) % phases;
      crowds[phase] = (crowds[phase] ?? 0) + 1;
    }
    let point = next;
    while ((crowds[point % phases] ?? 0) > members.size / phases + crowdMargin) point += 1;
    return originMs + point * gridMs;
  };

  return {
    join(tick) {
      const member = { tick, dueMs: firstDueMs(), active: true };
      members.add(member);
      arm();
      return () => {
        member.active = false;
        members.delete(member);
        arm();
      };
    },
  };
}

/** This process's clock: one timer for all rooms. */
export const sharedPacer: Pacer = createPacer();
