import type { InterpreterPage, SettingsPage, WrittenChannel } from '../../community/settings-pages.ts';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import { Refusal } from '../../refusal/refusal.ts';
import type { Words } from '../../words/index.ts';
import { languageName } from '../language-names.ts';

/** What changing a channel needs of the bot. */
export interface WritingDesk {
  readonly guilds: SettingsPage<InterpreterPage>;
  /** False: the bot can't see messages. */
  readonly seesMessages: boolean;
  readonly messenger: Pick<Messenger, 'post'>;
}

/** A text channel, and who's changing how it's written down. */
export interface WritingChange {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** In the guild's language. */
  readonly publicWords: Words;
  readonly reference: string;
}

/** Of one server: a mistake shouldn't have a whole server written down. */
export const mostWrittenChannels = 25;

/**
 * Starts to write down a channel's voice messages, changes how, or stops. Everyone who writes there is told. Resolves to how it's done
 * from now on.
 * @throws {Refusal} `speech-content-off`, `recordings-channels-full`
 */
export async function turnWriting(
  { guilds, seesMessages, messenger }: WritingDesk,
  change: WritingChange,
  chosen: WrittenChannel | undefined,
): Promise<WrittenChannel | undefined> {
  const { guildId, channelId, userId, publicWords, reference } = change;
  if (chosen && !seesMessages) throw new Refusal({ code: 'speech-content-off' });
  let before: WrittenChannel | undefined;
  const after = await guilds.change({ guildId, userId }, (page) => {
    const { [channelId]: was, ...others } = page.channels;
    before = was;
    if (chosen && !was && Object.keys(others).length >= mostWrittenChannels)
      throw new Refusal({ code: 'recordings-channels-full', limit: mostWrittenChannels });
    return { ...page, channels: chosen ? { ...others, [channelId]: chosen } : others };
  });
  const { begun, ended } = publicWords.interpreter.written;
  const by = `<@${userId}>`;
  const into = chosen?.language && languageName(chosen.language, publicWords.locale);
  const isOther = chosen && (!before || before.language !== chosen.language);
  const told = isOther ? begun(by, into) : before && !chosen ? ended(by) : undefined;
  if (told) {
    const body = { components: [container([text(told)])], silent: true };
    // Where it can't be said, it can't be written down either.
    await messenger.post(channelId, body, reference).catch(() => undefined);
  }
  return after.channels[channelId];
}
