import type { CallPresenter, CallShown, CallSurroundings } from '../call/presenter.ts';
import type { Words } from '../words/index.ts';
import { detected, languageName, ownName } from './language-names.ts';
import type { Interpretation, PersonLanguages } from './types.ts';

export type InterpretationShown = CallShown &
  Pick<Interpretation, 'request' | 'state' | 'trouble' | 'languages' | 'sessions' | 'waitMs'>;

const mostNamed = 15;

/** How an interpreter appears to people. */
export const interpreterPresenter: CallPresenter<InterpretationShown> = {
  kind: 'interpreter',
  route: 'interpret',
  sentences: (words) => words.interpreter,
  name: ({ request }, words) => words.interpreter.panel.name(request.settings.languages.map(ownName)),
  activity: ({ state, waitMs }, mention, words) => {
    const waitSeconds = Math.ceil(waitMs / 1_000);
    return state.is === 'running'
      ? words.interpreter.panel.activities[state.activity]({ mention, waitSeconds })
      : '';
  },
  hindered: new Set(['reconnecting', 'silenced', 'waiting-to-connect', 'catching-up']),
  kept,
  buttons: () => [],
  details: (call, around, words) => {
    const { spoken, readAlong, ownLanguages, transcribed } = words.interpreter.panel;
    const { settings } = call.request;
    return [
      spoken[settings.spoken],
      whereCaptionsAre(call, around, words),
      readAlong,
      ...(settings.transcript ? [transcribed] : []),
      ...(call.participants.size > 0 && !around.exposed ? whoTakesPart(call, words) : []),
      ownLanguages,
    ];
  },
  small: ({ sessions }, words) => (sessions > 0 ? [words.interpreter.panel.sessions(sessions)] : []),
  joined: ({ channelId, languages, request }, userId, words) =>
    words.interpreter.answers.joined(channelId, spokenName(languages.get(userId)?.speaks, request, words)),
};

function kept({ request }: InterpretationShown, around: CallSurroundings, words: Words): string {
  const { captions, transcript } = request.settings;
  const { captionsKept, captionsPaused, textKept } = words.interpreter.panel;
  if (captions === 'off' && !transcript) return words.call.nothingKept;
  if (around.captions?.isPaused) return captionsPaused;
  return captions === 'off' ? textKept : captionsKept;
}

function whereCaptionsAre({ request }: InterpretationShown, around: CallSurroundings, words: Words): string {
  const { panel } = words.interpreter;
  const { settings, textChannelId, panelChannelId, voiceChannelId } = request;
  const { captions, transcript } = settings;
  if (around.captions?.isPaused && (captions !== 'off' || transcript)) return panel.captionsHidden;
  // A voice channel's chat has no threads.
  const home = captions === 'thread-per-language' ? textChannelId : panelChannelId;
  if (captions !== 'off' && home === voiceChannelId) return panel.captionsHere;
  return panel.captions[captions](home);
}

/** What a person speaks, in the reader's language. */
function spokenName(
  speaks: PersonLanguages['speaks'],
  { settings }: InterpretationShown['request'],
  words: Words,
): string {
  if (speaks === detected) return words.interpreter.panel.detected;
  return languageName(speaks ?? settings.languages[0] ?? 'en', words.locale);
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
