import { showAsIs } from '../../src/discord/escape.ts';
import { youMay } from '../../src/discord/guards.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { longestWord } from '../../src/speech/dictionary.ts';
import { dictionaryFile, renderDictionary } from '../../src/speech/dictionary-page.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { editorOf, Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/speak pronounce`: this server's words. Anyone can see them, moderators can change them. */
export function speakPronounce(desk: SpeechDesk): ChatCommand<'speak pronounce'> {
  return {
    path: ['speak', 'pronounce'],
    options: [
      { kind: 'string', name: 'word', maxLength: longestWord },
      { kind: 'string', name: 'as', maxLength: longestWord },
      { kind: 'string', name: 'pinyin', maxLength: longestWord },
      { kind: 'boolean', name: 'remove' },
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const editor = editorOf(interaction);
      const { answers, dictionary } = words.speech;
      const word = given.text('word');
      const as = given.text('as');
      const isRemoval = given.flag('remove') ?? false;
      if (word === undefined || (as === undefined && !isRemoval)) {
        const entries = await desk.dictionary.list(interaction.guildId);
        const { body, rest } = renderDictionary(entries, words);
        const bytes = Buffer.from(dictionaryFile(entries));
        const name = 'pronunciations.txt';
        const description = dictionary.title(entries.length, entries.length).replaceAll('*', '');
        await answerWith(interaction, body, rest > 0 ? [{ name, bytes, description, attached: true }] : []);
        return;
      }
      await youMay('ManageGuild').check(interaction);
      const shown = (text: string) => showAsIs(text, longestWord * 2);
      if (as === undefined || isRemoval) {
        await desk.dictionary.remove(editor, word);
        await answerWith(interaction, sentence(answers.wordRemoved(shown(word))));
        return;
      }
      await desk.dictionary.add(editor, { word, as, pinyin: given.text('pinyin') });
      await answerWith(interaction, sentence(answers.wordAdded(shown(word), shown(as))));
    },
  };
}
