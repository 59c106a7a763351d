import {
  type Attempt,
  command,
  eachOf,
  forEverybody,
  forModerators,
  plain,
  type Row,
  suggest,
} from '../../support/authority-facts.ts';
import { names } from '../../support/authority-stage.ts';
import { callRows, startAndEnd, switchRow } from './call-rows.ts';
import { conversationOnStage, interpreterOnStage as kind } from './calls-on-stage.ts';

const suggested = (path: string, option: string) => forEverybody(suggest(path, option));
const glossary = (values: Readonly<Record<string, string | boolean>>): Attempt =>
  command('interpret glossary', values);

export const interpreterRows: Readonly<Record<string, Row>> = {
  ...callRows(kind),
  'command interpret start': eachOf(
    forEverybody(startAndEnd(kind)),
    forModerators('管理消息', startAndEnd(kind, { transcript: true })),
  ),
  'suggest interpret start languages': suggested('interpret start', 'languages'),
  'suggest interpret start spoken_in': suggested('interpret start', 'spoken_in'),
  'command interpret me': forEverybody(command('interpret me', { speaks: 'German' })),
  'suggest interpret me speaks': suggested('interpret me', 'speaks'),
  'suggest interpret me reads': suggested('interpret me', 'reads'),
  'command interpret channel': eachOf(
    forEverybody(command('interpret channel')),
    forModerators('管理服务器', (stage, who) =>
      stage.command(who, 'tended', 'interpret channel', { write: true, language: 'German' }),
    ),
  ),
  'suggest interpret channel language': suggested('interpret channel', 'language'),
  'command interpret glossary': eachOf(
    forEverybody(glossary({})),
    forModerators('管理服务器', glossary({ term: 'Emcee', heard: 'em see' })),
    forModerators('管理服务器', async (stage, who) => {
      await glossary({ term: 'Emcee' })(stage, 'owner');
      return await glossary({ term: 'Emcee', remove: true })(stage, who);
    }),
  ),
  'button interpret:speaks': async function* (stage) {
    for (const who of names) {
      const outcome = await stage.press(who, 'open', `interpret:speaks:${stage.personId('member')}.de`);
      const isDenied = outcome.refused && outcome.text.includes('只有对方可以回答');
      if (isDenied === (who === 'member')) yield `${who}: ${plain(outcome)}`;
    }
  },
  'button interpret:switch': switchRow(kind, conversationOnStage),
};
