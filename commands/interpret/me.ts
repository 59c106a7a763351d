import { actorOf } from '../../src/discord/actor.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { detected, languageName } from '../../src/interpreter/language-names.ts';
import type { PersonLanguages } from '../../src/interpreter/types.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand } from '../kit/surface.ts';
import { suggestLanguage } from './suggest-languages.ts';

const longestName = 60;

/**
 * `/interpret me`: sets what a person speaks and reads, in this call and the next. Shows it if there are no options.
 */
export function interpretMe(desk: InterpreterDesk): ChatCommand<'interpret me'> {
  return {
    path: ['interpret', 'me'],
    options: [
      { kind: 'string', name: 'speaks', maxLength: longestName, autocomplete: true },
      { kind: 'string', name: 'reads', maxLength: longestName, autocomplete: true },
      { kind: 'boolean', name: 'own_captions' },
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const languages = await desk.me(actorOf(interaction), {
        speaks: given.text('speaks'),
        reads: given.text('reads'),
        ownCaptions: given.flag('own_captions'),
      });
      await answerWith(interaction, sentence(told(languages, words)));
    },
    autocomplete: async ({ focused, words }) => [
      ...(desk.detectsLanguage && focused.name === 'speaks' ? detection(focused.value, words) : []),
      ...suggestLanguage(focused.value, words),
    ],
  };
}

/** **I speak …** under the question of a call. */
export function interpretSpeaks(desk: InterpreterDesk): ButtonRoute {
  return {
    feature: 'interpret',
    action: 'speaks',
    acknowledge: 'private',
    run: async ({ interaction, id, words }) => {
      const languages = await desk.speakInstead(actorOf(interaction), id);
      await answerWith(interaction, sentence(told(languages, words)));
    },
  };
}

function told({ speaks, reads, ownCaptions }: PersonLanguages, words: CallFrame['words']): string {
  const { answers, panel } = words.interpreter;
  const named = (code: string) => (code === detected ? panel.detected : languageName(code, words.locale));
  return answers.mine(
    speaks === undefined ? answers.unsaid : named(speaks),
    reads === undefined ? undefined : named(reads),
    ownCaptions ?? false,
  );
}

function detection(typed: string, words: CallFrame['words']) {
  const label = words.interpreter.panel.detected;
  return label.includes(typed.trim()) ? [{ value: detected, label }] : [];
}
