import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import { sees } from '../authority/place.ts';
import type { CallKind } from '../refusal/call.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { BasicCall, CallsOf } from './types.ts';
import type { VoicePeople } from './voice-people.ts';

/** Who may know about a call, take part in it and end it, for every kind of call. */
export class CallAccess<Call extends BasicCall> {
  readonly #kind: CallKind;
  readonly #calls: Pick<CallsOf<Call>, 'of'>;
  readonly #rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly #people: Pick<VoicePeople, 'in'>;

  constructor(
    kind: CallKind,
    calls: Pick<CallsOf<Call>, 'of'>,
    rooms: Pick<VoiceRooms, 'whereIs'>,
    people: Pick<VoicePeople, 'in'>,
  ) {
    this.#kind = kind;
    this.#calls = calls;
    this.#rooms = rooms;
    this.#people = people;
  }

  /** The voice channel this person is in. @throws {Refusal} `voice-not-in-channel` */
  channelOf({ guildId, userId }: Actor): string {
    const channelId = this.#rooms.whereIs(guildId, userId)?.channelId;
    if (channelId === undefined) throw new Refusal({ code: 'voice-not-in-channel' });
    return channelId;
  }

  /**
   * The running call, if they may know about it.
   * @param id of the call that a control belongs to
   * @throws {Refusal} `call-none`, or `call-over` for a control
   */
  find(actor: Actor, id?: string): Call {
    const call = this.peek(actor, id);
    if (call && this.knows(actor, call)) return call;
    throw new Refusal({ code: id === undefined ? 'call-none' : 'call-over', kind: this.#kind });
  }

  /** The running call, even if they may not know about it. */
  peek({ guildId }: Actor, id?: string): Call | undefined {
    const call = this.#calls.of(guildId);
    const isIt = call?.state.is === 'running' && (id === undefined || call.request.id === id);
    return isIt ? call : undefined;
  }

  /** It's over, but the bot hasn't left its room yet. */
  isEnding(guildId: string): boolean {
    return this.#calls.of(guildId)?.state.is === 'ended';
  }

  /** A call that they take part in. @throws {Refusal} `call-not-participant` */
  findOwn(actor: Actor, id?: string): Call {
    const call = this.find(actor, id);
    if (call.participants.has(actor.userId)) return call;
    throw new Refusal({ code: 'call-not-participant', kind: this.#kind });
  }

  /** A call whose voice channel they're in. @throws {Refusal} `call-elsewhere` */
  findThere(actor: Actor, id?: string): Call {
    const call = this.find(actor, id);
    if (this.#isThere(actor, call)) return call;
    const { channelId } = call;
    throw new Refusal({ code: 'call-elsewhere', kind: this.#kind, channelId });
  }

  /** A call that they may end. @throws {Refusal} `call-not-there` */
  findToStop(actor: Actor, id?: string): Call {
    const call = this.find(actor, id);
    if (this.mayStop(actor, call)) return call;
    const { channelId } = call;
    throw new Refusal({ code: 'call-not-there', kind: this.#kind, channelId, anyOf: moderatorPermissions });
  }

  /** Nobody is in its voice channel. */
  isDeserted({ channelId, request }: Call): boolean {
    return this.#people.in(request.guildId, channelId).length === 0;
  }

  /** People who are there, take part, started it or moderate may stop it, and everybody if nobody is there. */
  mayStop(actor: Actor, call: Call): boolean {
    const { channelId } = call;
    const { startedBy, guildId } = call.request;
    return (
      this.#isThere(actor, call) ||
      call.participants.has(actor.userId) ||
      startedBy === actor.userId ||
      this.isDeserted(call) ||
      moderates(actor, { guildId, channelId })
    );
  }

  /** People may know about a voice channel if they see it or are in it. */
  knows(actor: Actor, call: Call): boolean {
    const { channelId } = call;
    return this.#isThere(actor, call) || sees(actor, { guildId: call.request.guildId, channelId });
  }

  /**
   * Stops hearing this person. Resolves to false if they weren't heard.
   * @param spare keeps them from being asked again
   * @throws {Refusal} `call-over` for an old control
   */
  async leave(actor: Actor, id: string | undefined, spare: (call: Call) => void): Promise<boolean> {
    const call = this.peek(actor, id);
    const wasHeard = call?.participants.has(actor.userId) ?? false;
    if (!call || !(wasHeard || this.knows(actor, call))) {
      if (id !== undefined) throw new Refusal({ code: 'call-over', kind: this.#kind });
      return false;
    }
    spare(call);
    await call.leave(actor.userId);
    return wasHeard;
  }

  #isThere({ guildId, userId }: Actor, { channelId }: Call): boolean {
    return this.#rooms.whereIs(guildId, userId)?.channelId === channelId;
  }
}
