import type { VoiceConnection } from '@discordjs/voice';
import type { Logger } from 'pino';
import { type Clock, timedOut, withTimeout } from '../../operations/clock.ts';
import { SlidingWindow } from '../../operations/rate-limits.ts';
import { RoomConnection } from '../connection/connection.ts';
import { type LeaveWay, type Op4Gate, type Op4Outcome, voiceStatePayload } from '../connection/op4-gate.ts';
import { backOffMs, type Loss, mostAttempts, verdictOn } from '../connection/phase.ts';
import type { RoomEars } from '../ears/types.ts';
import type { RoomMouth, RoomSink } from '../mouth/types.ts';
import type { OpusPacket } from '../packets/audio.ts';
import type { OwedStatuses, StatusRecords } from './channel-status.ts';
import type { Presence } from './presence.ts';
import type { RoomEnd } from './types.ts';

/** How a room gets its mouth and its ears. */
export interface RoomParts {
  createMouth(sink: RoomSink): RoomMouth;
  createEars(): RoomEars;
}

/** What all rooms of a process share. */
export interface RoomWorld extends RoomParts {
  readonly presence: Presence;
  /** What voice channels showed before the bot changed their status. */
  readonly records: StatusRecords;
  readonly owed: Pick<OwedStatuses, 'owe'>;
  readonly gate: Op4Gate;
  /** Whether datagrams of a voice server just arrived, or didn't. */
  readonly noteDatagrams: (arrived: boolean) => void;
  readonly clock: Clock;
  readonly log: Logger;
  /** Separates the clients in a process. */
  readonly group: string;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** What becomes of a room's connections. */
export type SupervisorEvent =
  /** A new networking object of a connection. */
  | { readonly is: 'networking'; readonly connection: VoiceConnection }
  | { readonly is: 'up' }
  /** Nobody can hear it. Attempt 0 means that the same connection may still come back by itself. */
  | { readonly is: 'down'; readonly attempt: number }
  /** Told once: there's no connection, and there won't be one. Not after `close`. */
  | { readonly is: 'end'; readonly end: RoomEnd };

/** The pause between leaving and rejoining, unless Discord confirms the leave earlier (spec 5, 1.6). */
const betweenLeaveAndJoinMs = 1_000;
/** If a server keeps accepting and dropping connections, it isn't asked forever. */
const mostLosses = 3;
const lossSpanMs = 60_000;
const lookEveryMs = 100;
const leaveWithinMs = 2_500;

/**
 * Keeps a guild's connection to a voice channel. If one is lost, it makes the next one, with back-off, until the
 * attempts are used up or Discord's close code says that it's pointless.
 */
export class RoomSupervisor implements RoomSink {
  readonly #guildId: string;
  readonly #tell: (event: SupervisorEvent) => void;
  readonly #world: RoomWorld;
  readonly #log: Logger;
  readonly #losses: SlidingWindow;
  readonly #stop = new AbortController();
  #connection: RoomConnection | undefined;
  #channelId: string;
  #deaf: boolean;
  /** What Discord was told last. */
  #shownDeaf: boolean;
  #showing = false;
  #closing: Promise<void> | undefined;
  /** The last op 4 had a channel. */
  #asked = false;
  /** It's leaving and joining again, and isn't back yet. */
  #rebuilding = false;

  constructor(
    world: RoomWorld,
    guildId: string,
    deaf: boolean,
    tell: (event: SupervisorEvent) => void,
    channelId: string,
  ) {
    this.#guildId = guildId;
    this.#tell = tell;
    this.#world = world;
    this.#log = world.log.child({ guildId: guildId });
    this.#losses = new SlidingWindow(world.clock, mostLosses, lossSpanMs);
    this.#channelId = channelId;
    this.#deaf = deaf;
    this.#shownDeaf = deaf;
  }

  /** A connection is being replaced, so if the bot isn't in a channel, that's not a moderator's doing. */
  get between(): boolean {
    return this.#rebuilding;
  }

  start(): void {
    this.#keep().then(
      (end) => {
        if (!this.#stop.signal.aborted) this.#tell({ is: 'end', end });
      },
      (error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.#log.error({ err: error }, 'voice room failed');
        this.#tell({ is: 'end', end: 'lost' });
      },
    );
  }

  send(packet: OpusPacket): boolean {
    return this.#connection?.send(packet) ?? false;
  }

  setSpeaking(on: boolean): void {
    this.#connection?.setSpeaking(on);
  }

  forget(userId: string): void {
    this.#connection?.forget(userId);
  }

  /** A moderator moved the bot, so later attempts go there. The library follows the new server by itself. */
  follow(channelId: string): void {
    this.#channelId = channelId;
  }

  /** Shows everybody whether the bot is deafened. Changes in quick succession become one. */
  setDeaf(deaf: boolean): void {
    this.#deaf = deaf;
    if (!this.#showing) void this.#showDeaf();
  }

  /** The main gateway's new session doesn't know the voice channel, so this takes the place again. */
  async renew(): Promise<void> {
    await this.#askAgain();
  }

  /** Replaces a connection that seems to work but doesn't. */
  rejoin(): void {
    this.#connection?.giveUp();
  }

  /** Leaves the channel and releases everything. Idempotent; never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#release();
    return this.#closing;
  }

  async #showDeaf(): Promise<void> {
    this.#showing = true;
    for (let sent = true; sent && this.#asked && this.#deaf !== this.#shownDeaf; )
      sent = await this.#askAgain();
    this.#showing = false;
  }

  /** False: it couldn't be asked. Never rejects. */
  async #askAgain(): Promise<boolean> {
    if (!this.#asked) return false;
    return await this.#ask(this.#channelId).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#log.warn({ err: error }, "couldn't renew the voice state");
      return false;
    });
  }

  async #release(): Promise<void> {
    this.#stop.abort();
    this.#connection?.close();
    this.#connection = undefined;
    if (!this.#asked) return;
    // Nobody waits longer, but the gate keeps trying.
    if ((await withTimeout(this.#giveUpPlace(), leaveWithinMs, this.#world.clock)) === timedOut)
      this.#log.info('leaving the voice channel takes longer, because the gateway is away or busy');
  }

  async #keep(): Promise<RoomEnd> {
    const { signal } = this.#stop;
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      if (attempt > 1) this.#tell({ is: 'down', attempt });
      await this.#world.clock.sleep(backOffMs(attempt, this.#world.random), signal);
      const connection = this.#connect();
      if (!connection) return 'guild-gone';
      try {
        const loss = await this.#hold(connection);
        signal.throwIfAborted();
        this.#log.warn({ loss, attempt, wasOpen: connection.wasOpen }, 'voice connection lost');
        if (loss?.why === 'timeout' && loss.unanswered) this.#world.noteDatagrams(false);
        const end = endAfter(loss, this.#isOut());
        if (end) return end;
        this.#rebuilding = true;
        if (connection.wasOpen) {
          attempt = 0;
          this.#tell({ is: 'down', attempt: 1 });
          if (!this.#losses.take()) return 'lost';
        }
        connection.close();
        await this.#stepOut(signal);
      } finally {
        connection.close();
      }
    }
    return 'lost';
  }

  #connect(): RoomConnection | undefined {
    const { presence, group, clock } = this.#world;
    const line = presence.line(this.#guildId);
    if (!line) return undefined;
    const connection: RoomConnection = new RoomConnection({
      guildId: this.#guildId,
      channelId: this.#channelId,
      botId: presence.botId,
      group,
      deaf: this.#deaf,
      adapterCreator: line.adapterCreator,
      clock,
      log: this.#log,
      company: () => (presence.place(this.#guildId, this.#channelId)?.occupants.length ?? 0) > 1,
      tell: (event) => {
        if (event.is !== 'networking' && this.#connection !== connection) return;
        if (event.is === 'up') {
          this.#rebuilding = false;
          this.#world.noteDatagrams(true);
        }
        this.#tell(event);
      },
    });
    this.#connection = connection;
    return connection;
  }

  /** Resolves to what ended it; undefined if even the main gateway couldn't be asked. */
  async #hold(connection: RoomConnection): Promise<Loss | undefined> {
    const held = Promise.withResolvers<Loss | undefined>();
    void connection.lost.then(held.resolve);
    this.#ask(this.#channelId).then((sent) => {
      if (sent) connection.asked();
      else held.resolve(undefined);
    }, held.reject);
    return await held.promise;
  }

  async #ask(channelId: string): Promise<boolean> {
    const line = this.#world.presence.line(this.#guildId);
    if (!line) return false;
    const way = { shardId: line.shardId, send: () => this.#send(channelId) };
    return await this.#world.gate.join(this.#guildId, way, this.#stop.signal);
  }

  /** Resolves once it's sent, even if this room is long gone. Never rejects. */
  async #giveUpPlace(): Promise<void> {
    const line = this.#world.presence.line(this.#guildId);
    if (!line) return;
    const way: LeaveWay = {
      shardId: line.shardId,
      send: () => this.#send(null),
      isOut: () => this.#isOut(),
    };
    await this.#world.gate.leave(this.#guildId, way);
  }

  #send(channelId: string | null): Op4Outcome {
    const line = this.#world.presence.line(this.#guildId);
    if (!line) return 'gone';
    // Read right when it's sent, so that it has the latest wish.
    const deaf = this.#deaf;
    if (!line.send(voiceStatePayload({ guildId: this.#guildId, channelId, deaf }))) return 'disconnected';
    this.#asked = channelId !== null;
    this.#shownDeaf = deaf;
    return 'sent';
  }

  /**
   * Leaves the channel for a moment, so that Discord treats the next join as new, too: if an old session still holds
   * the seat, it sends no server.
   */
  async #stepOut(signal: AbortSignal): Promise<void> {
    const wasIn = !this.#isOut();
    await withTimeout(this.#giveUpPlace(), Number.POSITIVE_INFINITY, this.#world.clock, signal);
    for (let ms = 0; ms < betweenLeaveAndJoinMs && !(wasIn && this.#isOut()); ms += lookEveryMs)
      await this.#world.clock.sleep(lookEveryMs, signal);
  }

  #isOut(): boolean {
    return this.#world.presence.own(this.#guildId).channelId === undefined;
  }
}

/** Undefined: it's worth another attempt (spec 5, 1.4). */
function endAfter(loss: Loss | undefined, isOut: boolean): RoomEnd | undefined {
  switch (loss?.why) {
    case 'expelled':
      return isOut ? 'disconnected' : 'lost';
    case 'destroyed':
      return 'lost';
    case 'closed': {
      const verdict = verdictOn(loss.code);
      return verdict === 'outdated' || verdict === 'refused' ? verdict : undefined;
    }
    case 'timeout':
    case 'given-up':
    case undefined:
      return undefined;
  }
}
