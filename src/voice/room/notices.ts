import { randomUUID } from 'node:crypto';
import { ComponentType } from 'discord.js';
import type { Logger } from 'pino';
import type { Messenger } from '../../discord/messenger.ts';
import type { VoiceWords } from '../words/en.ts';
import type { NoticePlace, Said } from './types.ts';

/** What rooms say in one language. */
export interface RoomWords extends VoiceWords {
  /** Permissions by their discord.js names, as a phrase that people recognise. */
  permissions(names: readonly string[]): string;
}

export interface SaidAbout {
  readonly channelId: string;
  /** By their discord.js names. */
  readonly permissions: readonly string[];
}

/** What a room says in text channels. If Discord refuses a message, that's only logged. */
export class Notices {
  readonly #messenger: Pick<Messenger, 'post'>;
  readonly #wordsFor: (locale: string | undefined) => RoomWords;
  readonly #log: Logger;

  constructor(
    messenger: Pick<Messenger, 'post'>,
    wordsFor: (locale: string | undefined) => RoomWords,
    log: Logger,
  ) {
    this.#messenger = messenger;
    this.#wordsFor = wordsFor;
    this.#log = log;
  }

  /** Resolves when it's posted or can't be. Never rejects. */
  async say({ channelId, locale }: NoticePlace, said: Said, about: SaidAbout): Promise<void> {
    const content = sentence(said, about, this.#wordsFor(locale));
    const components = [{ type: ComponentType.TextDisplay as const, content }];
    try {
      await this.#messenger.post(channelId, { components }, `r-${randomUUID().slice(0, 23)}`);
    } catch (error) {
      this.#log.warn({ err: error, channelId, ...said }, "couldn't post a notice about a voice channel");
    }
  }
}

function sentence(said: Said, { channelId, permissions }: SaidAbout, words: RoomWords): string {
  const facts = { channelId, permissions: words.permissions(permissions) };
  return 'end' in said ? words.ends[said.end](facts) : words.notices[said.notice](facts);
}
