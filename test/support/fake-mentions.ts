import type { Mention, MentionFeed, MentionListener } from '../../src/discord/mention-feed.ts';
import type { Reader } from '../../src/knowledge/access.ts';
import { MentionDesk } from '../../src/knowledge/mention-desk.ts';
import { fakeActor } from './fake-actor.ts';
import { recordingLog } from './fake-log.ts';
import { guildId, KnowledgeWorld, type KnowledgeWorldOptions, reader } from './knowledge-world.ts';

export const [channelId = ''] = reader.channelIds;

export interface MentionFacts extends Partial<Omit<Mention, 'message'>> {
  readonly id?: string;
  readonly asker?: Reader;
  readonly files?: number;
  readonly locale?: string;
}

let written = 0;

export function mentionOf(text: string, facts: MentionFacts = {}): Mention {
  const { asker = reader, files = 0, locale = 'en-US', ...more } = facts;
  written += 1;
  const { id = `7000000000000${String(written).padStart(5, '0')}` } = facts;
  return {
    message: {
      id,
      guildId: asker.guildId,
      channelId,
      locale,
      author: { userId: asker.userId, displayName: 'Ann', automatic: false, roleIds: asker.roleIds },
      written: true,
      body: {
        content: text,
        files: Array.from({ length: files }, () => ({ kind: 'image', spoiler: false })),
        stickers: [],
        hasEmbeds: false,
        names: { user: () => undefined, role: () => undefined, channel: () => undefined },
      },
    },
    text,
    isNamed: true,
    repliesTo: undefined,
    actor: asker,
    channelIds: asker.channelIds,
    botMay: { write: true, reply: true, speak: true },
    ...more,
  };
}

/** The knowledge feature with a chat in front of it, in which people mention the bot. */
export class MentionWorld implements MentionFeed {
  readonly world: KnowledgeWorld;
  readonly log = recordingLog();
  /** Everything that was written, as it is now. */
  readonly messages = new Map<string, Mention>();
  #desk: MentionDesk;
  #listener: MentionListener | undefined;

  constructor(options: KnowledgeWorldOptions = {}) {
    this.world = new KnowledgeWorld(options);
    this.#desk = this.#make();
  }

  listen(listener: MentionListener): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }

  get posted() {
    return this.world.messenger.posted;
  }

  async find(_channelId: string, messageId: string): Promise<Mention | undefined> {
    return this.messages.get(messageId);
  }

  /** Answers what is left from before a restart; resolves once everything that follows has happened. */
  async recover(): Promise<void> {
    await this.#desk.recover();
    await this.world.clock.advance(5_000);
  }

  /** Somebody writes; resolves once everything that follows at once has happened. */
  async write(text: string, facts: MentionFacts = {}): Promise<Mention> {
    const mention = mentionOf(text, facts);
    this.messages.set(mention.message.id, mention);
    this.#listener?.mentioned(mention);
    await this.world.clock.advance(5_000);
    return mention;
  }

  tell(messageId: string, now?: Mention): void {
    this.#listener?.changed(messageId, now);
  }

  async change(messageId: string, now?: Mention): Promise<void> {
    this.tell(messageId, now);
    await this.world.clock.advance(5_000);
  }

  /** The process is gone without a word; another begins on what was written. */
  async crash(): Promise<void> {
    this.#listener = undefined;
    await this.world.restart();
    this.#desk = this.#make();
  }

  async restart(): Promise<void> {
    await this.#desk.close();
    await this.world.restart();
    this.#desk = this.#make();
  }

  async close(): Promise<void> {
    await this.#desk.close();
  }

  #make(): MentionDesk {
    const nobody = fakeActor({ guildId, userId: guildId, channels: {} });
    const desk = new MentionDesk({
      knowledge: this.world.desk,
      feed: this,
      messenger: this.world.messenger,
      kept: this.world.mentions,
      anybodyIn: () => ({ ...nobody, channelIds: [channelId], roleIds: [guildId] }),
      clock: this.world.clock,
      log: this.log.log,
    });
    desk.open();
    return desk;
  }
}
