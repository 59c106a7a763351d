import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { type ConsentShelf, Consents } from '../community/consent.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { CallKind } from '../refusal/call.ts';
import { type Offer, Refusal } from '../refusal/refusal.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import { CallAccess } from './call-access.ts';
import type { CallFace } from './call-face.ts';
import type { CallSeats } from './call-seats.ts';
import { Newcomers } from './newcomers.ts';
import { type RunningCallShelf, RunningCalls } from './running-calls.ts';
import type { ShownCall } from './shown-call.ts';
import type { BasicCall } from './types.ts';
import type { VoicePeople } from './voice-people.ts';

export interface FrontDeskParts<Call extends BasicCall> {
  readonly kind: CallKind;
  readonly face: CallFace;
  readonly calls: { of(guildId: string): Call | undefined; close(): Promise<void> };
  readonly seats: CallSeats;
  readonly consents: ConsentShelf;
  readonly running: RunningCallShelf;
  readonly rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly people: VoicePeople;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How one call begins, in the way of its kind. */
export interface Beginning<Call extends BasicCall> {
  readonly request: Call['request'];
  /** The button that ends what is in the way and begins this. */
  readonly offer: () => Offer;
  readonly start: () => Promise<Call>;
  readonly show: (call: Call) => ShownCall;
  /** Hears somebody from now on, without being asked: they had it remembered. */
  readonly join: (call: Call, userId: string) => void | Promise<void>;
  /** It's over, or never began. */
  readonly onOver: () => void;
}

interface Open {
  readonly shown: ShownCall;
  readonly newcomers: Newcomers;
  shownPictureAt: number;
}

/** What people do with a call of any kind: begin it, leave it, end it, and be asked when they come. */
export class FrontDesk<Call extends BasicCall> {
  readonly access: CallAccess<Call>;
  readonly #parts: FrontDeskParts<Call>;
  readonly #consents: Consents;
  readonly #running: RunningCalls;
  /** By the id of the call. */
  readonly #open = new Map<string, Open>();
  #recovering: Promise<void> = Promise.resolve();

  constructor(parts: FrontDeskParts<Call>) {
    const { kind, face, calls, seats, rooms, messenger, clock, log } = parts;
    this.#parts = parts;
    this.#consents = new Consents({ shelf: parts.consents, clock });
    this.#running = new RunningCalls({ shelf: parts.running, face, messenger, clock, log });
    this.access = new CallAccess({ kind, calls, rooms });
    seats.register(kind, this.access);
  }

  open(): void {
    this.#recovering = this.#running.recover();
  }

  async close(): Promise<void> {
    await this.#recovering;
    await this.#parts.calls.close();
    await Promise.all([...this.#open.values()].map(async ({ shown }) => await shown.finish()));
  }

  /** Nobody is heard by that. @throws {Refusal} when it can't begin; then nothing was sent or spent */
  async begin(actor: Actor, { request, offer, start, show, join, onOver }: Beginning<Call>): Promise<void> {
    const { kind, face, seats, people, messenger, log } = this.#parts;
    const { id } = request;
    const giveBack = await seats.take(actor, kind, offer);
    const over = async () => {
      onOver();
      giveBack();
      await this.#running.remove(id);
    };
    try {
      await this.#running.add(request);
      const call = await start();
      const shown = show(call);
      const newcomers = new Newcomers({
        call,
        face,
        join: (userId) => join(call, userId),
        consents: this.#consents,
        people,
        messenger,
        log,
      });
      this.#open.set(id, { shown, newcomers, shownPictureAt: Number.NEGATIVE_INFINITY });
      void call.ended.then(async () => {
        newcomers.close();
        await over();
      });
      void shown.done.then(() => this.#open.delete(id));
      await this.#welcome(newcomers, request.reference);
    } catch (error) {
      await over();
      throw error;
    }
  }

  /** Resolves to false when they weren't heard anyway. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    return await this.access.leave(actor, id, ({ request }) => {
      this.#open.get(request.id)?.newcomers.spare(actor.userId);
    });
  }

  /** @throws {Refusal} for who isn't there, takes no part, didn't start it and is no moderator */
  async stop(actor: Actor, id?: string): Promise<void> {
    await this.access.findToStop(actor, id).stop('asked');
  }

  /** Ends what is in the way of a call of this kind. @throws {Refusal} for who may not */
  async clear(actor: Actor): Promise<void> {
    await this.#parts.seats.clear(actor, this.#parts.kind);
  }

  /**
   * The call in which somebody shows a picture now.
   * @throws {Refusal} `call-picture-often`
   */
  showing(actor: Actor, betweenMs: number): Call {
    const call = this.access.findOwn(actor);
    const open = this.#open.get(call.request.id);
    const now = this.#parts.clock.now();
    if (!open || now - open.shownPictureAt < betweenMs) throw new Refusal({ code: 'call-picture-often' });
    open.shownPictureAt = now;
    return call;
  }

  async remember({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.remember({ feature: this.#parts.face.consent, guildId, userId });
  }

  async forget({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.forget({ feature: this.#parts.face.consent, guildId, userId });
  }

  async #welcome(newcomers: Newcomers, reference: string): Promise<void> {
    await newcomers.welcome().catch((error: unknown) => {
      this.#parts.log.warn({ err: error, reference }, 'who wants to be heard again could not be read');
    });
  }
}
