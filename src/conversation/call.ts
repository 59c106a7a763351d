import { CallLife } from '../call/call-life.ts';
import type { CallLifeParts } from '../call/call-work.ts';
import type { EchoSettings } from '../call/hearing/echo-settings.ts';
import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import { OnePerGuild } from '../call/one-per-guild.ts';
import type { CallsOf } from '../call/types.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { RoomLease } from '../voice/room/types.ts';
import type { Call, CallLine, CallRequest, CallTool, CallTrouble } from './call-types.ts';
import { Dialogue } from './dialogue.ts';

/** More important than reading aloud. */
export const conversationFeature: RoomFeature = { name: 'conversation', rank: 2 };

export interface CallsParts extends CallLifeParts<CallRequest> {
  readonly client: ConversationClient;
  /** The tools that the model may use in that call. */
  readonly tools: (call: Call) => readonly CallTool[];
  /** How many responses to a turn may call tools; after that, it answers without them. */
  readonly toolRounds: number;
  readonly endpointing: EndpointingSettings;
  readonly echo: EchoSettings;
  /**
   * Text in the bot's usual voice, as 16 kHz mono PCM; absent if nothing can be synthesized. The person who typed it
   * pays.
   */
  readonly voiceText?: (
    text: string,
    of: CallRequest,
    userId: string,
    signal: AbortSignal,
  ) => AsyncIterable<Uint8Array>;
  /** Said while a tool takes long. */
  readonly filler?: (locale: string) => string;
  readonly hasAnyRole: (guildId: string, userId: string, roleIds: readonly string[]) => boolean;
  /** From 0 to 1. */
  readonly random?: () => number;
}

interface Conversation {
  readonly request: CallRequest;
  readonly work: Dialogue;
  readonly line: CallLine;
  readonly trouble: CallTrouble;
}

/** Things the model doesn't do. That won't change during this call. */
export const lastingTroubles: ReadonlySet<CallTrouble> = new Set([
  'tools-dropped',
  'search-dropped',
  'voice-replaced',
  'detection-replaced',
]);

/** A conversation in a guild's voice channel. */
export class LiveCall extends CallLife<Conversation> implements Call {
  readonly #parts: CallsParts;
  /** Who has the floor with push-to-talk: only they are heard. */
  #floor: { readonly holder: string } | undefined;
  #saying: Promise<void> = Promise.resolve();

  constructor(request: CallRequest, parts: CallsParts) {
    super(request, parts, { kind: 'conversation', feature: conversationFeature, lastingTroubles });
    this.#parts = parts;
  }

  override get speaker(): string | undefined {
    return this.#floor?.holder ?? super.speaker;
  }

  override async leave(userId: string): Promise<void> {
    if (this.#floor?.holder === userId) this.#floor = undefined;
    await super.leave(userId);
    // It only speaks to people who take part.
    if (this.participants.size === 0) this.work?.makeWay();
  }

  async say(userId: string, text: string): Promise<void> {
    const { voiceText } = this.#parts;
    const { work: dialogue, request, signal } = this;
    if (!dialogue) throw new Refusal({ code: 'call-none', kind: 'conversation' });
    if (!this.participants.has(userId))
      throw new Refusal({ code: 'call-not-participant', kind: 'conversation' });
    if (!voiceText) throw new Refusal({ code: 'call-cannot-voice' });
    const { holder } = this.#floor ?? {};
    if (holder !== undefined && holder !== userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
    dialogue.makeWay();
    const said = this.#saying.then(
      async () => await dialogue.say(userId, voiceText(text, request, userId, signal)),
    );
    this.#saying = said.catch(() => undefined);
    await said;
  }

  beginAnew(sinceMs: number): void {
    this.work?.beginAnew(sinceMs);
  }

  async show(jpeg: Uint8Array): Promise<'shown' | 'before-audio'> {
    return this.work?.show(jpeg) ? 'shown' : 'before-audio';
  }

  holdFloor(userId: string): boolean {
    if (!this.#pushToTalk || !this.work || !this.participants.has(userId)) return false;
    if (this.#floor) return this.#floor.holder === userId;
    const floor = { holder: userId };
    this.#floor = floor;
    this.work.makeWay();
    this.#letGoInTime(floor);
    this.follow();
    return true;
  }

  releaseFloor(userId: string): void {
    if (this.#floor?.holder !== userId) return;
    this.#floor = undefined;
    this.work?.finishTurn();
    this.follow();
  }

  /** The people who agreed; with push-to-talk only the one who has the floor. */
  protected override get heard(): ReadonlySet<string> {
    if (!this.#pushToTalk) return this.participants;
    return new Set(this.#floor ? [this.#floor.holder] : []);
  }

  protected override workIn(lease: RoomLease): Dialogue {
    const { voiceText, filler, tools, rooms, hasAnyRole } = this.#parts;
    const { request } = this;
    const { guildId, startedBy, publicLocale, settings } = request;
    const { roleIds } = settings.interruption;
    const isHere = (userId: string) => rooms.whereIs(guildId, userId)?.channelId === lease.state.channelId;
    return new Dialogue({
      ...this.#parts,
      signal: this.signal,
      tell: (news) => this.hear(news, lease),
      request,
      mouth: lease.mouth,
      tools: tools(this),
      voiceText: voiceText && ((text, signal) => voiceText(text, request, startedBy, signal)),
      filler: filler?.(publicLocale),
      participants: () => Math.max(1, [...this.participants].filter(isHere).length),
      takesPart: (userId) => this.participants.has(userId),
      isHere,
      mayInterrupt: (userId) => roleIds === undefined || hasAnyRole(guildId, userId, roleIds),
    });
  }

  get #pushToTalk(): boolean {
    return this.request.settings.turns === 'push-to-talk';
  }

  /** Takes the floor back after a while, so nobody keeps it forever. */
  #letGoInTime(floor: { readonly holder: string }): void {
    const { clock, endpointing } = this.#parts;
    clock.sleep(endpointing.longestTurnMs, this.signal).then(
      () => {
        if (this.#floor === floor) this.releaseFloor(floor.holder);
      },
      () => undefined,
    );
  }
}

export function openCalls(parts: CallsParts): CallsOf<Call> {
  return new OnePerGuild('conversation', (request: CallRequest) => new LiveCall(request, parts));
}
