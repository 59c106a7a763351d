import { onTestFinished } from 'vitest';
import type { SettingsRecord } from '../../src/community/server-settings.ts';
import type { ReadAloud, VoiceChoice } from '../../src/community/settings-pages.ts';
import type { SpendingRules } from '../../src/community/spending.ts';
import type { FeedMessage } from '../../src/discord/message-feed.ts';
import type { Passing } from '../../src/discord/traffic.ts';
import { InHand } from '../../src/operations/in-hand.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import type { SpeechSettings } from '../../src/speech/desk-parts.ts';
import type { KeptPanel } from '../../src/speech/panel-message.ts';
import { usualReadAloud } from '../../src/speech/read-aloud.ts';
import type { TextAsk } from '../../src/speech/script.ts';
import type { UnfinishedRecord } from '../../src/speech/unfinished.ts';
import type { SpeechOrder } from '../../src/speech/utterance.ts';
import type { VoiceMove } from '../../src/speech/voice-moves.ts';
import { limitedSpeech, orderOf, speechDesk } from './desks.ts';
import { FakeClock } from './fake-clock.ts';
import { recordingLog } from './fake-log.ts';
import { FakeMessenger } from './fake-messenger.ts';
import { FakeMoney } from './fake-money.ts';
import { FakePause } from './fake-pause.ts';
import { memorySettings } from './fake-settings.ts';
import { FakeSynthesis } from './fake-synthesis.ts';
import { type FakeLease, FakeVoiceRooms } from './fake-voice.ts';
import { Lifeline } from './lifeline.ts';
import { Listeners } from './listeners.ts';
import { type MemoryJournal, MemoryShelf, WriteFaults } from './memory-shelf.ts';

export const guildId = '400000000000000001';
export const textChannel = '300000000000000001';
export const voiceChannel = '300000000000000009';
export const ada = '200000000000000001';
export const ben = '200000000000000002';
export const theBot = '200000000000000099';
export const cai = '200000000000000003';

export const names = { user: () => undefined, role: () => undefined, channel: () => undefined };

/** Reading aloud with everything around it faked. */
export class SpeechWorld {
  readonly clock = new FakeClock();
  readonly #line = new Lifeline();
  readonly writeFaults = new WriteFaults(() => this.clock.now());
  readonly people = new MemoryShelf<VoiceChoice>(() => this.#line, this.writeFaults);
  readonly guilds = new MemoryShelf<SettingsRecord>(() => this.#line);
  readonly unfinished = new MemoryShelf<UnfinishedRecord>(() => this.#line, this.writeFaults);
  readonly keptPanels = new MemoryShelf<KeptPanel>(() => this.#line, this.writeFaults);
  readonly spent = new FakeMoney(() => this.#line, this.writeFaults);
  readonly messenger = new FakeMessenger(this.clock, () => this.#line);
  readonly rooms = new FakeVoiceRooms();
  readonly synthesis = new FakeSynthesis();
  readonly recorded = recordingLog();
  /** Aborts when the process begins to stop. */
  readonly stop = new AbortController();
  /** Channels that not everybody sees. */
  readonly hidden = new Set<string>();
  readonly pause = new FakePause();
  readonly desk: SpeechDesk;
  #orders = 0;
  /** Of the answer to each text. */
  readonly #tokens = new Map<string, string>();
  readonly #messages = new Listeners<(message: FeedMessage) => void>();
  readonly #moves = new Listeners<(move: VoiceMove) => void>();
  readonly #passing = new Listeners<(passing: Passing) => void>();

  /** `after`: a world whose process was killed just now; its records are found. */
  constructor(
    settings: Partial<SpeechSettings> & {
      readonly seesMessages?: boolean;
      readonly after?: SpeechWorld;
      /** What limits people, if not only a pause. */
      readonly rules?: SpendingRules;
      /** Deaths of processes are counted here. */
      readonly journal?: MemoryJournal;
    } = {},
  ) {
    const { seesMessages = true, after, journal, rules = this.pause, ...changes } = settings;
    for (const [id, record] of after?.unfinished.records ?? []) this.unfinished.records.set(id, record);
    for (const [id, record] of after?.keptPanels.records ?? []) this.keptPanels.records.set(id, record);
    if (after) this.spent.takeOver(after.spent);
    this.desk = speechDesk({
      settings: { ...limitedSpeech, ...changes },
      rooms: this.rooms,
      synthesis: this.synthesis,
      people: this.people,
      guilds: memorySettings(this.guilds).page('speech'),
      spent: { ...this.spent.held(), rules },
      unfinished: this.unfinished,
      panels: this.keptPanels,
      exposes: (_, channelId, otherId) => this.hidden.has(otherId) && !this.hidden.has(channelId),
      ...(journal ? { inHand: new InHand({ journal: journal.of(this.#line), log: this.recorded.log }) } : {}),
      messenger: this.messenger,
      feed: seesMessages ? { onMessage: this.#messages.listen } : undefined,
      traffic: { onMessage: this.#passing.listen },
      moves: { botId: theBot, onMove: this.#moves.listen },
      clock: this.clock,
      log: this.recorded.log,
      signal: this.stop.signal,
    });
    this.desk.open();
  }

  order(userId = ada, changes: Partial<SpeechOrder> = {}): SpeechOrder {
    this.#orders += 1;
    const count = this.#orders;
    const order = orderOf({
      id: String(1_000_000_000_000_000_000n + BigInt(count)),
      reference: `TEST-${count}`,
      guildId,
      channelId: textChannel,
      userId,
      now: this.clock.now(),
    });
    return { ...order, panel: { ...order.panel, token: `token-${count}` }, ...changes };
  }

  /** Has the person say a text where they are; the id of the utterance. */
  async say(
    userId: string,
    text: string,
    ask: Partial<TextAsk> = {},
    channelId = textChannel,
  ): Promise<string> {
    const { panel, ...order } = this.order(userId, { channelId });
    if (panel.token !== undefined) this.#tokens.set(text, panel.token);
    await this.desk.say({ ...order, panel: { ...panel, channelId } }, { text, names, ...ask });
    return order.id;
  }

  /** Says it, and goes on as far as it can. */
  async sayAndSettle(...said: Parameters<SpeechWorld['say']>): Promise<string> {
    const id = await this.say(...said);
    await this.settle();
    return id;
  }

  /** Somebody goes from one voice channel, or none, to another, or none. */
  move(
    userId: string,
    from: string | undefined,
    to: string | undefined,
    changes: Partial<VoiceMove> = {},
  ): void {
    this.rooms.put(guildId, userId, to);
    const name = `person ${userId.at(-1)}`;
    this.#moves.tell({ guildId, userId, name, from, to, locale: 'en-US', ...changes });
  }

  join(...userIds: readonly string[]): void {
    for (const userId of userIds) this.rooms.put(guildId, userId, voiceChannel);
  }

  /** The room that was entered, in which what's heard goes on from now until the test lets it end. */
  holdRoom(): FakeLease {
    const room = this.rooms.of(guildId);
    if (!room) throw new Error('no room');
    room.mouth.holding = true;
    return room;
  }

  /** What the service was asked to say, in order. */
  get texts(): readonly string[] {
    return this.synthesis.tasks.map(({ text }) => text);
  }

  /** Everything goes on as far as it can without waiting for people; panels have their second between two edits. */
  async settle(): Promise<void> {
    await this.clock.advance(1_000);
  }

  /** Opts the text channel in. */
  async readAloud(changes: Partial<ReadAloud> = {}): Promise<void> {
    await this.desk.guilds.change({ guildId, userId: '100' }, (before) => ({
      ...before,
      channels: { ...before.channels, [textChannel]: { ...usualReadAloud, ...changes } },
    }));
  }

  /** Somebody writes into the text channel. */
  write(
    userId: string,
    content: string,
    changes: Omit<Partial<FeedMessage>, 'body' | 'author'> & {
      readonly author?: Partial<FeedMessage['author']>;
      readonly body?: Partial<FeedMessage['body']>;
    } = {},
  ): void {
    this.#orders += 1;
    const { author, body, ...rest } = changes;
    this.#messages.tell({
      id: String(1_100_000_000_000_000_000n + BigInt(this.#orders)),
      guildId,
      channelId: textChannel,
      locale: 'en-US',
      written: true,
      author: { userId, displayName: `person ${userId.at(-1)}`, automatic: false, roleIds: [], ...author },
      body: { content, files: [], stickers: [], hasEmbeds: false, names, ...body },
      ...rest,
    });
  }

  /** So many messages appear in a channel, below everything that's there. */
  chat(count: number, channelId = textChannel): void {
    for (let left = count; left > 0; left -= 1) {
      this.#orders += 1;
      const messageId = String(9_000_000_000_000_000_000n + BigInt(this.#orders));
      this.#passing.tell({ guildId, channelId, messageId });
    }
  }

  /** What those who asked were shown in private, as text. */
  answers(): readonly string[] {
    const { edits } = this.messenger;
    return edits.filter(({ panel }) => panel.token).map(({ body }) => FakeMessenger.textOf(body));
  }

  /** What the one who asked for a text sees of it. */
  answerTo(text: string): string | undefined {
    const token = this.#tokens.get(text);
    const edit = this.messenger.edits.findLast(({ panel }) => panel.token === token);
    return edit && FakeMessenger.textOf(edit.body);
  }

  /** Everything that the panels of rooms showed, as text. */
  panels(): readonly string[] {
    const { edits } = this.messenger;
    const edited = edits.filter(({ panel }) => !panel.token).map(({ body }) => FakeMessenger.textOf(body));
    return [...this.#postedPanels().map(({ body }) => FakeMessenger.textOf(body)), ...edited];
  }

  /** What everybody sees of the room at the moment; undefined: no panel. */
  get panel(): string | undefined {
    const posted = this.#postedPanels().at(-1);
    const { edits, removed } = this.messenger;
    if (!posted || removed.includes(posted.id)) return undefined;
    const edited = edits.findLast(({ panel }) => panel.messageId === posted.id);
    return FakeMessenger.textOf((edited ?? posted).body);
  }

  #postedPanels() {
    return this.messenger.posted.filter(({ nonce }) => nonce.startsWith('p'));
  }

  /** Whatever was posted but for panels, as text. */
  posts(): readonly string[] {
    const panels = this.#postedPanels();
    const others = this.messenger.posted.filter((message) => !panels.includes(message));
    return others.map(({ body }) => FakeMessenger.textOf(body));
  }

  spentCharacters(): number {
    return this.spent.spent({ unit: 'spoken-characters' });
  }

  async close(): Promise<void> {
    await this.desk.close();
  }
}

/** Speech that the test closes, with Ada in the voice channel. */
export function openSpeech(...settings: ConstructorParameters<typeof SpeechWorld>): SpeechWorld {
  const speech = new SpeechWorld(...settings);
  onTestFinished(async () => await speech.close());
  speech.join(ada);
  return speech;
}
