import type { ReadAloud, SettingsPage, SpeechPage } from '../community/settings-pages.ts';
import { showAsIs } from '../discord/escape.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Words } from '../words/index.ts';
import { usualReadAloud } from './read-aloud.ts';

/** The part of the speech desk that changes use. */
interface ReadingDesk {
  readonly guilds: SettingsPage<SpeechPage>;
  /** False: the bot can't see messages. */
  readonly seesMessages: boolean;
  tell(channelId: string, sentence: string, nonce: string): Promise<void>;
}

/** A text channel, and who's changing how it's read. */
interface ReadingChange {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** In the guild's language. */
  readonly publicWords: Words;
  readonly reference: string;
}

/**
 * Starts to read a channel, changes how, or stops. Everyone who writes there is told when it starts and stops. Resolves
 * to how it's read from now on.
 * @throws {Refusal} `speech-content-off`
 */
export async function turnReading(
  desk: ReadingDesk,
  change: ReadingChange,
  read: boolean,
  changes: Partial<ReadAloud> = {},
): Promise<ReadAloud | undefined> {
  const { guildId, channelId, userId, publicWords, reference } = change;
  if (read && !desk.seesMessages) throw new Refusal({ code: 'speech-content-off' });
  let wasRead = false;
  const after = await desk.guilds.change({ guildId, userId }, (settings) => {
    const { [channelId]: before, ...others } = settings.channels;
    wasRead = before !== undefined;
    const reading = { ...usualReadAloud, ...before, ...changes };
    return { ...settings, channels: read ? { ...others, [channelId]: reading } : others };
  });
  const reading = after.channels[channelId];
  if (read !== wasRead) {
    const { begun, ended } = publicWords.speech.channel;
    const by = `<@${userId}>`;
    const prefix = reading?.exceptPrefix;
    const sentence = read ? begun(by, prefix && showAsIs(prefix, 40)) : ended(by);
    void desk.tell(channelId, sentence, reference);
  }
  return reading;
}

/** Changes how a channel is read. Undefined, with nothing changed, if it isn't read any more. */
export async function adjustReading(
  desk: ReadingDesk,
  { guildId, channelId, userId }: Pick<ReadingChange, 'guildId' | 'channelId' | 'userId'>,
  change: (before: ReadAloud) => ReadAloud,
): Promise<ReadAloud | undefined> {
  const after = await desk.guilds.change({ guildId, userId }, (settings) => {
    const before = settings.channels[channelId];
    if (!before) return settings;
    return { ...settings, channels: { ...settings.channels, [channelId]: change(before) } };
  });
  return after.channels[channelId];
}
