import type { Actor } from '../authority/actor.ts';
import { FrontDesk } from '../call/front-desk.ts';
import type { FrontDeskParts } from '../call/front-desk-parts.ts';
import type { GuildConversationSettings } from '../community/conversation-settings.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { Sweep } from '../operations/sweep.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { ConversationModelName } from '../service/realtime/models.ts';
import type { Words } from '../words/index.ts';
import { type CallAsk, settingsOf } from './call-ask.ts';
import type { CallTools } from './call-tools.ts';
import type { Call, CallRequest, Calls } from './call-types.ts';
import { conversationFace as face } from './face.ts';
import { renderCall, renderCallDetails } from './panel.ts';
import type { Questions } from './tools/questions.ts';
import { type AskDecisions, Transcript } from './transcript/transcript.ts';

export interface ConversationDeskParts extends FrontDeskParts<Call> {
  readonly calls: Calls;
  readonly tools: Pick<CallTools, 'prepare' | 'forget'>;
  readonly questions: Questions;
  readonly guilds: GuildConversationSettings;
  /** What was decided in a call with this transcript. Never rejects. */
  readonly decisionsIn?: AskDecisions | undefined;
  /** Clears the minutes of past days. */
  readonly spentSweep?: Pick<Sweep<unknown>, 'start' | 'close'> | undefined;
  /** The default model. */
  readonly model: ConversationModelName;
}

interface Asked {
  readonly ask: CallAsk;
  /** The bot's name there. */
  readonly botName: string;
}

/** Conversations from beginning to end: what commands and buttons use. */
export class ConversationDesk extends FrontDesk<Call, Asked> {
  readonly guilds: GuildConversationSettings;
  readonly questions: Questions;
  readonly #parts: ConversationDeskParts;

  constructor(parts: ConversationDeskParts) {
    super(parts, {
      kind: 'conversation',
      face,
      render: renderCall,
      transcript: (call, nameOf) =>
        call.request.settings.transcript ? new Transcript({ ...parts, call, nameOf }) : undefined,
      betweenPicturesMs: 1_000,
    });
    this.#parts = parts;
    this.guilds = parts.guilds;
    this.questions = parts.questions;
  }

  override open(): void {
    super.open();
    this.#parts.spentSweep?.start();
  }

  override async close(): Promise<void> {
    await this.#parts.spentSweep?.close();
    await super.close();
  }

  /**
   * Starts a conversation in the person's voice channel, without hearing anyone yet.
   * @param botName the bot's name there
   * @throws {Refusal} if it can't begin; then nothing was sent or spent
   * @throws {ServiceError}
   */
  async start(order: Order, actor: Actor, ask: CallAsk, botName: string): Promise<void> {
    const { calls, tools } = this.#parts;
    const request = this.#request(order, actor, { ask, botName });
    await this.begin(order, actor, {
      request,
      ask: { ask, botName },
      start: async () => {
        await tools.prepare(request);
        return await calls.start(request);
      },
      join: (call, userId) => call.join(userId),
      onOver: () => tools.forget(request.id),
    });
  }

  /**
   * Ends what's in the way and begins what was asked for. @throws {Refusal} like `start`, and if they may not end it
   */
  async switch(order: Order, actor: Actor, id: string): Promise<void> {
    const { ask, botName } = await this.clear(actor, id);
    await this.start(order, actor, ask, botName);
  }

  /** Hears this person from now on, until they leave. Resolves to the voice channel. */
  join(actor: Actor, id?: string): { readonly channelId: string } {
    const call = this.access.findThere(actor, id);
    call.join(actor.userId);
    return { channelId: call.channelId };
  }

  /** @throws {Refusal} `voice-person-muted`, and like `Call.say` */
  async say(actor: Actor, text: string): Promise<void> {
    const call = this.access.findOwn(actor);
    if (this.#parts.rooms.whereIs(actor.guildId, actor.userId)?.muted)
      throw new Refusal({ code: 'voice-person-muted' });
    await call.say(actor.userId, text);
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, and refusals of the picture */
  async show(actor: Actor, url: string): Promise<void> {
    const { call, jpeg } = await this.picture(actor, url);
    if ((await call.show(jpeg)) === 'before-audio') throw new Refusal({ code: 'call-picture-early' });
  }

  /**
   * What doesn't fit on the panel. @throws {Refusal} `call-over` for an old control, or if they may not know about it
   */
  details(actor: Actor, id: string, words: Words): MessageBody {
    return renderCallDetails(this.access.find(actor, id), words);
  }

  holdFloor(actor: Actor, id: string): void {
    const call = this.access.findOwn(actor, id);
    if (call.request.settings.turns !== 'push-to-talk') throw new Refusal({ code: 'call-no-floor' });
    if (call.holdFloor(actor.userId)) return;
    const holder = call.speaker;
    if (holder !== undefined && holder !== actor.userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
  }

  releaseFloor(actor: Actor, id: string): void {
    this.access.findOwn(actor, id).releaseFloor(actor.userId);
  }

  #request(order: Order, actor: Actor, { ask, botName }: Asked): CallRequest {
    const needsModerator = ask.transcript === true || (ask.answers ?? 'auto') !== 'auto';
    const basics = this.basicsOf(order, actor, needsModerator);
    const { guildId, textChannelId, voiceChannelId } = basics;
    if (ask.transcript === true && this.#parts.exposes(guildId, textChannelId, voiceChannelId))
      throw new Refusal({ code: 'call-transcript-exposed', channelId: voiceChannelId });
    return { ...basics, settings: settingsOf(ask, { model: this.#parts.model, name: botName }) };
  }
}
