import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import { mayWrite } from '../authority/place.ts';
import { Consents } from '../community/consent.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import { BoundedMap } from '../operations/bounded-map.ts';
import { withTimeout } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Words } from '../words/index.ts';
import { CallAccess } from './call-access.ts';
import type { CaptionLine } from './captions/call-captions.ts';
import { MyCaptions } from './captions/my-captions.ts';
import type { CallDeskParts, DeskKind } from './desk-parts.ts';
import { KeptAsks } from './kept-asks.ts';
import { MinutesWarning } from './minutes-warning.ts';
import { Newcomers } from './newcomers.ts';
import { CallPanel, renderCall, renderDetails, type WrittenCaptions } from './panel.ts';
import type { CallPresenter, CallSurroundings } from './presenter.ts';
import { RunningCalls } from './running-calls.ts';
import type { BasicCall } from './types.ts';

interface Open<Line extends CaptionLine> {
  readonly call: BasicCall;
  readonly panel: CallPanel;
  readonly captions: WrittenCaptions | undefined;
  readonly newcomers: Newcomers;
  readonly ownPages: MyCaptions<Line>;
  shownPictureAt: number;
  /** Resolves when nothing of it is left to be done, or to be told by the next start. */
  readonly isOver: Promise<void>;
}

/** Discord may let the last edits wait for seconds; a stop doesn't. */
const showEndsWithinMs = 2_500;
const mostLocales = 10_000;

/** What people do with any kind of call, from commands and buttons. Each kind only adds what no other has. */
export class CallDesk<Call extends BasicCall<Line>, Ask, Line extends CaptionLine> {
  readonly presenter: CallPresenter<Call>;
  protected readonly access: CallAccess<Call>;
  readonly #parts: CallDeskParts<Call>;
  readonly #kind: DeskKind<Call, Ask, Line>;
  readonly #asks: KeptAsks<Ask>;
  readonly #consents: Consents;
  readonly #running: RunningCalls;
  /** By call id. */
  readonly #open = new Map<string, Open<Line>>();
  /** Of the Discord of people who joined. */
  readonly #locales = new BoundedMap<string, string>(mostLocales);
  #recovering: Promise<void> = Promise.resolve();

  constructor(parts: CallDeskParts<Call>, kind: DeskKind<Call, Ask, Line>) {
    const { consents, running, calls, locks, rooms, people, messenger, clock, log } = parts;
    this.#parts = parts;
    this.#kind = kind;
    this.#asks = new KeptAsks(clock);
    this.#consents = new Consents({ shelf: consents, clock });
    this.presenter = kind.presenter;
    this.#running = new RunningCalls({ shelf: running, presenter: kind.presenter, messenger, clock, log });
    this.access = new CallAccess(kind.presenter.kind, calls, rooms, people);
    locks.registerKind(kind.presenter.kind, this.access);
  }

  /** How many calls are running. */
  get runningCalls(): number {
    return this.#open.size;
  }

  isRunningIn(guildId: string): boolean {
    return this.#parts.calls.of(guildId)?.state.is === 'running';
  }

  open(): void {
    this.#recovering = this.#running.recover();
  }

  async close(): Promise<void> {
    await this.#recovering;
    await this.#parts.calls.close();
    const ends = [...this.#open.values()].map(async ({ panel, isOver }) => {
      await panel.finish();
      await isOver;
    });
    await withTimeout(Promise.all(ends), showEndsWithinMs, this.#parts.clock);
    await this.#running.close();
  }

  /**
   * Starts a call in the person's voice channel, without hearing anyone yet.
   * @throws {Refusal} if it can't begin; then nothing was sent or spent
   * @throws {ServiceError}
   */
  async start(order: Order, actor: Actor, ask: Ask): Promise<void> {
    const { presenter, prepare, begun } = this.#kind;
    const { locks, people, calls, messenger, clock, log } = this.#parts;
    const request = await this.#decided(order, actor, ask);
    const { id } = request;
    this.#offerToCome(actor, id, ask);
    const release = await locks.acquire(actor, presenter.kind, () => {
      this.#asks.keep(id, actor, ask);
      return { feature: presenter.route, action: 'switch', id };
    });
    const over = new AbortController();
    const close = async () => {
      over.abort();
      release();
      await this.#running.noteEnded(id);
    };
    try {
      await this.#running.add(request);
      await prepare(request, over.signal);
      const call = await calls.start(request);
      begun?.(call, over.signal);
      const captions = this.#kind.captions(call, this.#parts.pace);
      const panel = this.#panelOf(call, captions, order);
      const newcomers = this.#newcomers(call);
      const ownPages = this.#ownPagesOf(call);
      const shownPictureAt = Number.NEGATIVE_INFINITY;
      const stop = people.onDeparture(({ guildId, channelId, userId }) => {
        if (guildId === request.guildId && channelId === call.channelId) call.depart(userId);
      });
      const isOver = call.ended.then(async (end) => {
        stop();
        newcomers.close();
        // Until it stands on the panel, the next start has to say it there.
        if (end === 'shutting-down') await panel.done;
        await close();
      });
      this.#open.set(id, { call, panel, captions, newcomers, ownPages, shownPictureAt, isOver });
      this.#followMoves(call, newcomers);
      this.#tellModerators(call);
      const warning = new MinutesWarning({ call, presenter, messenger, clock, log });
      captions?.watch((event) => {
        if (event.is !== 'page') return;
        newcomers.follow(event.channelId);
        warning.follow(event.channelId);
      });
      void panel.done.then(() => this.#open.delete(id));
      await this.#welcome(newcomers, request.reference);
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Ends what's in the way and begins what was asked for. @throws {Refusal} like `start`, and if they may not end it */
  async switch(order: Order, actor: Actor, id: string): Promise<void> {
    const ask = this.#asks.take(id, actor);
    const running = this.access.peek(actor);
    if (running && this.access.isDeserted(running)) {
      await running.stop('asked', actor.userId);
      await running.ended;
    }
    await this.#parts.locks.endOther(actor, this.presenter.kind);
    await this.start(order, actor, ask);
  }

  /**
   * Hears this person from now on, until they leave.
   * @param locale of their Discord
   */
  async join(actor: Actor, locale: string, id?: string): Promise<Call> {
    const { meet } = this.#kind;
    const { userId } = actor;
    if (this.#parts.unheard.has(userId)) throw new Refusal({ code: 'call-never-listen' });
    const running = this.access.peek(actor);
    // An old button leads to the call that's running.
    const wanted = running && this.access.knows(actor, running) ? running.request.id : id;
    let call = this.access.findThere(actor, wanted);
    if (meet) {
      await meet(call, userId, locale);
      // They may have gone in the meantime.
      call = this.access.findThere(actor, wanted);
    }
    if (this.#parts.unheard.has(userId)) throw new Refusal({ code: 'call-never-listen' });
    this.#locales.set(userId, locale);
    call.join(userId);
    return call;
  }

  /** The call goes on with this person's minutes. @throws {Refusal} `quota-spent`, and unless they could start one there */
  async continueOn(actor: Actor, id: string): Promise<void> {
    await this.access.findThere(actor, id).payBy(actor.userId);
  }

  /** Resolves to false if they weren't heard. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    return await this.access.leave(actor, id, ({ request }) => {
      this.#open.get(request.id)?.newcomers.spare(actor.userId);
    });
  }

  /** Stops hearing this person in every call of every server, and asks them nothing more there. */
  async dropPerson(userId: string): Promise<void> {
    this.#locales.delete(userId);
    const calls = [...this.#open.values()].map(async ({ call, newcomers }) => {
      newcomers.spare(userId);
      if (call.participants.has(userId)) await call.leave(userId);
    });
    await Promise.all(calls);
  }

  /** @throws {Refusal} unless they're there, take part, started it or moderate */
  async stop(actor: Actor, id?: string): Promise<void> {
    await this.access.findToStop(actor, id).stop('asked', actor.userId);
  }

  async remember({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.remember({ feature: this.presenter.kind, guildId, userId });
  }

  async forget({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.forget({ feature: this.presenter.kind, guildId, userId });
  }

  /** The current panel. */
  async status(actor: Actor, words: Words): Promise<MessageBody> {
    return await this.#render(this.access.find(actor), words);
  }

  /** What doesn't fit on the panel. @throws {Refusal} `call-over` for an old control, or if they may not know about it */
  async details(actor: Actor, id: string, words: Words): Promise<MessageBody> {
    const call = this.access.find(actor, id);
    return renderDetails(this.presenter, call, await this.#around(call), words);
  }

  /**
   * Shows a person what's said on a page that only they see.
   * @throws {Refusal} `call-over`, `call-elsewhere`, `call-pages-full`
   */
  async openMine({ panel, locale }: Order, actor: Actor, id: string, words: Words): Promise<void> {
    const { guildId, userId } = actor;
    const { rooms, sees } = this.#parts;
    const { ownPages } = this.#kind;
    const call = ownPages.areForThere ? this.access.findThere(actor, id) : this.access.find(actor, id);
    const page = await ownPages.begin(call, actor, locale, words);
    const maySee = (channelId: string) =>
      rooms.whereIs(guildId, userId)?.channelId === channelId ||
      (!ownPages.areForThere && sees(guildId, userId, channelId));
    this.#open.get(id)?.ownPages.open({ ...page, userId, panel, maySee, words });
  }

  /** *Continue* under such a page. @throws {Refusal} like `openMine` */
  async continueMine(order: Order, actor: Actor, id: string, words: Words): Promise<void> {
    this.access.find(actor, id);
    const isKnown = this.#open.get(id)?.ownPages.continue(actor.userId, order.panel) ?? false;
    if (!isKnown) await this.openMine(order, actor, id, words);
  }

  /**
   * Goes on with captions where the call was asked for, because their place is closed.
   * @throws {Refusal} `call-elsewhere`, and `moderators-only` for what only moderators may switch on
   */
  bringCaptionsHere(actor: Actor, id: string): void {
    const { request, channelId } = this.access.findThere(actor, id);
    const { guildId } = actor;
    if (this.#kind.captionsNeedModerator && !moderates(actor, { guildId, channelId }))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
    this.#open.get(request.id)?.captions?.bringHere();
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, or whatever is wrong with the picture */
  async show(actor: Actor, url: string): Promise<void> {
    const { clock, jpegOf } = this.#parts;
    const { id } = this.access.findOwn(actor).request;
    const open = this.#open.get(id);
    const now = clock.now();
    if (!open || now - open.shownPictureAt < this.#kind.betweenPicturesMs)
      throw new Refusal({ code: 'call-picture-often' });
    open.shownPictureAt = now;
    const jpeg = await jpegOf(url, actor.userId);
    // The picture may have taken a while.
    const came = await this.access.findOwn(actor, id).show(jpeg);
    if (came !== 'shown')
      throw new Refusal({ code: came === 'too-soon' ? 'call-picture-often' : 'call-picture-early' });
  }

  /** With what the server's moderators decided. @throws {Refusal} like `start` */
  async #decided(order: Order, actor: Actor, asked: Ask): Promise<Call['request']> {
    const { moderatorsOption, withDefaults } = this.#kind;
    const { guildId } = actor;
    const decided = await this.#parts.decided?.of(guildId);
    const ask = withDefaults ? await withDefaults(asked, guildId) : asked;
    const request = this.#request(order, actor, ask);
    if (!decided) return request;
    if (!decided.transcripts && moderatorsOption(ask) === 'transcript')
      throw new Refusal({ code: 'call-transcripts-off' });
    return decided.idleMinutes === undefined ? request : { ...request, idleMs: decided.idleMinutes * 60_000 };
  }

  /** Who started and stopped it, and whom it heard when. */
  #tellModerators(call: Call): void {
    const { news } = this.#parts;
    if (!news) return;
    const { guildId, startedBy } = call.request;
    const at = () => ({ guildId, voiceChannelId: call.channelId, kind: this.presenter.kind });
    news.tellNews({ is: 'listening-started', userId: startedBy, ...at() });
    let heard: ReadonlySet<string> = new Set();
    const follow = () => {
      const now = new Set(call.state.is === 'ended' ? [] : call.participants);
      for (const userId of now) if (!heard.has(userId)) news.tellNews({ is: 'heard', userId, ...at() });
      for (const userId of heard) if (!now.has(userId)) news.tellNews({ is: 'not-heard', userId, ...at() });
      heard = now;
    };
    const stop = call.onChange(follow, () => [call.state.is, ...call.participants]);
    void call.ended.then(() => {
      stop();
      const { state } = call;
      const userId = state.is === 'ended' ? state.by : undefined;
      news.tellNews({ is: 'listening-stopped', userId, ...at() });
    });
    follow();
  }

  /** @throws {Refusal} `call-running-already` if the bot sits alone elsewhere, with a button that brings it here */
  #offerToCome(actor: Actor, id: string, ask: Ask): void {
    const running = this.access.peek(actor);
    if (!running || !this.access.knows(actor, running) || !this.access.isDeserted(running)) return;
    const { kind, route: feature } = this.presenter;
    this.#asks.keep(id, actor, ask);
    const { channelId } = running;
    throw new Refusal(
      { code: 'call-running-already', kind, channelId, alone: true },
      { feature, action: 'come', id },
    );
  }

  #request(order: Order, actor: Actor, ask: Ask): Call['request'] {
    const { moderatorsOption, requestOf, exposed } = this.#kind;
    const { guildId, userId } = actor;
    const voiceChannelId = this.access.channelOf(actor);
    const only = moderatorsOption(ask);
    if (only && !moderates(actor, { guildId, channelId: voiceChannelId }))
      throw new Refusal({ code: 'call-option-moderators', only, anyOf: moderatorPermissions });
    const { id, reference, channelId: textChannelId, locale, publicLocale } = order;
    const hasChat =
      mayWrite(actor, { guildId, channelId: voiceChannelId }) &&
      this.#parts.mayWrite(guildId, voiceChannelId);
    const panelChannelId = hasChat ? voiceChannelId : textChannelId;
    const where = { guildId, voiceChannelId, textChannelId, panelChannelId };
    const request = requestOf({ id, reference, ...where, startedBy: userId, locale, publicLocale }, ask);
    const refusal = exposed(request);
    const written = this.#kind.isApart(request) ? textChannelId : panelChannelId;
    if (refusal && this.#parts.exposes(guildId, written, voiceChannelId)) throw new Refusal(refusal);
    return request;
  }

  #panelOf(call: Call, captions: WrittenCaptions | undefined, { panel: answer }: Order): CallPanel {
    const { messenger, clock, log } = this.#parts;
    const { presenter } = this.#kind;
    return new CallPanel({
      call,
      presenter,
      answer,
      onPanel: (channelId, messageId) => void this.#running.shown(call.request.id, channelId, messageId),
      render: async (words) => await this.#render(call, words),
      name: (words) => presenter.name(call, words),
      buttons: (words) => presenter.buttons(call, words),
      captions,
      localeOf: (userId) => this.#locales.get(userId),
      messenger,
      clock,
      pace: this.#parts.pace,
      log,
    });
  }

  #ownPagesOf(call: Call): MyCaptions<Line> {
    const { messenger, clock, log } = this.#parts;
    const { presenter, ownPages } = this.#kind;
    const { isBlank } = ownPages;
    return new MyCaptions({ call, isBlank, route: presenter.route, messenger, clock, log });
  }

  #newcomers(call: Call): Newcomers {
    const { people, unheard, messenger, mayJoin, log } = this.#parts;
    const { presenter, meet } = this.#kind;
    return new Newcomers({
      call,
      presenter,
      join: async (userId) => {
        const { guildId } = call.request;
        if (mayJoin && !(await mayJoin(guildId, userId, call.channelId))) return;
        await meet?.(call, userId, undefined);
        if (!unheard.has(userId)) call.join(userId);
      },
      unheard,
      consents: this.#consents,
      people,
      messenger,
      log,
    });
  }

  async #render(call: Call, words: Words): Promise<MessageBody> {
    return renderCall(this.presenter, call, await this.#around(call), words);
  }

  async #around(call: Call): Promise<CallSurroundings> {
    const { region, exposes, log } = this.#parts;
    const { guildId, panelChannelId, reference } = call.request;
    const minutes = await call.minutes().catch((error: unknown) => {
      log.warn({ err: error, reference }, "couldn't read what's left for a call");
      return undefined;
    });
    const exposed = exposes(guildId, panelChannelId, call.channelId);
    const captions = this.#open.get(call.request.id)?.captions?.places;
    return { region, minutes, exposed, captions };
  }

  /** A moderator moved the call: the people there are asked, and after a restart it belongs to that channel. */
  #followMoves(call: Call, newcomers: Newcomers): void {
    const moved = () => {
      if (call.state.is === 'ended') return;
      newcomers.moved();
      void this.#running.moved({ ...call.request, voiceChannelId: call.channelId });
    };
    const stop = call.onChange(moved, () => call.channelId);
    void call.ended.then(stop);
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
