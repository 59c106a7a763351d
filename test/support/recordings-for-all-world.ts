import type { WrittenChannel } from '../../src/community/settings-pages.ts';
import type { Mention, MentionListener } from '../../src/discord/mention-feed.ts';
import type { FeedMessage } from '../../src/discord/message-feed.ts';
import type { MessageBody, PanelAddress } from '../../src/discord/messenger.ts';
import { RecordingMentions } from '../../src/interpreter/recordings/recording-mentions.ts';
import { ToldMessages, type ToldRecording } from '../../src/interpreter/recordings/told-messages.ts';
import { WrittenChannels } from '../../src/interpreter/recordings/written-channels.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { silentLog } from './fake-log.ts';
import { mentionOf } from './fake-mentions.ts';
import { memorySettings } from './fake-settings.ts';
import { Listeners } from './listeners.ts';
import { MemoryShelf } from './memory-shelf.ts';
import { ada, author, channelId, guildId, RecordingsWorld } from './recordings-world.ts';

/** One message of the bot, as it is now. */
interface Posted {
  readonly channelId: string;
  readonly body: MessageBody;
  text: string;
}

/** A channel in which recordings are told to everyone: what's written down by itself, and what's asked by a mention. */
export class RecordingsForAllWorld implements AsyncDisposable {
  readonly settings = memorySettings();
  readonly posted: Map<string, Posted>;
  readonly removed: string[] = [];
  /** Moderators don't let people use it. */
  isClosed = false;
  readonly unwritten = new Set<string>();
  readonly told: MemoryShelf<ToldRecording>;
  readonly #told: ToldMessages;
  readonly #written: WrittenChannels;
  readonly #mentions: RecordingMentions;
  readonly world: RecordingsWorld;
  readonly #questions = new Listeners<MentionListener>();
  readonly #messages = new Listeners<(message: FeedMessage) => void>();
  #ids = 0;

  private constructor(world: RecordingsWorld, before?: RecordingsForAllWorld) {
    this.world = world;
    this.posted = before?.posted ?? new Map<string, Posted>();
    this.told = before?.told ?? new MemoryShelf<ToldRecording>();
    const desk = world.newDesk();
    const messenger = {
      post: async (channel: string, body: MessageBody) => {
        this.#ids += 1;
        const messageId = `p${this.#ids}`;
        this.posted.set(messageId, { channelId: channel, body, text: textOf(body) });
        return { messageId };
      },
      editPanel: async ({ messageId = '' }: PanelAddress, body: MessageBody) => {
        const posted = this.posted.get(messageId);
        if (posted) posted.text = textOf(body);
        return { messageId };
      },
      remove: async (_channelId: string, messageId: string) => {
        this.removed.push(messageId);
      },
    };
    const { clock, traffic } = world;
    const shared = { desk, messenger, clock, log: silentLog };
    this.#told = new ToldMessages({ shelf: this.told, messenger, traffic, clock, log: silentLog });
    this.#written = new WrittenChannels({
      ...shared,
      guilds: this.settings.page('interpreter'),
      feed: { onMessage: this.#messages.listen },
      mayBeWritten: async () => !this.isClosed,
      unheard: this.unwritten,
      told: this.#told,
    });
    this.#mentions = new RecordingMentions({
      ...shared,
      feed: this.#questions,
      assertMayAsk: async () => {
        if (this.isClosed) throw new Refusal({ code: 'feature-off' });
      },
      told: this.#told,
    });
    for (const part of [this.#told, this.#written, this.#mentions]) part.open();
  }

  static async open(): Promise<RecordingsForAllWorld> {
    return new RecordingsForAllWorld(await RecordingsWorld.open());
  }

  /** The process is gone; another begins on what was written. */
  async restart(): Promise<RecordingsForAllWorld> {
    return new RecordingsForAllWorld(await RecordingsWorld.open(), this);
  }

  /** What everyone in the channel reads. */
  get texts(): readonly string[] {
    return [...this.posted.entries()]
      .filter(([id]) => !this.removed.includes(id))
      .map(([, { text }]) => text);
  }

  async choose(chosen: WrittenChannel | undefined): Promise<void> {
    const channels: Readonly<Record<string, WrittenChannel>> = chosen ? { [channelId]: chosen } : {};
    const page = this.settings.page('interpreter');
    await page.change({ guildId, userId: ada }, (before) => ({ ...before, channels }));
  }

  /** Somebody sends a voice message. */
  send(file: Uint8Array, changes: Partial<FeedMessage> = {}): FeedMessage {
    const voice = this.world.recording(file, { seconds: 1 });
    const { message } = mentionOf('');
    const from = { ...message.author, userId: author };
    const sent = { ...message, id: voice.messageId, guildId, channelId, author: from, voice, ...changes };
    this.#messages.tell(sent);
    return sent;
  }

  /** Somebody replies to a voice message and names the bot. */
  ask(about: Mention['about'], changes: Partial<Mention> = {}): Mention {
    const base = mentionOf('what does it say?', { about });
    const message = { ...base.message, guildId, channelId, author: { ...base.message.author, userId: ada } };
    const mention = { ...base, message, ...changes };
    for (const { mentioned } of this.#questions) mentioned(mention);
    return mention;
  }

  changeQuestion(messageId: string, now: Mention | undefined): void {
    for (const { changed } of this.#questions) changed(messageId, now);
  }

  deleteMessage(messageId: string): void {
    this.world.deleteMessage(messageId);
  }

  /** The service hears these words; then everything that follows happens. */
  async say(original: string, translation: string): Promise<void> {
    await this.world.connected();
    const before = this.posted.size;
    this.world.client.open_[0]?.translate(original, translation);
    // No further than that: the next one may be heard by then.
    for (let step = 0; step < 60 && this.posted.size === before; step += 1)
      await this.world.clock.advance(100);
  }

  /** Until nothing is being heard any more. */
  async settle(): Promise<void> {
    for (let step = 0; step < 60; step += 1) await this.world.clock.advance(100);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
    const closed = Promise.all([this.#written.close(), this.#mentions.close()]);
    await this.settle();
    await closed;
    await this.#told.close();
  }
}

function textOf({ components }: MessageBody): string {
  const found = JSON.stringify(components).matchAll(/"(?:content|label)":("(?:[^"\\]|\\.)*")/g);
  return [...found].map(([, text = '""']) => String(JSON.parse(text))).join('\n');
}
