import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import { CallAccess } from '../call/call-access.ts';
import { Newcomers } from '../call/newcomers.ts';
import { type RunningCallShelf, RunningCalls } from '../call/running-calls.ts';
import { ShownCall } from '../call/shown-call.ts';
import type { VoicePeople } from '../call/voice-people.ts';
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
import { conversationFace as face } from './face.ts';
import { renderCall } from './panel.ts';
import type { Questions } from './tools/questions.ts';
import { Transcript } from './transcript/transcript.ts';

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
  readonly #access: CallAccess<Call>;
  /** By the id of the call. */
  readonly #open = new Map<string, Open>();
  #recovering: Promise<void> = Promise.resolve();

  constructor(parts: ConversationDeskParts) {
    const { messenger, clock, log } = parts;
    this.#parts = parts;
    this.guilds = parts.guilds;
    this.questions = parts.questions;
    this.#consents = new Consents({ shelf: parts.consents, clock });
    this.#running = new RunningCalls({ shelf: parts.running, face, messenger, clock, log });
    this.#access = new CallAccess({ kind: 'conversation', calls: parts.calls, rooms: parts.rooms });
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
    const { calls, tools, model } = this.#parts;
    const { guildId, userId } = actor;
    const voiceChannelId = this.#access.channelOf(actor);
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
    const call = this.#access.findThere(actor, id);
    call.join(actor.userId);
    return { channelId: call.request.voiceChannelId };
  }

  /** Resolves to false when they weren't heard anyway. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    return await this.#access.leave(actor, id, ({ request }) => {
      this.#open.get(request.id)?.newcomers.spare(actor.userId);
    });
  }

  /** @throws {Refusal} for who isn't there, takes no part, didn't start it and is no moderator */
  async stop(actor: Actor, id?: string): Promise<void> {
    await this.#access.findToStop(actor, id).stop('asked');
  }

  async say(actor: Actor, text: string): Promise<void> {
    await this.#access.findOwn(actor).say(actor.userId, text);
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, and what the picture is refused for */
  async show(actor: Actor, url: string): Promise<void> {
    const { clock, jpegOf } = this.#parts;
    const call = this.#access.findOwn(actor);
    const open = this.#open.get(call.request.id);
    if (!open || clock.now() - open.shownPictureAt < betweenPicturesMs)
      throw new Refusal({ code: 'call-picture-often' });
    open.shownPictureAt = clock.now();
    const jpeg = await jpegOf(url, actor.userId);
    // It may have taken a while.
    if ((await this.#access.findOwn(actor, call.request.id).show(jpeg)) === 'before-audio')
      throw new Refusal({ code: 'call-picture-early' });
  }

  holdFloor(actor: Actor, id: string): void {
    const call = this.#access.findOwn(actor, id);
    if (call.request.settings.turns !== 'push-to-talk') throw new Refusal({ code: 'call-no-floor' });
    if (call.holdFloor(actor.userId)) return;
    const holder = call.speaker;
    if (holder !== undefined && holder !== actor.userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
  }

  releaseFloor(actor: Actor, id: string): void {
    this.#access.findOwn(actor, id).releaseFloor(actor.userId);
  }

  async remember({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.remember({ feature: face.consent, guildId, userId });
  }

  async forget({ guildId, userId }: Actor): Promise<void> {
    await this.#consents.forget({ feature: face.consent, guildId, userId });
  }

  /** The panel, as it stands now. */
  async status(actor: Actor, words: Words): Promise<MessageBody> {
    const call = this.#access.find(actor);
    const { allowanceOf, region } = this.#parts;
    const allowance = await allowanceOf(actor.guildId, actor.userId);
    return renderCall(call, { region, allowance }, words);
  }

  async #show(call: Call, order: Order): Promise<void> {
    const { people, messenger, clock, log, region, allowanceOf, tools } = this.#parts;
    const { id, guildId, startedBy, voiceChannelId } = call.request;
    const nameOf = (userId: string) =>
      people.in(guildId, voiceChannelId).find((each) => each.userId === userId)?.name ?? userId;
    const shown = new ShownCall({
      call,
      face,
      panel: order.panel,
      render: (allowance, words) => renderCall(call, { region, allowance }, words),
      allowanceOf: async () => await allowanceOf(guildId, startedBy),
      transcript: call.request.settings.transcript
        ? new Transcript({ call, nameOf, messenger, clock, log })
        : undefined,
      messenger,
      clock,
      log,
    });
    const join = (userId: string) => call.join(userId);
    const newcomers = new Newcomers({ call, face, join, consents: this.#consents, people, messenger, log });
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
}
