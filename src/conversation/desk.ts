import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import { sees } from '../authority/place.ts';
import { type ConsentShelf, Consents } from '../community/consent.ts';
import type { GuildConversationSettings } from '../community/conversation-settings.ts';
import type { AllowanceLeft } from '../community/words/spending-words.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { Clock } from '../operations/clock.ts';
import type { Sweep } from '../operations/sweep.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { ConversationModelName } from '../service/realtime/models.ts';
import type { Region } from '../service/regions.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
import { type CallAsk, settingsOf } from './call-ask.ts';
import type { CallTools } from './call-tools.ts';
import type { Call, CallRequest, Calls } from './call-types.ts';
import { conversationConsent, Newcomers } from './newcomers.ts';
import { renderCall } from './panel.ts';
import { type RunningCallShelf, RunningCalls } from './running-calls.ts';
import { ShownCall } from './shown-call.ts';
import type { Questions } from './tools/questions.ts';
import type { VoicePeople } from './voice-people.ts';

export interface ConversationDeskParts {
  readonly calls: Calls;
  readonly tools: Pick<CallTools, 'prepare' | 'forget'>;
  readonly questions: Questions;
  readonly guilds: GuildConversationSettings;
  readonly consents: ConsentShelf;
  readonly running: RunningCallShelf;
  readonly rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly people: VoicePeople;
  /** A picture that was attached, as a JPEG that the service takes. @throws {Refusal} */
  readonly jpegOf: (url: string, personId: string) => Promise<Uint8Array>;
  /** What is left of today's minutes; undefined where nothing is limited. */
  readonly allowanceOf: (guildId: string, userId: string) => Promise<AllowanceLeft | undefined>;
  /** Of the minutes of past days. */
  readonly spentSweep?: Pick<Sweep<unknown>, 'start' | 'close'> | undefined;
  readonly region: Region;
  /** What is used where nobody chose. */
  readonly model: ConversationModelName;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Open {
  readonly shown: ShownCall;
  readonly newcomers: Newcomers;
  shownPictureAt: number;
}

const betweenPicturesMs = 1_000;

/** Conversations, from the ask to the end: what commands and buttons talk to. */
export class ConversationDesk {
  readonly guilds: GuildConversationSettings;
  readonly questions: Questions;
  readonly #parts: ConversationDeskParts;
  readonly #consents: Consents;
  readonly #running: RunningCalls;
  /** By the id of the call. */
  readonly #open = new Map<string, Open>();
  #recovering: Promise<void> = Promise.resolve();

  constructor(parts: ConversationDeskParts) {
    const { messenger, clock, log } = parts;
    this.#parts = parts;
    this.guilds = parts.guilds;
    this.questions = parts.questions;
    this.#consents = new Consents({ shelf: parts.consents, clock });
    this.#running = new RunningCalls({ shelf: parts.running, messenger, clock, log });
  }

  open(): void {
    this.#recovering = this.#running.recover();
    this.#parts.spentSweep?.start();
  }

  async close(): Promise<void> {
    await this.#recovering;
    await this.#parts.spentSweep?.close();
    await this.#parts.calls.close();
    await Promise.all([...this.#open.values()].map(async ({ shown }) => await shown.finish()));
  }

  /**
   * Begins a conversation in the voice channel of the one who asks. Nobody is heard by that.
   * @param botName how the bot is called there
   * @throws {Refusal} when it can't begin; then nothing was sent or spent
   * @throws {ServiceError}
   */
  async start(order: Order, actor: Actor, ask: CallAsk, botName: string): Promise<void> {
    const { calls, rooms, tools, model } = this.#parts;
    const { guildId, userId } = actor;
    const voiceChannelId = rooms.whereIs(guildId, userId)?.channelId;
    if (voiceChannelId === undefined) throw new Refusal({ code: 'voice-not-in-channel' });
    const needsModerator = ask.transcript === true || (ask.answers ?? 'auto') !== 'auto';
    if (needsModerator && !moderates(actor, { guildId, channelId: voiceChannelId }))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
    const settings = settingsOf(ask, { model, name: botName });
    const { id, reference, channelId: textChannelId, locale, publicLocale } = order;
    const request: CallRequest = {
      id,
      reference,
      guildId,
      voiceChannelId,
      textChannelId,
      startedBy: userId,
      locale,
      publicLocale,
      settings,
    };
    await tools.prepare(request);
    await this.#running.add(request);
    try {
      await this.#show(await calls.start(request), order);
    } catch (error) {
      tools.forget(id);
      await this.#running.remove(id);
      throw error;
    }
  }

  /** Hears somebody from now on, until they leave. Resolves to where. */
  join(actor: Actor, id?: string): { readonly channelId: string } {
    const call = this.#find(actor, id);
    const channelId = call.request.voiceChannelId;
    if (!this.#isThere(actor, call)) throw new Refusal({ code: 'call-elsewhere', channelId });
    call.join(actor.userId);
    return { channelId };
  }

  /** Resolves to false when they weren't heard anyway. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    const call = this.#parts.calls.of(actor.guildId);
    const isIt = call?.state.is === 'running' && (id === undefined || call.request.id === id);
    const wasHeard = call?.participants.has(actor.userId) ?? false;
    if (!call || !isIt || !(wasHeard || this.#knows(actor, call))) {
      if (id !== undefined) throw new Refusal({ code: 'call-over' });
      return false;
    }
    this.#open.get(call.request.id)?.newcomers.spare(actor.userId);
    await call.leave(actor.userId);
    return wasHeard;
  }

  /** @throws {Refusal} for who isn't there, takes no part, didn't start it and is no moderator */
  async stop(actor: Actor, id?: string): Promise<void> {
    const call = this.#find(actor, id);
    const { voiceChannelId: channelId, startedBy, guildId } = call.request;
    const may =
      this.#isThere(actor, call) ||
      call.participants.has(actor.userId) ||
      startedBy === actor.userId ||
      moderates(actor, { guildId, channelId });
    if (!may) throw new Refusal({ code: 'call-not-there', channelId, anyOf: moderatorPermissions });
    await call.stop('asked');
  }

  async say(actor: Actor, text: string): Promise<void> {
    await this.#findOwn(actor).say(actor.userId, text);
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, and what the picture is refused for */
  async show(actor: Actor, url: string): Promise<void> {
    const { clock, jpegOf } = this.#parts;
    const call = this.#findOwn(actor);
    const open = this.#open.get(call.request.id);
    if (!open || clock.now() - open.shownPictureAt < betweenPicturesMs)
      throw new Refusal({ code: 'call-picture-often' });
    open.shownPictureAt = clock.now();
    const jpeg = await jpegOf(url, actor.userId);
    // It may have taken a while.
    if ((await this.#findOwn(actor, call.request.id).show(jpeg)) === 'before-audio')
      throw new Refusal({ code: 'call-picture-early' });
  }

  holdFloor(actor: Actor, id: string): void {
    const call = this.#findOwn(actor, id);
    if (call.request.settings.turns !== 'push-to-talk') throw new Refusal({ code: 'call-no-floor' });
    if (call.holdFloor(actor.userId)) return;
    const holder = call.speaker;
    if (holder !== undefined && holder !== actor.userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
  }

  releaseFloor(actor: Actor, id: string): void {
    this.#findOwn(actor, id).releaseFloor(actor.userId);
  }

  async remember({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.remember({ feature: conversationConsent, guildId, userId });
  }

  async forget({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.forget({ feature: conversationConsent, guildId, userId });
  }

  /** The panel, as it stands now. */
  async status(actor: Actor, words: Words): Promise<MessageBody> {
    const call = this.#find(actor);
    const { allowanceOf, region } = this.#parts;
    const allowance = await allowanceOf(actor.guildId, actor.userId);
    return renderCall(call, { region, allowance }, words);
  }

  async #show(call: Call, order: Order): Promise<void> {
    const { people, messenger, clock, log, region, allowanceOf, tools } = this.#parts;
    const { id, guildId, startedBy, voiceChannelId } = call.request;
    const shown = new ShownCall({
      call,
      panel: order.panel,
      region,
      allowanceOf: async () => await allowanceOf(guildId, startedBy),
      nameOf: (userId) =>
        people.in(guildId, voiceChannelId).find((each) => each.userId === userId)?.name ?? userId,
      messenger,
      clock,
      log,
    });
    const newcomers = new Newcomers({ call, consents: this.#consents, people, messenger, log });
    this.#open.set(id, { shown, newcomers, shownPictureAt: Number.NEGATIVE_INFINITY });
    void call.ended.then(async () => {
      newcomers.close();
      tools.forget(id);
      await this.#running.remove(id);
    });
    void shown.done.then(() => this.#open.delete(id));
    await newcomers.welcome().catch((error: unknown) => {
      log.warn(
        { err: error, reference: call.request.reference },
        'who wants to be heard again could not be read',
      );
    });
  }

  /**
   * The running call, as far as they may know of it.
   * @param id of the call that a control belongs to
   * @throws {Refusal} `call-none`, or `call-over` for a control
   */
  #find(actor: Actor, id?: string): Call {
    const call = this.#parts.calls.of(actor.guildId);
    const isIt = call?.state.is === 'running' && (id === undefined || call.request.id === id);
    if (call && isIt && this.#knows(actor, call)) return call;
    throw new Refusal({ code: id === undefined ? 'call-none' : 'call-over' });
  }

  /** The same for one in which they take part. @throws {Refusal} `call-not-participant` */
  #findOwn(actor: Actor, id?: string): Call {
    const call = this.#find(actor, id);
    if (call.participants.has(actor.userId)) return call;
    throw new Refusal({ code: 'call-not-participant' });
  }

  /** What happens in a voice channel exists for those who see it or are in it. */
  #knows(actor: Actor, call: Call): boolean {
    const { guildId, voiceChannelId: channelId } = call.request;
    return this.#isThere(actor, call) || sees(actor, { guildId, channelId });
  }

  #isThere({ guildId, userId }: Actor, { request }: Call): boolean {
    return this.#parts.rooms.whereIs(guildId, userId)?.channelId === request.voiceChannelId;
  }
}
