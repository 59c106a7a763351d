import {
  type APIActionRowComponent,
  type APISectionComponent,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord.js';
import { showAsIs } from '../../discord/escape.ts';
import { noticeOf, noticeText } from '../../discord/failure-words.ts';
import { button, buttonRow, container, encodeCustomId, text } from '../../discord/layout.ts';
import type { MessageBody } from '../../discord/messenger.ts';
import { languageCodes } from '../../service/realtime/translation/languages.ts';
import type { Words } from '../../words/index.ts';
import { languageName, nameBothWays } from '../language-names.ts';
import type { RecordingState } from './recording.ts';
import type { RecordingHearing } from './recording-hearing.ts';
import { clockTime, wordsOf } from './recording-text.ts';

/** What's shown of a recording; a test brings its own. */
export type ShownRecording = Pick<
  RecordingHearing,
  'request' | 'state' | 'passages' | 'language' | 'translated' | 'isOver' | 'sentSeconds' | 'keeping'
>;

/** Of a message's 4,000 characters, for each of the two texts. */
const longestText = 1_600;
const route = 'interpret';

/** The private answer while it grows, and its buttons once there's something to do with it. */
export function renderRecording(shown: ShownRecording, words: Words): MessageBody {
  const { id } = shown.request;
  const { recordings } = words.interpreter;
  const failure = failureOf(shown, words);
  if (failure) return failure;
  const { buttons } = recordings;
  const hasWords = shown.passages.length > 0;
  const offered = shown.isOver
    ? hasWords
      ? [
          button('secondary', buttons.share, route, 'recording-share', id),
          button('secondary', buttons.read, route, 'recording-read', id),
          button('secondary', buttons.file, route, 'recording-file', id),
        ]
      : []
    : [button('danger', buttons.stop, route, 'recording-stop', id)];
  const small = [
    ...(shown.sentSeconds > 0 ? [recordings.cost(shown.sentSeconds)] : []),
    ...(shown.isOver ? [recordings.keeping[shown.keeping]] : []),
  ];
  return {
    components: [
      container([
        ...contentOf(shown, words).map(text),
        ...(small.length > 0 ? [text(`-# ${small.join(' · ')}`)] : []),
        ...buttonRow(offered),
        ...(offersLanguages(shown) ? [languageMenu(shown, words)] : []),
      ]),
    ],
  };
}

/** Why nothing was heard at all. */
function failureOf({ request, state, passages }: ShownRecording, words: Words): MessageBody | undefined {
  if (state.is !== 'failed' || passages.length > 0) return undefined;
  const notice = noticeOf(state.error, words);
  return { components: [container([text(notice ? noticeText(notice, request.reference, words) : '…')])] };
}

/** Nobody found out which language it's in, so another one may bring more. */
function offersLanguages({ state, request }: ShownRecording): boolean {
  return state.is === 'heard' && request.from !== 'auto';
}

function languageMenu(
  { request }: ShownRecording,
  words: Words,
): APIActionRowComponent<APIStringSelectComponent> {
  const options = languageCodes
    .filter((code) => code !== request.from)
    .map((value) => ({ value, label: nameBothWays(value, words.locale) }));
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: encodeCustomId({ feature: route, action: 'recording-language', id: request.id }),
        placeholder: words.interpreter.recordings.otherLanguage,
        options,
      },
    ],
  };
}

/** The same for everybody in the channel, without whose minutes it cost. */
export function renderShared(shown: ShownRecording, by: string, words: Words): MessageBody {
  const { recordings } = words.interpreter;
  return {
    components: [container([...contentOf(shown, words).map(text), text(`-# ${recordings.sharedBy(by)}`)])],
  };
}

/** The answer to a question in public. It can be stopped while it grows. */
export function renderPublic(shown: ShownRecording, words: Words): MessageBody {
  const { id, userId } = shown.request;
  const { recordings } = words.interpreter;
  const failure = failureOf(shown, words);
  if (failure) return failure;
  const stop = button('danger', recordings.buttons.stop, route, 'recording-stop', id);
  return {
    components: [
      container([
        ...contentOf(shown, words).map(text),
        text(`-# ${recordings.askedBy(`<@${userId}>`)}`),
        ...buttonRow(shown.isOver ? [] : [stop]),
      ]),
    ],
  };
}

/** Each takes four of a message's forty components. */
const mostListed = 8;

/** What's being listened to, with a way to stop each. */
export function renderListening(
  listened: readonly ShownRecording[],
  headline: string | undefined,
  words: Words,
): MessageBody {
  const { listening } = words.interpreter.recordings;
  const listed = listened.slice(0, mostListed);
  const more = listened.length - listed.length;
  return {
    components: [
      container([
        text(headline ?? listening.title(listened.length)),
        ...listed.map((each) => listedRow(each, words)),
        ...(more > 0 ? [text(`-# ${listening.more(more)}`)] : []),
      ]),
    ],
  };
}

function listedRow({ request, state }: ShownRecording, words: Words): APISectionComponent {
  const { listening, buttons } = words.interpreter.recordings;
  const { recording, userId, id } = request;
  const whose = listening.whose(`<@${recording.authorId}>`, `<#${recording.channelId}>`);
  const by = userId === recording.authorId ? [] : [words.interpreter.recordings.askedBy(`<@${userId}>`)];
  const told = statusOf(state, false, words);
  return {
    type: ComponentType.Section,
    components: [text(whose), text(`-# ${[...(told ? [told] : []), ...by].join(' · ')}`)],
    accessory: button('danger', buttons.stop, route, 'recording-cancel', id),
  };
}

function contentOf(shown: ShownRecording, words: Words): readonly string[] {
  const { recording, to } = shown.request;
  const { recordings } = words.interpreter;
  const { state, passages, language } = shown;
  const facts = [
    ...('ms' in state ? [clockTime(state.ms)] : []),
    ...(language && passages.length > 0 ? [recordings.heardAs(languageName(language, words.locale))] : []),
  ];
  const title = `**${recordings.title(`<@${recording.authorId}>`)}**`;
  const head = [title, ...facts].join(' · ');
  const told = statusOf(state, passages.length > 0, words);
  const translated = shown.translated ? wordsOf(passages, 'translation') : '';
  const [original, translation] = [wordsOf(passages, 'original'), translated].map((all) =>
    fitting(all, shown),
  );
  const isCut = [wordsOf(passages, 'original'), translated].some((all) => all.length > longestText);
  return [
    head,
    ...(original ? [original] : []),
    ...(translation ? [`**${languageName(to, words.locale)}**\n${translation}`] : []),
    ...(isCut && shown.isOver ? [recordings.longer] : []),
    ...(told ? [told] : []),
  ];
}

/** While it grows, the newest words; afterwards from the beginning. */
function fitting(all: string, { isOver }: ShownRecording): string {
  if (all === '') return '';
  if (isOver || all.length <= longestText) return showAsIs(all, longestText);
  return `… ${showAsIs(all.slice(1 - longestText), longestText)}`;
}

function statusOf(state: RecordingState, hasWords: boolean, words: Words): string | undefined {
  const { recordings } = words.interpreter;
  switch (state.is) {
    case 'waiting':
      return state.ahead > 0 ? recordings.waiting(state.ahead) : recordings.fetching;
    case 'fetching':
      return recordings.fetching;
    case 'connecting': {
      const seconds = Math.ceil(state.waitMs / 1_000);
      return seconds > 0 ? recordings.waitingToConnect(seconds) : recordings.connecting;
    }
    case 'hearing':
      return recordings.hearing(clockTime(state.heardMs), clockTime(state.ms));
    case 'heard':
      if (!hasWords) return recordings.nothing;
      return state.whole ? undefined : recordings.cut;
    case 'stopped':
      return recordings.stopped[state.why];
    case 'failed':
      return recordings.broken;
  }
}
