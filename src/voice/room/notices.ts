import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import { permissionsPhrase } from '../../language/phrases.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { VoiceFacts, VoiceNotice } from '../words/voice-words.ts';
import type { RoomEnd } from './types.ts';

/** Something that a room says in words: what the matter is, or why it left. */
export type Said = { readonly notice: VoiceNotice } | { readonly end: RoomEnd };

export interface SaidAbout {
  readonly channelId: string;
  /** By their discord.js names. */
  readonly permissions: readonly string[];
}

/** What a room says in its text channel, in the guild's language. A message that Discord refuses is logged, no more. */
export class Notices {
  readonly #messenger: Pick<Messenger, 'post'>;
  readonly #log: Logger;

  constructor(messenger: Pick<Messenger, 'post'>, log: Logger) {
    this.#messenger = messenger;
    this.#log = log;
  }

  /** Resolves when it is said or cannot be; never rejects. */
  async say(to: string, locale: string | undefined, said: Said, about: SaidAbout): Promise<void> {
    const components = [text(sentence(said, about, wordsFor(locale)))];
    try {
      await this.#messenger.post(to, { components }, `r-${randomUUID().slice(0, 23)}`);
    } catch (error) {
      this.#log.warn({ err: error, channelId: to, ...said }, 'could not say what the matter is');
    }
  }
}

function sentence(said: Said, about: SaidAbout, words: Words): string {
  const facts: VoiceFacts = {
    channelId: about.channelId,
    permissions: permissionsPhrase(about.permissions, words.errors.permissions, words.locale),
  };
  return 'end' in said ? words.voice.ends[said.end](facts) : words.voice.notices[said.notice](facts);
}
