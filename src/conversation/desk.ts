import type { Actor } from '../authority/actor.ts';
import { CallDesk } from '../call/desk.ts';
import type { CallDeskParts } from '../call/desk-parts.ts';
import type { ConversationPage, SettingsPage } from '../community/settings-pages.ts';
import type { SwitchedTools } from '../community/switched-tools.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { ConversationModelName } from '../service/realtime/models.ts';
import { type CallAsk, settingsOf, withDecided } from './call-ask.ts';
import type { CallTools } from './call-tools.ts';
import type { Call, CallLine } from './call-types.ts';
import { conversationPresenter as presenter } from './presenter.ts';
import type { Questions } from './tools/questions.ts';
import { sentenceOf } from './transcript/line-text.ts';
import { type AskDecisions, isBlank, transcriptOf } from './transcript/transcript.ts';

export interface ConversationDeskParts extends CallDeskParts<Call> {
  readonly tools: Pick<CallTools, 'prepare' | 'forget'>;
  readonly questions: Questions;
  readonly guilds: SwitchedTools;
  /** What was decided in a call with this transcript. Never rejects. */
  readonly decisionsIn?: AskDecisions | undefined;
  /** What was used of people's minutes. */
  readonly writes?: Pick<RepeatedWrites, 'close'> | undefined;
  readonly decided?: Pick<SettingsPage<ConversationPage>, 'of'>;
  /** The default model. */
  readonly model: ConversationModelName;
  /** The bot's name in that guild. */
  readonly botName: (guildId: string) => string;
}

/** Conversations from beginning to end: what commands and buttons use. */
export class ConversationDesk extends CallDesk<Call, CallAsk, CallLine> {
  readonly guilds: SwitchedTools;
  readonly questions: Questions;
  readonly #parts: ConversationDeskParts;

  constructor(parts: ConversationDeskParts) {
    const { tools, model, botName } = parts;
    super(parts, {
      presenter,
      moderatorsOption: ({ transcript, answers = 'auto' }) => {
        if (transcript === true) return 'transcript';
        return answers === 'auto' ? undefined : 'answers';
      },
      withDefaults: async (ask, guildId) => {
        const page = await parts.decided?.of(guildId);
        return page ? withDecided(ask, page, model) : ask;
      },
      requestOf: (basics, ask) => ({
        ...basics,
        settings: settingsOf(ask, { model, name: botName(basics.guildId) }),
      }),
      exposed: ({ settings, voiceChannelId: channelId }) =>
        settings.transcript ? { code: 'call-transcript-exposed', channelId } : undefined,
      prepare: async (request, over) => {
        over.addEventListener('abort', () => tools.forget(request.id), { once: true });
        await tools.prepare(request);
      },
      captions: (call, pace) => {
        const { id, settings } = call.request;
        if (!settings.transcript) return undefined;
        const transcript = transcriptOf({ ...parts, call, pace });
        transcript.watch((event) => {
          if (event.is === 'page') parts.questions.follow(id, event.channelId);
        });
        return transcript;
      },
      isApart: () => false,
      ownPages: {
        // Of what's found in documents, people elsewhere may not know.
        areForThere: true,
        isBlank,
        begin: async ({ channelId }, _, __, words) => ({
          head: words.call.myCaptions.head(channelId, undefined),
          read: (line) => sentenceOf(line, words),
        }),
      },
      captionsNeedModerator: true,
      betweenPicturesMs: 1_000,
    });
    this.#parts = parts;
    this.guilds = parts.guilds;
    this.questions = parts.questions;
  }

  override async close(): Promise<void> {
    await this.#parts.writes?.close();
    await super.close();
  }

  /** @throws {Refusal} `voice-person-muted`, and like `Call.say` */
  async say(actor: Actor, text: string): Promise<void> {
    const call = this.access.findOwn(actor);
    if (this.#parts.rooms.whereIs(actor.guildId, actor.userId)?.muted)
      throw new Refusal({ code: 'voice-person-muted' });
    await call.say(actor.userId, text);
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
    const call = this.access.findOwn(actor, id);
    const holder = call.speaker;
    if (holder !== undefined && holder !== actor.userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
    call.releaseFloor(actor.userId);
  }
}
