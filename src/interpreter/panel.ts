import type { CallSurroundings } from '../call/front-desk-parts.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
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
const colours = { live: 0x5865f2, hindered: 0xf0b232, failed: 0xf23f43 };

/** An interpreter's panel for everyone in the channel: who speaks what, which languages, and the buttons. */
export function renderInterpretation(
  call: InterpretationShown,
  around: CallSurroundings,
  words: Words,
): MessageBody {
  const { panel } = words.interpreter;
  const { request, state, trouble } = call;
  const lines = [
    panel.title(`<@${request.startedBy}>`, call.channelId),
    `**${headline(call, around, words)}**`,
  ];
  if (state.is === 'running') {
    const sent = words.call.sent(words.call.regions[around.region]);
    lines.push(
      what(call, around, words),
      marksOf(words.locale)
        .sentences([sent, kept(call, words)])
        .trim(),
    );
    if (call.participants.size > 0 && !around.exposed)
      lines.push(...whoTakesPart(call, words), `-# ${panel.ownLanguages}`);
    if (trouble) lines.push(`⚠️ ${panel.troubles[trouble]}`);
  }
  const small = [
    ...(call.sessions > 0 ? [panel.sessions(call.sessions)] : []),
    words.call.minutes(Math.floor(call.livedMs / 60_000)),
    ...(around.allowance ? [words.spending.left(around.allowance)] : []),
    words.call.reference(request.reference),
  ];
  const controls = state.is === 'running' ? buttons(call, words) : [];
  return {
    components: [
      container([text(lines.join('\n')), text(`-# ${small.join(' · ')}`), ...controls], colourOf(call)),
    ],
  };
}

/** What a person speaks, in the reader's language. */
export function spokenName(
  speaks: PersonLanguages['speaks'],
  { settings }: InterpretationShown['request'],
  words: Words,
): string {
  if (speaks === detected) return words.interpreter.panel.detected;
  return languageName(speaks ?? settings.languages[0] ?? 'en', words.locale);
}

function headline(
  { state, participants, speaker, waitMs }: InterpretationShown,
  { exposed }: CallSurroundings,
  words: Words,
): string {
  if (state.is === 'ended') return words.call.ended[state.end];
  if (state.activity === 'listening' && participants.size === 0) return words.call.waiting;
  const mention = speaker === undefined || exposed ? undefined : `<@${speaker}>`;
  const waitSeconds = Math.ceil(waitMs / 1_000);
  return words.interpreter.panel.activities[state.activity]({ mention, waitSeconds });
}

function what({ request }: InterpretationShown, { exposed }: CallSurroundings, words: Words): string {
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

function buttons({ request }: InterpretationShown, words: Words) {
  const { join, leave, stop } = words.call.buttons;
  return buttonRow([
    button('primary', join, 'interpret', 'join', request.id),
    button('secondary', leave, 'interpret', 'leave', request.id),
    button('danger', stop, 'interpret', 'stop', request.id),
  ]);
}

const hindered: readonly string[] = ['reconnecting', 'silenced', 'waiting-to-connect', 'catching-up'];

function colourOf({ state, trouble }: InterpretationShown): number | undefined {
  if (state.is === 'ended') return state.end === 'service' ? colours.failed : undefined;
  return trouble !== undefined || hindered.includes(state.activity) ? colours.hindered : colours.live;
}
