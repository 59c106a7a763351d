import {
  type Attempt,
  command,
  eachOf,
  forEverybody,
  forNames,
  press,
  type Row,
} from '../../support/authority-facts.ts';
import type { AuthorityStage, Name } from '../../support/authority-stage.ts';

/** The stage's owner of the server is the owner of the bot, too; its moderators aren't. */
const forBotOwner = (attempt: Attempt): Row => forNames((who) => who === 'owner', '机器人所有者', attempt);

/** Under one's own answer, and under one about somebody else. */
function aboutPerson(action: string): Row {
  const pressFor = async (stage: AuthorityStage, who: Name, whose: Name) =>
    await stage.press(who, 'open', `privacy:${action}:${stage.personId(whose)}`);
  return eachOf(
    forEverybody((stage, who) => pressFor(stage, who, who)),
    forBotOwner((stage, who) => pressFor(stage, who, who === 'member' ? 'newcomer' : 'member')),
  );
}

export const privacyRows: Readonly<Record<string, Row>> = {
  'command privacy': eachOf(
    forEverybody(command('privacy')),
    forBotOwner(command('privacy', { person: '2000000000000000077' })),
  ),
  'button privacy:never': forEverybody(press('privacy:never:me')),
  'button privacy:listen': forEverybody(press('privacy:listen:me')),
  'button privacy:unwritten': forEverybody(press('privacy:unwritten:me')),
  'button privacy:keep-texts': forEverybody(press('privacy:keep-texts:me')),
  'button privacy:drop-texts': forEverybody(press('privacy:drop-texts:me')),
  'button privacy:written': forEverybody(press('privacy:written:me')),
  'button privacy:data': aboutPerson('data'),
  'button privacy:forget': aboutPerson('forget'),
  'button privacy:forget-now': aboutPerson('forget-now'),
};
