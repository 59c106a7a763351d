import type { Logger } from 'pino';
import type { Messenger } from '../../discord/messenger.ts';
import { type Clock, withTimeout } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { checkCiphers } from '../connection/ciphers.ts';
import { Op4Gate } from '../connection/op4-gate.ts';
import { giveBackStatuses, OwedStatuses, type StatusRecords } from './channel-status.ts';
import type { RoomFeature } from './feature.ts';
import { Notices, type RoomWords } from './notices.ts';
import { neededToBeThere, type Presence, type VoicePermission, type VoicePlace } from './presence.ts';
import { Room, type RoomSettings } from './room.ts';
import type { RoomParts, RoomWorld } from './supervisor.ts';
import type { EnterRequest, PersonInVoice, RoomEnd, RoomLease, VoiceRooms } from './types.ts';

export interface RoomsOptions extends RoomParts {
  readonly presence: Presence;
  /** What voice channels showed before the bot changed their status. */
  readonly records: StatusRecords;
  readonly settings: RoomSettings;
  readonly messenger: Pick<Messenger, 'post'>;
  readonly wordsFor: (locale: string | undefined) => RoomWords;
  /** Which guilds the bot works for. Default: all. */
  readonly serves?: (guildId: string) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** After Discord refused a connection for now (close code 4021), none is requested in that guild for this long. */
const afterRefusalMs = 5 * 60_000;
/** How long a stop leaves channel by channel: the gateway takes so many messages a minute. The end of the connection leaves the rest. */
const leaveWithinMs = 700;
/** For what's left then: nothing that it waits for comes any more. */
const letGoWithinMs = 200;

let groups = 0;

/**
 * Rooms for a client, after checking that everything they need is there.
 * @throws {CipherError}
 */
export async function openRooms(options: RoomsOptions): Promise<Rooms> {
  await checkCiphers();
  return new Rooms(options);
}

/** All rooms of a client, at most one per guild, which is Discord's own limit. */
export class Rooms implements VoiceRooms {
  readonly #options: RoomsOptions;
  readonly #world: RoomWorld;
  readonly #notices: Notices;
  readonly #owed: OwedStatuses;
  readonly #rooms = new Map<string, Room>();
  readonly #refusedUntil = new Map<string, number>();
  readonly #stopListening: () => void;
  #datagramsArrive: boolean | undefined;
  #recovering: Promise<void> = Promise.resolve();
  readonly #stopRecovering = new AbortController();
  #closing: Promise<void> | undefined;

  constructor(options: RoomsOptions) {
    const { presence, records, clock, log, createMouth, createEars, random = Math.random } = options;
    groups += 1;
    this.#options = options;
    this.#owed = new OwedStatuses({ presence, records, clock, log });
    this.#world = {
      owed: this.#owed,
      presence,
      records,
      clock,
      log,
      random,
      gate: new Op4Gate(clock, log),
      noteDatagrams: (arrived) => {
        this.#datagramsArrive = arrived;
      },
      group: `rooms-${groups}`,
      createMouth,
      createEars,
    };
    this.#notices = new Notices(options.messenger, options.wordsFor, options.log);
    this.#stopListening = presence.onEvent((guildId, event) => {
      this.#rooms.get(guildId)?.handleEvent(event);
      // What was just asked for, mostly to put one back, is no reason to try again.
      if (event.type !== 'status' || event.news === 'changed') this.#owed.look(guildId);
    });
  }

  /** Once the gateway is connected: restores the status lines that a killed process left in voice channels. */
  recover(): void {
    const isTaken = (guildId: string) => this.#rooms.has(guildId);
    this.#recovering = giveBackStatuses(this.#world, isTaken, this.#stopRecovering.signal);
  }

  /** Whether voice servers' datagrams arrived at the latest attempt; undefined before the first. */
  get datagramsArrive(): boolean | undefined {
    return this.#datagramsArrive;
  }

  /** How many the bot is in. */
  get size(): number {
    return this.#rooms.size;
  }

  of(guildId: string, feature: RoomFeature): RoomLease | undefined {
    return this.#rooms.get(guildId)?.leaseOf(feature);
  }

  whereIs(guildId: string, userId: string): PersonInVoice | undefined {
    return this.#options.presence.whereIs(guildId, userId);
  }

  async enter(request: EnterRequest): Promise<RoomLease> {
    const { guildId, channelId, signal } = request;
    for (;;) {
      if (this.#closing) throw new Refusal({ code: 'shutting-down' });
      signal?.throwIfAborted();
      const room = this.#rooms.get(guildId) ?? this.#open(request);
      const { state } = room;
      if (state.is === 'leaving' || state.is === 'left') await room.ended;
      else if (state.channelId === channelId) {
        const place = this.#options.presence.place(guildId, channelId);
        if (place?.people.length === 0) throw new Refusal({ code: 'voice-nobody-there', channelId });
        return await room.admit(request);
      } else {
        const there = this.#options.presence.place(guildId, state.channelId);
        if (there && there.people.length > 0)
          throw new Refusal({ code: 'voice-elsewhere', channelId: state.channelId });
        this.#check(request);
        await room.leave('alone');
      }
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    this.#stopRecovering.abort();
    const left = Promise.all([...this.#rooms.values()].map((room) => room.leave('shutting-down')));
    await withTimeout(left, leaveWithinMs, this.#options.clock);
    this.#stopListening();
    await this.#recovering;
    await this.#owed.settled();
    const unsent = await this.#world.gate.close();
    await withTimeout(left, letGoWithinMs, this.#options.clock);
    if (unsent > 0)
      this.#options.log.warn(
        { guilds: unsent },
        'some voice channels are left by ending the connection to Discord',
      );
  }

  #open(request: EnterRequest): Room {
    this.#check(request);
    const room = new Room(
      this.#world,
      this.#options.settings,
      this.#notices,
      (ended, end) => this.#ended(ended, end),
      request,
    );
    this.#rooms.set(request.guildId, room);
    room.start();
    return room;
  }

  #check({ guildId, channelId }: EnterRequest): void {
    if (this.#options.serves?.(guildId) === false) throw new Refusal({ code: 'guild-not-allowed' });
    checkEntry(this.#options.presence.place(guildId, channelId), channelId);
    const until = this.#refusedUntil.get(guildId);
    if (until !== undefined && this.#options.clock.now() < until)
      throw new Refusal({ code: 'voice-unreachable', channelId });
    this.#refusedUntil.delete(guildId);
  }

  #ended(room: Room, end: RoomEnd): void {
    const { guildId } = room;
    if (this.#rooms.get(guildId) === room) this.#rooms.delete(guildId);
    if (end === 'refused') this.#refusedUntil.set(guildId, this.#options.clock.now() + afterRefusalMs);
    this.#options.log.info({ guildId, end }, 'voice room ended');
  }
}

/**
 * The permissions that the bot lacks to be heard in that channel. On a stage, it needs to be a moderator
 * (`MuteMembers`) or allowed to raise its hand (`RequestToSpeak`).
 */
function missingPermissions(place: VoicePlace): readonly VoicePermission[] {
  const missing = neededToBeThere.filter((permission) => !place.may(permission));
  if (place.kind === 'voice') return place.may('Speak') ? missing : [...missing, 'Speak'];
  const mayAsk = place.may('MuteMembers') || place.may('RequestToSpeak');
  return mayAsk ? missing : [...missing, 'RequestToSpeak'];
}

/**
 * Checks before joining, so that a refusal is immediate and specific.
 * @throws {Refusal} `bot-lacks-permissions`, `voice-full`, `voice-nobody-there`, `voice-unreachable`
 */
export function checkEntry(place: VoicePlace | undefined, channelId: string): void {
  if (!place) throw new Refusal({ code: 'voice-unreachable', channelId });
  const permissions = missingPermissions(place);
  if (permissions.length > 0) throw new Refusal({ code: 'bot-lacks-permissions', permissions, channelId });
  if (place.people.length === 0) throw new Refusal({ code: 'voice-nobody-there', channelId });
  const full = place.userLimit > 0 && place.occupants.length >= place.userLimit;
  // Without Move Members, a full channel doesn't answer at all (spec 5, 1.6).
  if (full && !place.may('MoveMembers')) throw new Refusal({ code: 'voice-full', channelId });
}
