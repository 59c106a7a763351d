import type { ChatInputCommandInteraction } from 'discord.js';
import { actorOf } from '../../src/discord/actor.ts';
import { botMay } from '../../src/discord/guards.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import {
  captionModes,
  type InterpretationAsk,
  spokenModes,
} from '../../src/interpreter/interpretation-ask.ts';
import { choicesOf, Given, orderOf } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { suggestLanguages } from './suggest-languages.ts';

const longestList = 200;
const captionsNeed = botMay('CreatePublicThreads', 'SendMessagesInThreads');
const transcriptNeeds = botMay('AttachFiles');

/** `/interpret start`: in the person's voice channel. The answer is the panel that everyone sees. */
export function interpretStart(desk: InterpreterDesk): ChatCommand<'interpret start'> {
  return {
    path: ['interpret', 'start'],
    options: [
      { kind: 'string', name: 'languages', maxLength: longestList, autocomplete: true },
      { kind: 'string', name: 'spoken', choices: choicesOf(spokenModes) },
      { kind: 'string', name: 'spoken_in', maxLength: longestList, autocomplete: true },
      { kind: 'string', name: 'voice', maxLength: 64 },
      { kind: 'string', name: 'captions', choices: choicesOf(captionModes) },
      { kind: 'boolean', name: 'original' },
      { kind: 'boolean', name: 'same_language' },
      { kind: 'boolean', name: 'transcript' },
    ],
    guards: [botMay('ViewChannel', 'SendMessages')],
    reply: 'public',
    run: async ({ interaction, reference, receivedAt }) => {
      const ask = askOf(interaction);
      if (ask.captions !== 'off') await captionsNeed.check(interaction);
      if (ask.transcript) await transcriptNeeds.check(interaction);
      await desk.start(orderOf(interaction, { reference, receivedAt }), actorOf(interaction), ask);
    },
    autocomplete: async ({ focused, words }) => suggestLanguages(focused.value, words),
  };
}

function askOf(interaction: ChatInputCommandInteraction<'cached'>): InterpretationAsk {
  const given = new Given(interaction);
  return {
    languages: given.text('languages') ?? '',
    spoken: given.choice('spoken', spokenModes),
    spokenIn: given.text('spoken_in'),
    voice: given.text('voice'),
    captions: given.choice('captions', captionModes),
    original: given.flag('original'),
    sameLanguage: given.flag('same_language'),
    transcript: given.flag('transcript'),
  };
}
