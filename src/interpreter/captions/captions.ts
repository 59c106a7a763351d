import { CallCaptions, type CallCaptionsParts } from '../../call/captions/call-captions.ts';
import { fileRow, fileText, oneLine } from '../../call/captions/file-text.ts';
import { leaveFile } from '../../call/captions/leave-file.ts';
import { passage } from '../../call/captions/page.ts';
import { container, text } from '../../discord/layout.ts';
import { marksOf } from '../../language/marks.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import { languageName, ownName } from '../language-names.ts';
import { interpreterPresenter } from '../presenter.ts';
import type { GrowingText, InterpretationRequest, InterpretedLine } from '../types.ts';
import { Utterances } from './utterances.ts';

export interface InterpreterCaptionsParts extends CallCaptionsParts<InterpretedLine> {
  readonly call: CallCaptionsParts<InterpretedLine>['call'] & { readonly request: InterpretationRequest };
}

/** An interpreter's captions: a sentence with all of its translations, or a thread for each language. */
export function interpreterCaptions(
  parts: InterpreterCaptionsParts,
): CallCaptions<InterpretedLine, LanguageCode> {
  const { request } = parts.call;
  const { captions, transcript, original, languages } = request.settings;
  const words = wordsFor(request.publicLocale);
  const apart = isApart(request);
  const opens = captions === 'off' ? 'off' : apart ? 'with-lines' : 'at-once';
  return new CallCaptions(parts, {
    sentences: (each) => each.interpreter.captions,
    opens,
    isApart: apart,
    presenter: interpreterPresenter,
    partOf: ({ to, from }) => (apart ? (to ?? from) : undefined),
    partName: ownName,
    reading: (language) => {
      const { cut } = words.interpreter.captions;
      const utterances = new Utterances({ languages, language, original, own: false, cut });
      return (line) => utterances.read(line);
    },
    about: ({ userId }) => userId,
    isBlank,
    keeps: transcript,
    leave: async (kept, nameOf, { home, only }) => {
      if (kept.length === 0) return;
      const lines = kept.map(({ line }) => line);
      await leaveText(interpretedText(lines, nameOf, words), only ?? home, parts, words);
    },
  });
}

/** Each language has a thread. */
export function isApart({ settings }: InterpretationRequest): boolean {
  return settings.captions === 'thread-per-language';
}

/** It was taken back. */
export function isBlank({ original, translation }: InterpretedLine): boolean {
  return !passage(original) && !passage(translation);
}

async function leaveText(
  file: string,
  channelId: string,
  { messenger, call }: Pick<InterpreterCaptionsParts, 'messenger' | 'call'>,
  words: Words,
): Promise<void> {
  const { fileName: name, fileDescription: description, fileSentence } = words.interpreter.captions;
  const body = { components: [container([text(fileSentence)])], silent: true };
  await leaveFile(messenger, channelId, body, { name, description, text: file }, `z${call.request.id}`);
}

/**
 * Everything that was said, each utterance followed by its translations.
 * @param nameOf people's names at the time
 */
function interpretedText(
  lines: readonly InterpretedLine[],
  nameOf: (userId: string) => string,
  words: Words,
): string {
  const { cutInFile } = words.interpreter.captions;
  const { bracketed, colon } = marksOf(words.locale);
  const rows: string[] = [];
  for (const line of lines.toSorted((one, other) => one.at - other.at)) {
    const { userId, from, to, original, translation, showsOriginal, at, cut } = line;
    const end = cut ? ` ${cutInFile}` : '';
    const who = `${nameOf(userId)}${bracketed(languageName(from, words.locale))}`;
    const isOriginalTold = to === undefined || showsOriginal;
    if (isOriginalTold && whole(original) !== '')
      rows.push(`${fileRow(at, who, whole(original), words.locale)}${end}`);
    if (to === undefined || whole(translation) === '') continue;
    rows.push(`    → ${languageName(to, words.locale)}${colon}${oneLine(whole(translation))}${end}`);
  }
  return fileText(rows, words.call.fileTooLong);
}

function whole({ sure, unsure }: GrowingText): string {
  return `${sure}${unsure}`.trim();
}
