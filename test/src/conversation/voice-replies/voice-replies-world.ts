import { RunningRecordings } from '../../../../src/call/running-recordings.ts';
import { VoiceReplies } from '../../../../src/conversation/voice-replies/voice-replies.ts';
import type { VoiceReplyRequest } from '../../../../src/conversation/voice-replies/voice-reply.ts';
import type { Mention, MentionListener } from '../../../../src/discord/mention-feed.ts';
import { Refusal } from '../../../../src/refusal/refusal.ts';
import { FakeConversations, type FakeSession } from '../../../support/fake-conversation.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { mentionOf } from '../../../support/fake-mentions.ts';
import { inlineDecoders } from '../../../support/inline-inspectors.ts';
import { Listeners } from '../../../support/listeners.ts';
import { ada, channelId, guildId, RecordingsWorld } from '../../../support/recordings-world.ts';

/** A channel in which people reply to the bot with voice messages; the service and Discord are faked. */
export class VoiceRepliesWorld implements AsyncDisposable {
  readonly world: RecordingsWorld;
  readonly client = new FakeConversations();
  readonly unwritten = new Set<string>();
  /** What each message of ours says now. */
  readonly posted = new Map<string, string>();
  readonly spoken: string[] = [];
  readonly stopping = new AbortController();
  /** What the bot's message says that people reply to. */
  repliedTo = 'The film night is on Friday.';
  isClosed = false;
  /** What saying it aloud fails with. */
  trouble: Error | undefined;
  readonly #told = new Map<string, readonly string[]>();
  readonly #replies: VoiceReplies;
  readonly #questions = new Listeners<MentionListener>();

  private constructor(world: RecordingsWorld) {
    this.world = world;
    const { clock } = world;
    const messenger = {
      post: async (channel: string, body: Parameters<typeof world.messenger.post>[1]) => {
        await world.messenger.post(channel, body);
        const messageId = `p${this.posted.size + 1}`;
        this.posted.set(messageId, world.said.at(-1)?.text ?? '');
        return { messageId };
      },
      editPanel: async (...[panel, body]: Parameters<typeof world.messenger.editPanel>) => {
        await world.messenger.editPanel(panel, body);
        const { messageId = '' } = panel;
        if (this.posted.has(messageId)) this.posted.set(messageId, world.shown.get(messageId) ?? '');
        return { messageId };
      },
      textIn: async () => this.repliedTo,
    };
    const { running: shelf, spending } = world;
    this.#replies = new VoiceReplies({
      ...{ client: this.client, decoders: inlineDecoders(), ffmpeg: undefined },
      ...{ model: 'xq3.5-omni-realtime', speed: 5, unheard: world.unheard, unwritten: this.unwritten },
      running: new RunningRecordings({ shelf, spending, messenger, clock, log: silentLog }),
      feed: this.#questions,
      assertMayTalk: async () => {
        if (this.isClosed) throw new Refusal({ code: 'feature-off' });
      },
      botName: () => 'Emcee',
      sayAloud: async (_request: VoiceReplyRequest, answer: string) => {
        if (this.trouble) throw this.trouble;
        this.spoken.push(answer);
        this.posted.set('aloud', '🔊');
        return 'aloud';
      },
      told: {
        note: async (id, _guildId, { messageId }) =>
          void this.#told.set(id, [...(this.#told.get(id) ?? []), messageId]),
        takeBack: async (id) => {
          for (const each of this.#told.get(id) ?? []) this.posted.delete(each);
        },
      },
      ...{ spending, messenger, signal: this.stopping.signal, clock, log: silentLog },
    });
    this.#replies.open();
  }

  static async open(): Promise<VoiceRepliesWorld> {
    return new VoiceRepliesWorld(await RecordingsWorld.open());
  }

  get texts(): readonly string[] {
    return [...this.posted.values()];
  }

  /** Somebody replies to the bot with a voice message. */
  reply(file: Uint8Array, changes: Partial<Mention> = {}, userId = ada): Mention {
    const base = mentionOf('', { isNamed: false, repliesTo: '600000000000000001' });
    const voice = this.world.recording(file, { authorId: userId });
    const author = { ...base.message.author, userId };
    const message = { ...base.message, id: voice.messageId, guildId, channelId, author, voice };
    const mention = { ...base, message, ...changes };
    for (const { mentioned } of this.#questions) mentioned(mention);
    return mention;
  }

  /** The message is gone, also for what follows deleted messages. */
  deleteReply(messageId: string): void {
    for (const { changed } of this.#questions) changed(messageId, undefined);
  }

  stop(...asked: Parameters<VoiceReplies['stop']>): void {
    this.#replies.stop(...asked);
  }

  forget(userId: string): void {
    this.#replies.forget(userId);
  }

  /** The session that the latest reply is sent to, once all of it is sent. */
  async sent(sessions = this.client.sessions.length + 1): Promise<FakeSession> {
    await this.world.until(() => this.client.sessions.length >= sessions);
    const session = this.client.current;
    for (let step = 0; step < 100 && !session.log.includes('respond'); step += 1)
      await this.world.clock.advance(100);
    return session;
  }

  /** What the service heard, and its answer. */
  async answer(session: FakeSession, heard: string, text: string): Promise<void> {
    session.tell({ is: 'heard', itemId: 'i', text: heard });
    if (text !== '') session.tell({ is: 'answer-text', responseId: 'r', delta: text });
    session.tell({ is: 'response-ended', responseId: 'r', end: 'completed', usage: undefined, sources: [] });
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let step = 0; step < 40; step += 1) await this.world.clock.advance(100);
  }

  async close(): Promise<void> {
    const closed = this.#replies.close();
    await this.settle();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.world[Symbol.asyncDispose]();
  }
}
