import type { WrittenChannel } from '../../community/settings-pages.ts';
import { showAsIs } from '../../discord/escape.ts';
import { button, buttonRow, container, text } from '../../discord/layout.ts';
import type { MessageBody } from '../../discord/messenger.ts';
import type { Words } from '../../words/index.ts';
import { languageName } from '../language-names.ts';
import type { ShownRecording } from './recording-page.ts';
import { clockTime, wordsOf } from './recording-text.ts';

/** Of a message's 4,000 characters. */
const longestText = 3_500;

/** What a voice message says, below it: in the channel's language, or as it was said with a way to have it translated. */
export function renderWritten(shown: ShownRecording, chosen: WrittenChannel, words: Words): MessageBody {
  const { written } = words.interpreter;
  const { recording, to } = shown.request;
  const { language, passages, state } = shown;
  const named = (code: string) => languageName(code, words.locale);
  const isTranslated = chosen.language !== undefined && shown.translated;
  const told = isTranslated ? wordsOf(passages, 'translation') : '';
  const all = told || wordsOf(passages, 'original');
  const seconds = 'ms' in state ? Math.ceil(state.ms / 1_000) : (recording.seconds ?? 0);
  const facts = [
    ...(language ? [told ? written.translated(named(language), named(to)) : named(language)] : []),
    clockTime('ms' in state ? state.ms : seconds * 1_000),
    ...('whole' in state && !state.whole ? [written.cut] : []),
  ];
  return {
    components: [
      text(`🎙️ ${showAsIs(all, longestText)}`),
      text(`-# ${[...facts, written.optOut].join(' · ')}`),
      ...(chosen.language === undefined
        ? buttonRow([
            button(
              'secondary',
              written.translate(seconds),
              'interpret',
              'recording-translate',
              recording.messageId,
            ),
          ])
        : []),
    ],
  };
}

/** How a channel's voice messages are written down, for everyone who asks. */
export function renderWriting(
  channelId: string,
  chosen: WrittenChannel | undefined,
  headline: string | undefined,
  words: Words,
): MessageBody {
  const { written } = words.interpreter;
  const how =
    chosen?.language === undefined
      ? written.asSaid
      : written.into(languageName(chosen.language, words.locale));
  const lines = chosen
    ? [headline ?? written.isOn(channelId), how, `-# ${written.goes}`]
    : [headline ?? written.isOff(channelId)];
  return { components: [container([text(lines.join('\n'))])] };
}
