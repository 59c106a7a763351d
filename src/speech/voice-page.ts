import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import { labelOf } from './voice-book.ts';
import { type Decisions, deciders, type Sound } from './voice-choice.ts';
import type { VoiceField } from './words/en.ts';

export type VoiceScope = 'me' | 'server';

const fields: readonly VoiceField[] = [
  'voice',
  'model',
  'rate',
  'pitch',
  'volume',
  'language',
  'instruction',
];

export interface VoicePage {
  readonly scope: VoiceScope;
  /** Undefined: nobody has chosen a voice yet. */
  readonly sound: Sound | undefined;
  readonly decisions: Decisions;
  readonly allowance?: AllowanceLeft | undefined;
}

/** The voice settings of a person or a server, and who decided each of them, with a button to hear them. */
export function renderVoice({ scope, sound, decisions, allowance }: VoicePage, words: Words): MessageBody {
  const { voice, buttons } = words.speech;
  const { colon } = marksOf(words.locale);
  const title = scope === 'me' ? voice.mine : voice.guild;
  if (!sound) return { components: [container([text(`${title}\n${voice.none}`)])] };
  const rows = fields.map((field) => {
    const value = field === 'voice' ? labelOf(sound.voice) : sound[field];
    const shown = value === undefined ? voice.usual : shownAs(value);
    const decider = deciderOf(field, value, sound, decisions);
    return `${voice.labels[field]}${colon}${shown}${decider === undefined ? '' : ` · ${voice.from[decider]}`}`;
  });
  return {
    components: [
      container([
        text([title, ...rows].join('\n')),
        ...(allowance ? [text(`-# ${words.spending.left(allowance)}`)] : []),
        ...buttonRow([button('primary', buttons.preview, 'speak', 'preview', scope)]),
      ]),
    ],
  };
}

/** Numbers are ours; names and instructions are people's text. */
function shownAs(value: string | number): string {
  return typeof value === 'number' ? String(value) : showAsIs(value, 200);
}

function deciderOf(field: VoiceField, value: unknown, sound: Sound, decisions: Decisions) {
  const wanted = field === 'voice' ? sound.voice.name : value;
  if (wanted === undefined) return undefined;
  return deciders.find((decider) => decisions[decider][field] === wanted);
}
