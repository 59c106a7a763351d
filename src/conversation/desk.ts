import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import type { CallSeats } from '../call/call-seats.ts';
import { FrontDesk } from '../call/front-desk.ts';
import { KeptAsks } from '../call/kept-asks.ts';
import type { RunningCallShelf } from '../call/running-calls.ts';
import { ShownCall } from '../call/shown-call.ts';
import type { VoicePeople } from '../call/voice-people.ts';
import type { ConsentShelf } from '../community/consent.ts';
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
import { conversationFace as face } from './face.ts';
import { renderCall } from './panel.ts';
import type { Questions } from './tools/questions.ts';
import { Transcript } from './transcript/transcript.ts';

export interface ConversationDeskParts {
  readonly calls: Calls;
  readonly seats: CallSeats;
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
  /** Whether people could read that text channel who don't see that voice channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  /** What was decided in a call with this transcript; never rejects. */
  readonly decisionsIn?:
    | ((transcript: string, request: CallRequest) => Promise<readonly string[]>)
    | undefined;
  /** Of the minutes of past days. */
  readonly spentSweep?: Pick<Sweep<unknown>, 'start' | 'close'> | undefined;
  readonly region: Region;
  /** What is used where nobody chose. */
  readonly model: ConversationModelName;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

const betweenPicturesMs = 1_000;

/** Conversations, from the ask to the end: what commands and buttons talk to. */
export class ConversationDesk {
  readonly guilds: GuildConversationSettings;
  readonly questions: Questions;
  readonly #parts: ConversationDeskParts;
  readonly #desk: FrontDesk<Call>;
  readonly #asks: KeptAsks<{ readonly ask: CallAsk; readonly botName: string }>;

  constructor(parts: ConversationDeskParts) {
    this.#parts = parts;
    this.guilds = parts.guilds;
    this.questions = parts.questions;
    this.#desk = new FrontDesk({ ...parts, kind: 'conversation', face });
    this.#asks = new KeptAsks(parts.clock);
  }

  open(): void {
    this.#desk.open();
    this.#parts.spentSweep?.start();
  }

  async close(): Promise<void> {
    await this.#parts.spentSweep?.close();
    await this.#desk.close();
  }

  /**
   * Begins a conversation in the voice channel of the one who asks. Nobody is heard by that.
   * @param botName how the bot is called there
   * @throws {Refusal} when it can't begin; then nothing was sent or spent
   * @throws {ServiceError}
   */
  async start(order: Order, actor: Actor, ask: CallAsk, botName: string): Promise<void> {
    const { calls, tools, model } = this.#parts;
    const request = this.#request(order, actor, ask, { model, name: botName });
    const { id } = request;
    await this.#desk.begin(actor, {
      request,
      offer: () => {
        this.#asks.keep(id, actor, { ask, botName });
        return { feature: face.route, action: 'switch', id };
      },
      start: async () => {
        await tools.prepare(request);
        return await calls.start(request);
      },
      show: (call) => this.#shown(call, order),
      join: (call, userId) => call.join(userId),
      onOver: () => tools.forget(id),
    });
  }

  /** Ends what is in the way, and begins what was asked for. @throws {Refusal} as `start`, and for who may not end it */
  async switch(order: Order, actor: Actor, id: string): Promise<void> {
    const { ask, botName } = this.#asks.take(id, actor);
    await this.#desk.clear(actor);
    await this.start(order, actor, ask, botName);
  }

  /** Hears somebody from now on, until they leave. Resolves to where. */
  join(actor: Actor, id?: string): { readonly channelId: string } {
    const call = this.#desk.access.findThere(actor, id);
    call.join(actor.userId);
    return { channelId: call.request.voiceChannelId };
  }

  /** Resolves to false when they weren't heard anyway. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    return await this.#desk.leave(actor, id);
  }

  /** @throws {Refusal} for who isn't there, takes no part, didn't start it and is no moderator */
  async stop(actor: Actor, id?: string): Promise<void> {
    await this.#desk.stop(actor, id);
  }

  async say(actor: Actor, text: string): Promise<void> {
    await this.#desk.access.findOwn(actor).say(actor.userId, text);
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, and what the picture is refused for */
  async show(actor: Actor, url: string): Promise<void> {
    const { id } = this.#desk.showing(actor, betweenPicturesMs).request;
    const jpeg = await this.#parts.jpegOf(url, actor.userId);
    // It may have taken a while.
    if ((await this.#desk.access.findOwn(actor, id).show(jpeg)) === 'before-audio')
      throw new Refusal({ code: 'call-picture-early' });
  }

  holdFloor(actor: Actor, id: string): void {
    const call = this.#desk.access.findOwn(actor, id);
    if (call.request.settings.turns !== 'push-to-talk') throw new Refusal({ code: 'call-no-floor' });
    if (call.holdFloor(actor.userId)) return;
    const holder = call.speaker;
    if (holder !== undefined && holder !== actor.userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
  }

  releaseFloor(actor: Actor, id: string): void {
    this.#desk.access.findOwn(actor, id).releaseFloor(actor.userId);
  }

  async remember(actor: Actor): Promise<void> {
    await this.#desk.remember(actor);
  }

  async forget(actor: Actor): Promise<void> {
    await this.#desk.forget(actor);
  }

  /** The panel, as it stands now. */
  async status(actor: Actor, words: Words): Promise<MessageBody> {
    const call = this.#desk.access.find(actor);
    const { allowanceOf, region } = this.#parts;
    const allowance = await allowanceOf(actor.guildId, actor.userId);
    return renderCall(call, { region, allowance }, words);
  }

  #request(order: Order, actor: Actor, ask: CallAsk, usual: Parameters<typeof settingsOf>[1]): CallRequest {
    const { guildId, userId } = actor;
    const voiceChannelId = this.#desk.access.channelOf(actor);
    const needsModerator = ask.transcript === true || (ask.answers ?? 'auto') !== 'auto';
    if (needsModerator && !moderates(actor, { guildId, channelId: voiceChannelId }))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
    if (ask.transcript === true && this.#parts.exposes(guildId, order.channelId, voiceChannelId))
      throw new Refusal({ code: 'call-transcript-exposed', channelId: voiceChannelId });
    const settings = settingsOf(ask, usual);
    const { id, reference, channelId: textChannelId, locale, publicLocale } = order;
    const where = { guildId, voiceChannelId, textChannelId };
    return { id, reference, ...where, startedBy: userId, locale, publicLocale, settings };
  }

  #shown(call: Call, { panel }: Order): ShownCall {
    const { people, decisionsIn, messenger, clock, log, region, allowanceOf } = this.#parts;
    const { guildId, startedBy, voiceChannelId, settings } = call.request;
    const nameOf = (userId: string) =>
      people.in(guildId, voiceChannelId).find((each) => each.userId === userId)?.name ?? userId;
    return new ShownCall({
      call,
      face,
      panel,
      render: (allowance, words) => renderCall(call, { region, allowance }, words),
      allowanceOf: async () => await allowanceOf(guildId, startedBy),
      transcript: settings.transcript
        ? new Transcript({ call, nameOf, decisionsIn, messenger, clock, log })
        : undefined,
      messenger,
      clock,
      log,
    });
  }
}
