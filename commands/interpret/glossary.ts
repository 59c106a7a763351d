import { showAsIs } from '../../src/discord/escape.ts';
import { youMay } from '../../src/discord/guards.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { longestTerm, mostHeard } from '../../src/interpreter/glossary.ts';
import { renderGlossary } from '../../src/interpreter/glossary-page.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { editorOf, Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/interpret glossary`: this server's names and terms. Anyone can see them, moderators can change them. */
export function interpretGlossary({ glossary }: InterpreterDesk): ChatCommand<'interpret glossary'> {
  return {
    path: ['interpret', 'glossary'],
    options: [
      { kind: 'string', name: 'term', maxLength: longestTerm },
      { kind: 'string', name: 'heard', maxLength: (longestTerm + 1) * mostHeard },
      { kind: 'boolean', name: 'remove' },
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const term = given.text('term');
      if (term === undefined) {
        await answerWith(interaction, renderGlossary(await glossary.list(interaction.guildId), words));
        return;
      }
      await youMay('ManageGuild').check(interaction);
      const editor = editorOf(interaction);
      const { added, removed } = words.interpreter.glossary;
      const isRemoval = given.flag('remove') ?? false;
      if (isRemoval) await glossary.remove(editor, term);
      else await glossary.add(editor, term, given.text('heard'));
      const told = showAsIs(term, longestTerm * 2);
      await answerWith(interaction, sentence(isRemoval ? removed(told) : added(told)));
    },
  };
}
