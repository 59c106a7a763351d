import type { CallFace } from '../call/face.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';
import { detected, languageName, ownName } from './language-names.ts';
import type { Interpretation, PersonLanguages } from './types.ts';

export type InterpretationShown = Pick<
  Interpretation,
  | 'request'
  | 'channelId'
  | 'state'
  | 'participants'
  | 'languages'
  | 'livedMs'
  | 'trouble'
  | 'speaker'
  | 'sessions'
  | 'waitMs'
>;

const mostNamed = 15;

/** How an interpreter appears to people. */
export const interpreterFace: CallFace<InterpretationShown> = {
  kind: 'interpreter',
  route: 'interpret',
  sentences: (words) => words.interpreter,
  activity: ({ state, waitMs }, mention, words) => {
    const waitSeconds = Math.ceil(waitMs / 1_000);
    return state.is === 'running'
      ? words.interpreter.panel.activities[state.activity]({ mention, waitSeconds })
      : '';
  },
  hindered: new Set(['reconnecting', 'silenced', 'waiting-to-connect', 'catching-up']),
  about: (call, around, words, sent) => [
    what(call, around.exposed, words),
    marksOf(words.locale)
      .sentences([sent, kept(call, words)])
      .trim(),
  ],
  people: (call, words) => [...whoTakesPart(call, words), `-# ${words.interpreter.panel.ownLanguages}`],
  small: ({ sessions }, words) => (sessions > 0 ? [words.interpreter.panel.sessions(sessions)] : []),
  buttons: () => ({ first: [], last: [] }),
  details: (call, words) => what(call, false, words),
  joined: ({ channelId, languages, request }, userId, words) =>
    words.interpreter.answers.joined(channelId, spokenName(languages.get(userId)?.speaks, request, words)),
};

/** What a person speaks, in the reader's language. */
function spokenName(
  speaks: PersonLanguages['speaks'],
  { settings }: InterpretationShown['request'],
  words: Words,
): string {
  if (speaks === detected) return words.interpreter.panel.detected;
  return languageName(speaks ?? settings.languages[0] ?? 'en', words.locale);
}
function what({ request }: InterpretationShown, exposed: boolean | undefined, words: Words): string {
  const { panel } = words.interpreter;
  const { languages, spoken, captions, transcript } = request.settings;
  const isPaused = exposed && (captions !== 'off' || transcript);
  // A voice channel's chat has no threads.
  const isHere = captions !== 'off' && request.textChannelId === request.voiceChannelId;
  const written = isPaused ? panel.captionsPaused : isHere ? panel.captionsHere : panel.captions[captions];
  const captioned = marksOf(words.locale).sentences([panel.spoken[spoken], written]);
  return `${panel.languages(languages.map(ownName))}\n${captioned}`;
}

function kept({ request }: InterpretationShown, words: Words): string {
  const { captions, transcript } = request.settings;
  if (transcript) return words.interpreter.panel.transcribed;
  return captions === 'off' ? words.call.nothingKept : '';
}

function whoTakesPart(call: InterpretationShown, words: Words): readonly string[] {
  const { panel } = words.interpreter;
  const named = [...call.participants].slice(0, mostNamed).map((userId) => {
    const { speaks, reads } = call.languages.get(userId) ?? {};
    const isTheSame = reads === undefined || reads === speaks;
    return panel.person(
      `<@${userId}>`,
      spokenName(speaks, call.request, words),
      isTheSame ? undefined : languageName(reads, words.locale),
    );
  });
  const more = call.participants.size - named.length;
  return more > 0 ? [...named, panel.more(more)] : named;
}
