import { forEverybody, forNames, moderators, plain, type Row } from '../../support/authority-facts.ts';
import { type AuthorityStage, type Name, names } from '../../support/authority-stage.ts';
import { callRows, startAndEnd, switchRow } from './call-rows.ts';
import { conversationOnStage, interpreterOnStage as kind } from './calls-on-stage.ts';

const suggested = (command: string, option: string) =>
  forEverybody((stage, who) => stage.suggest(who, 'open', command, option));

const glossary = async (
  stage: AuthorityStage,
  who: Name,
  values: Readonly<Record<string, string | boolean>>,
) => await stage.command(who, 'open', 'interpret glossary', values);

export const interpreterRows: Readonly<Record<string, Row>> = {
  ...callRows(kind),
  'command interpret start': async (stage) => [
    ...(await forEverybody((_, who) => startAndEnd(stage, kind, who))(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      '管理消息',
      (_, who) => startAndEnd(stage, kind, who, { transcript: true }),
    )(stage)),
  ],
  'suggest interpret start languages': suggested('interpret start', 'languages'),
  'suggest interpret start spoken_in': suggested('interpret start', 'spoken_in'),
  'command interpret me': forEverybody((stage, who) =>
    stage.command(who, 'open', 'interpret me', { speaks: 'German' }),
  ),
  'suggest interpret me speaks': suggested('interpret me', 'speaks'),
  'suggest interpret me reads': suggested('interpret me', 'reads'),
  'command interpret channel': async (stage) => [
    ...(await forEverybody((_, who) => stage.command(who, 'open', 'interpret channel'))(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      '管理服务器',
      (_, who) => stage.command(who, 'tended', 'interpret channel', { write: true, language: 'German' }),
    )(stage)),
  ],
  'suggest interpret channel language': suggested('interpret channel', 'language'),
  'command interpret glossary': async (stage) => [
    ...(await forEverybody((_, who) => glossary(stage, who, {}))(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      '管理服务器',
      (_, who) => glossary(stage, who, { term: 'Emcee', heard: 'em see' }),
    )(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      '管理服务器',
      async (_, who) => {
        await glossary(stage, 'owner', { term: 'Emcee' });
        return await glossary(stage, who, { term: 'Emcee', remove: true });
      },
    )(stage)),
  ],
  'button interpret:speaks': async (stage) => {
    const wrong: string[] = [];
    for (const who of names) {
      const outcome = await stage.press(who, 'open', `interpret:speaks:${stage.personId('member')}.de`);
      const isDenied = outcome.refused && outcome.text.includes('只有对方可以回答');
      if (isDenied === (who === 'member')) wrong.push(`${who}: ${plain(outcome)}`);
    }
    return wrong;
  },
  'button interpret:switch': switchRow(kind, conversationOnStage),
};
