import { forEverybody, forNames, type Row } from '../../support/authority-facts.ts';
import type { AuthorityStage, Name } from '../../support/authority-stage.ts';

/** The stage's owner of the server is the owner of the bot, too; its moderators aren't. */
const isBotOwner = (who: Name) => who === 'owner';

/** Under one's own answer, and under one about somebody else. */
function aboutPerson(action: string): Row {
  const press = async (stage: AuthorityStage, who: Name, whose: Name) =>
    await stage.press(who, 'open', `privacy:${action}:${stage.personId(whose)}`);
  return async (stage) => [
    ...(await forEverybody((_, who) => press(stage, who, who))(stage)),
    ...(await forNames(isBotOwner, '机器人所有者', (_, who) =>
      press(stage, who, who === 'member' ? 'newcomer' : 'member'),
    )(stage)),
  ];
}

export const privacyRows: Readonly<Record<string, Row>> = {
  'command privacy': async (stage) => [
    ...(await forEverybody((_, who) => stage.command(who, 'open', 'privacy'))(stage)),
    ...(await forNames(isBotOwner, '机器人所有者', (_, who) =>
      stage.command(who, 'open', 'privacy', { person: '2000000000000000077' }),
    )(stage)),
  ],
  'button privacy:never': forEverybody((stage, who) => stage.press(who, 'open', 'privacy:never:me')),
  'button privacy:listen': forEverybody((stage, who) => stage.press(who, 'open', 'privacy:listen:me')),
  'button privacy:unwritten': forEverybody((stage, who) => stage.press(who, 'open', 'privacy:unwritten:me')),
  'button privacy:keep-texts': forEverybody((stage, who) =>
    stage.press(who, 'open', 'privacy:keep-texts:me'),
  ),
  'button privacy:drop-texts': forEverybody((stage, who) =>
    stage.press(who, 'open', 'privacy:drop-texts:me'),
  ),
  'button privacy:written': forEverybody((stage, who) => stage.press(who, 'open', 'privacy:written:me')),
  'button privacy:data': aboutPerson('data'),
  'button privacy:forget': aboutPerson('forget'),
  'button privacy:forget-now': aboutPerson('forget-now'),
};
