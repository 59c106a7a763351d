import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import { Consents } from '../community/consent.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import { CallAccess } from './call-access.ts';
import type { Beginning, FrontDeskKind, FrontDeskParts } from './front-desk-parts.ts';
import { KeptAsks } from './kept-asks.ts';
import { Newcomers } from './newcomers.ts';
import { RunningCalls } from './running-calls.ts';
import { ShownCall } from './shown-call.ts';
import type { BasicCall, CallBasics } from './types.ts';

interface Open {
  readonly shown: ShownCall;
  readonly newcomers: Newcomers;
  shownPictureAt: number;
}

/** What people do with any kind of call: begin it, leave it, end it, and agree when they come. */
export class FrontDesk<Call extends BasicCall, Ask> {
  protected readonly access: CallAccess<Call>;
  readonly #parts: FrontDeskParts<Call>;
  readonly #kind: FrontDeskKind<Call>;
  readonly #asks: KeptAsks<Ask>;
  readonly #consents: Consents;
  readonly #running: RunningCalls;
  /** By call id. */
  readonly #open = new Map<string, Open>();
  #recovering: Promise<void> = Promise.resolve();

  constructor(parts: FrontDeskParts<Call>, kind: FrontDeskKind<Call>) {
    const { consents, running, calls, seats, rooms, messenger, clock, log } = parts;
    this.#parts = parts;
    this.#kind = kind;
    this.#asks = new KeptAsks(clock);
    this.#consents = new Consents({ shelf: consents, clock });
    this.#running = new RunningCalls({ shelf: running, face: kind.face, messenger, clock, log });
    this.access = new CallAccess({ kind: kind.kind, calls, rooms });
    seats.register(kind.kind, this.access);
  }

  open(): void {
    this.#recovering = this.#running.recover();
  }

  async close(): Promise<void> {
    await this.#recovering;
    await this.#parts.calls.close();
    await Promise.all([...this.#open.values()].map(async ({ shown }) => await shown.finish()));
  }

  /** Resolves to false if they weren't heard. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    return await this.access.leave(actor, id, ({ request }) => {
      this.#open.get(request.id)?.newcomers.spare(actor.userId);
    });
  }

  /** @throws {Refusal} unless they're there, take part, started it or moderate */
  async stop(actor: Actor, id?: string): Promise<void> {
    await this.access.findToStop(actor, id).stop('asked');
  }

  async remember({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.remember({ feature: this.#kind.face.consent, guildId, userId });
  }

  async forget({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.forget({ feature: this.#kind.face.consent, guildId, userId });
  }

  /** The current panel. */
  async status(actor: Actor, words: Words): Promise<MessageBody> {
    const call = this.access.find(actor);
    const allowance = await this.#parts.allowanceOf(actor.guildId, actor.userId);
    return this.#render(call, allowance, words);
  }

  /**
   * Where a person's call takes place.
   * @throws {Refusal} `voice-not-in-channel`, and `moderators-only` if it needs one
   */
  protected basicsOf(order: Order, actor: Actor, needsModerator: boolean): CallBasics {
    const { guildId, userId } = actor;
    const voiceChannelId = this.access.channelOf(actor);
    if (needsModerator && !moderates(actor, { guildId, channelId: voiceChannelId }))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
    const { id, reference, channelId: textChannelId, locale, publicLocale } = order;
    const where = { guildId, voiceChannelId, textChannelId };
    return { id, reference, ...where, startedBy: userId, locale, publicLocale };
  }

  /** Begins without hearing anyone. @throws {Refusal} if it can't; then nothing was sent or spent */
  protected async begin(order: Order, actor: Actor, beginning: Beginning<Call, Ask>): Promise<void> {
    const { kind, face } = this.#kind;
    const { seats, people, messenger, log } = this.#parts;
    const { request, ask, start, join, onOver } = beginning;
    const { id } = request;
    const giveBack = await seats.take(actor, kind, () => {
      this.#asks.keep(id, actor, ask);
      return { feature: face.route, action: 'switch', id };
    });
    const over = async () => {
      onOver();
      giveBack();
      await this.#running.remove(id);
    };
    try {
      await this.#running.add(request);
      const call = await start();
      const shown = this.#shown(call, order);
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
      this.#followMoves(call, newcomers);
      const stop = people.onDeparture(({ guildId, channelId, userId }) => {
        if (guildId === request.guildId && channelId === call.channelId) call.depart(userId);
      });
      void call.ended.then(async () => {
        stop();
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

  /**
   * Ends what's in the way, and resolves to what they asked for.
   * @throws {Refusal} if they may not, and `control-expired`
   */
  protected async clear(actor: Actor, id: string): Promise<Ask> {
    const ask = this.#asks.take(id, actor);
    await this.#parts.seats.clear(actor, this.#kind.kind);
    return ask;
  }

  /**
   * A picture, and the call to show it in.
   * @throws {Refusal} `call-picture-often`, and refusals of the picture
   */
  protected async picture(
    actor: Actor,
    url: string,
  ): Promise<{ readonly call: Call; readonly jpeg: Uint8Array }> {
    const { clock, jpegOf } = this.#parts;
    const { id } = this.access.findOwn(actor).request;
    const open = this.#open.get(id);
    const now = clock.now();
    if (!open || now - open.shownPictureAt < this.#kind.betweenPicturesMs)
      throw new Refusal({ code: 'call-picture-often' });
    open.shownPictureAt = now;
    const jpeg = await jpegOf(url, actor.userId);
    // The picture may have taken a while.
    return { call: this.access.findOwn(actor, id), jpeg };
  }

  #shown(call: Call, { panel }: Order): ShownCall {
    const { people, messenger, clock, log, allowanceOf } = this.#parts;
    const { face, transcript } = this.#kind;
    const { guildId, startedBy } = call.request;
    const nameOf = (userId: string) => people.nameOf(guildId, userId) ?? userId;
    return new ShownCall({
      call,
      face,
      panel,
      onPanel: (messageId) => void this.#running.shown(call.request.id, messageId),
      render: (allowance, words) => this.#render(call, allowance, words),
      allowanceOf: async () => await allowanceOf(guildId, startedBy),
      transcript: transcript(call, nameOf),
      messenger,
      clock,
      log,
    });
  }

  #render(call: Call, allowance: AllowanceLeft | undefined, words: Words): MessageBody {
    const { region, exposes } = this.#parts;
    const { guildId, textChannelId } = call.request;
    const exposed = exposes(guildId, textChannelId, call.channelId);
    return this.#kind.render(call, { region, allowance, exposed }, words);
  }

  /** A moderator moved the call: the people there are asked, and after a restart it belongs to that channel. */
  #followMoves(call: Call, newcomers: Newcomers): void {
    let { channelId } = call;
    const stop = call.onChange(() => {
      if (call.state.is === 'ended') return stop();
      if (call.channelId === channelId) return;
      channelId = call.channelId;
      newcomers.moved();
      void this.#running.moved({ ...call.request, voiceChannelId: channelId });
    });
  }

  async #welcome(newcomers: Newcomers, reference: string): Promise<void> {
    await newcomers.welcome().catch((error: unknown) => {
      this.#parts.log.warn(
        { err: error, reference },
        "couldn't read who wants to be heard without being asked",
      );
    });
  }
}
