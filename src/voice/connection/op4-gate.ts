import { GatewayOpcodes, type GatewayVoiceStateUpdate } from 'discord.js';
import type { Logger } from 'pino';
import { Alarm, type Clock } from '../../operations/clock.ts';
import { SlidingWindow } from '../../operations/rate-limits.ts';

/** What a voice state update asks the main gateway for (op 4). */
export interface VoiceStateRequest {
  readonly guildId: string;
  /** Null to leave. */
  readonly channelId: string | null;
  readonly deaf: boolean;
}

/** The op 4 that asks the main gateway for a place in a voice channel, or gives it up. */
export function voiceStatePayload({ guildId, channelId, deaf }: VoiceStateRequest): GatewayVoiceStateUpdate {
  return {
    op: GatewayOpcodes.VoiceStateUpdate,
    d: { guild_id: guildId, channel_id: channelId, self_deaf: deaf, self_mute: false },
  };
}

/** `disconnected`: the shard isn't connected right now. `gone`: the bot isn't in that guild any more. */
export type Op4Outcome = 'sent' | 'disconnected' | 'gone';

/** A guild's connection to its shard. */
export interface Op4Way {
  readonly shardId: number;
  send(): Op4Outcome;
}

export interface LeaveWay extends Op4Way {
  /** Whether Discord shows the bot in none of the guild's voice channels. */
  isOut(): boolean;
}

const minuteMs = 60_000;
/**
 * A connection may send 120 messages a minute (spec 5, 1.3, 3). The rest is for heartbeats, which can't wait, and for
 * questions about channels. discord.js holds back the 115th itself.
 */
const mostInMinute = 98;
/** How many of them joining leaves to leaving. */
const keptForLeaves = 20;
/** A guild's room may send a few in quick succession, but not for long. */
const guildBurst = 3;
const guildEveryMs = 1_000;

const retryMs = 500;
const joinPatienceMs = 60_000;
/** If Discord doesn't confirm a leave within this time, it's sent again, with growing pauses. */
const firstConfirmMs = 3_000;
const longestConfirmMs = minuteMs;
/** After this many unconfirmed leaves, it's logged. */
const toldAfter = 3;

interface Join {
  way: Op4Way;
  /** Since when it has only been waiting for the shard to connect. */
  waitsSince: number | undefined;
  dueAt: number;
  readonly waiting: Set<PromiseWithResolvers<boolean>>;
}

interface Leave {
  way: LeaveWay;
  sends: number;
  dueAt: number;
  readonly sent: PromiseWithResolvers<void>;
}

/** What a guild waits for: first to leave, then to join. A leave that was sent stays until Discord confirms it. */
interface Wishes {
  leave?: Leave | undefined;
  join?: Join | undefined;
}

/**
 * The only way to send op 4 to the main gateway, for all rooms. Only a guild's last wish counts. Leaving goes first and
 * is always retried.
 */
export class Op4Gate {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #alarm: Alarm;
  /** By shard, because each has a connection of its own. */
  readonly #windows = new Map<number, SlidingWindow>();
  /** By guild: when the next join is due at the normal rate (GCRA). */
  readonly #unhurriedAt = new Map<string, number>();
  readonly #wishes = new Map<string, Wishes>();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
    this.#alarm = new Alarm(clock);
    this.#running = this.#run();
  }

  /**
   * Asks for a place, or shows another state in it. Waits for its turn, for an earlier leave in the same guild, and for
   * the shard to connect. A new wish replaces the guild's waiting one, and both get its outcome.
   * @returns false if the guild left instead or is gone, or if the shard didn't come back within a minute
   * @throws the signal's reason
   */
  async join(guildId: string, way: Op4Way, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const wishes = this.#wishesOf(guildId);
    const join = wishes.join ?? { way, waitsSince: undefined, dueAt: 0, waiting: new Set() };
    join.way = way;
    wishes.join = join;
    const outcome = Promise.withResolvers<boolean>();
    join.waiting.add(outcome);
    const callOff = () => {
      join.waiting.delete(outcome);
      if (join.waiting.size === 0 && wishes.join === join) this.#drop(guildId, 'join');
      outcome.reject(signal.reason);
    };
    signal.addEventListener('abort', callOff, { once: true });
    this.#alarm.ring();
    try {
      return await outcome.promise;
    } finally {
      signal.removeEventListener('abort', callOff);
    }
  }

  /** Drops the guild's waiting wish and leaves. Resolves once that's sent, however long it takes. Never rejects. */
  async leave(guildId: string, way: LeaveWay): Promise<void> {
    const wishes = this.#wishesOf(guildId);
    this.#settle(guildId, wishes, false);
    wishes.leave ??= { way, sends: 0, dueAt: 0, sent: Promise.withResolvers<void>() };
    wishes.leave.way = way;
    this.#wishes.set(guildId, wishes);
    this.#alarm.ring();
    await wishes.leave.sent.promise;
  }

  /**
   * Stops sending. Resolves to how many guilds weren't left; Discord removes the bot there when its connection ends.
   */
  async close(): Promise<number> {
    this.#stop.abort();
    await this.#running;
    const unsent = [...this.#wishes].filter(([, { leave }]) => leave?.sends === 0);
    for (const [guildId, wishes] of this.#wishes) {
      wishes.leave?.sent.resolve();
      this.#settle(guildId, wishes, false);
    }
    this.#wishes.clear();
    return unsent.length;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#alarm.wait(this.#sendDue(), signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#log.error({ err: error }, 'joining and leaving voice channels failed; trying again');
        await this.#clock.sleep(retryMs, signal).catch(() => undefined);
      }
    }
  }

  /** Sends everything that's due. Returns when to check again. */
  #sendDue(): number | undefined {
    const times = [
      ...[...this.#wishes].map(([guildId, wishes]) => this.#leaveDue(guildId, wishes)),
      ...[...this.#wishes].map(([guildId, wishes]) => this.#joinDue(guildId, wishes)),
    ].filter((time) => time !== undefined);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #leaveDue(guildId: string, { leave }: Wishes): number | undefined {
    if (!leave) return undefined;
    const now = this.#clock.now();
    if (leave.dueAt > now) return leave.dueAt;
    if (leave.sends > 0 && leave.way.isOut()) return this.#drop(guildId, 'leave');
    const freeAt = this.#windowOf(leave.way).freeAt();
    if (freeAt > now) return freeAt;
    const outcome = leave.way.send();
    if (outcome === 'gone') {
      leave.sent.resolve();
      return this.#drop(guildId, 'leave');
    }
    if (outcome === 'sent') {
      this.#windowOf(leave.way).take();
      leave.sends += 1;
      leave.sent.resolve();
      if (leave.sends === toldAfter)
        this.#log.warn(
          { guildId },
          'Discord still shows the bot in a voice channel that it left; leaving again',
        );
      leave.dueAt = now + Math.min(firstConfirmMs * 2 ** (leave.sends - 1), longestConfirmMs);
    } else leave.dueAt = now + retryMs;
    return leave.dueAt;
  }

  #joinDue(guildId: string, wishes: Wishes): number | undefined {
    const { join, leave } = wishes;
    // A leave that was sent may still be unconfirmed. If the seat is still taken, a join finds out soon enough.
    if (!join || leave?.sends === 0) return undefined;
    const now = this.#clock.now();
    const freeAt = Math.max(
      join.dueAt,
      this.#windowOf(join.way).freeAt(keptForLeaves),
      this.#guildFreeAt(guildId),
    );
    if (freeAt > now) return freeAt;
    const outcome = join.way.send();
    if (outcome === 'sent') {
      this.#windowOf(join.way).take();
      this.#countJoin(guildId);
      wishes.leave = undefined;
    }
    join.waitsSince ??= now;
    if (outcome !== 'disconnected' || now - join.waitsSince >= joinPatienceMs)
      return this.#settle(guildId, wishes, outcome === 'sent');
    join.dueAt = now + retryMs;
    return join.dueAt;
  }

  #settle(guildId: string, { join }: Wishes, sent: boolean): undefined {
    for (const { resolve } of join?.waiting ?? []) resolve(sent);
    return this.#drop(guildId, 'join');
  }

  #drop(guildId: string, what: keyof Wishes): undefined {
    const wishes = this.#wishes.get(guildId);
    if (!wishes) return;
    wishes[what] = undefined;
    if (!wishes.join && !wishes.leave) this.#wishes.delete(guildId);
  }

  #wishesOf(guildId: string): Wishes {
    const wishes = this.#wishes.get(guildId) ?? {};
    this.#wishes.set(guildId, wishes);
    return wishes;
  }

  #windowOf({ shardId }: Op4Way): SlidingWindow {
    const window = this.#windows.get(shardId) ?? new SlidingWindow(this.#clock, mostInMinute, minuteMs);
    this.#windows.set(shardId, window);
    return window;
  }

  #guildFreeAt(guildId: string): number {
    return (this.#unhurriedAt.get(guildId) ?? 0) - (guildBurst - 1) * guildEveryMs;
  }

  #countJoin(guildId: string): void {
    const now = this.#clock.now();
    for (const [id, at] of this.#unhurriedAt) if (at <= now) this.#unhurriedAt.delete(id);
    this.#unhurriedAt.set(guildId, (this.#unhurriedAt.get(guildId) ?? now) + guildEveryMs);
  }
}
