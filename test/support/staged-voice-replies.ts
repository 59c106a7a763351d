import type { Logger } from 'pino';
import { VoiceReplies } from '../../src/conversation/voice-replies/voice-replies.ts';
import type { MentionListener } from '../../src/discord/mention-feed.ts';
import type { Messenger } from '../../src/discord/messenger.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { FakeConversations } from './fake-conversation.ts';
import { mentionOf } from './fake-mentions.ts';
import { inlineDecoders } from './inline-inspectors.ts';

/** Voice messages that reply to the bot and wait to be heard, for tests of who may do what with them. */
export class StagedVoiceReplies implements Pick<VoiceReplies, 'stop'> {
  readonly #messenger: Pick<Messenger, 'post' | 'editPanel' | 'textIn'>;
  readonly #log: Logger;
  #replies: VoiceReplies | undefined;

  constructor(messenger: Pick<Messenger, 'post' | 'editPanel' | 'textIn'>, log: Logger) {
    this.#messenger = messenger;
    this.#log = log;
  }

  stop(...asked: Parameters<VoiceReplies['stop']>): void {
    this.#replies?.stop(...asked);
  }

  /** The only one there is, until the next one. */
  async send(id: string, where: { guildId: string; channelId: string; userId: string }): Promise<void> {
    let listener: MentionListener | undefined;
    const noted = Promise.withResolvers<void>();
    this.#replies = new VoiceReplies({
      ...{ client: new FakeConversations(), decoders: inlineDecoders(), ffmpeg: undefined, speed: 5 },
      ...{ model: 'xq3.5-omni-realtime', unheard: new Set(), unwritten: new Set(), clock: systemClock },
      feed: {
        listen: (given) => {
          listener = given;
          return () => undefined;
        },
      },
      running: {
        // It's never its turn.
        noteBegun: async () => {
          noted.resolve();
          await new Promise<never>(() => undefined);
        },
        noteAnswer: async () => undefined,
        noteEnded: async () => undefined,
      },
      assertMayTalk: async () => undefined,
      spending: { charge: async () => undefined, finish: async () => undefined, left: async () => undefined },
      botName: () => 'Emcee',
      sayAloud: async () => undefined,
      told: { note: async () => undefined, takeBack: async () => undefined },
      messenger: this.#messenger,
      signal: new AbortController().signal,
      log: this.#log,
    });
    this.#replies.open();
    const { message, ...mention } = mentionOf('', { isNamed: false, repliesTo: '600000000000000001' });
    const { guildId, channelId, userId } = where;
    const voice = {
      messageId: id,
      channelId,
      authorId: userId,
      url: 'http://127.0.0.1/',
      bytes: 1,
      seconds: 1,
    };
    const author = { ...message.author, userId };
    listener?.mentioned({ ...mention, message: { ...message, id, guildId, channelId, author, voice } });
    await noted.promise;
  }
}
