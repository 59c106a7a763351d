import { forEverybody, forNames, moderators, type Row } from '../../support/authority-facts.ts';

const never = '1300000000000000999';

/** Who may report what the bot posted, and who decides about that. */
export const reportRows: Readonly<Record<string, Row>> = {
  'menu Report to moderators': forEverybody((stage, who) =>
    stage.useOn(who, 'open', 'Report to moderators', stage.written),
  ),
  'button report:message': forEverybody((stage, who) => stage.press(who, 'open', 'report:message:-')),
  'modal report:sent': forEverybody((stage, who) =>
    stage.submit(who, 'open', `report:sent:${never}.${stage.personId(who)}.${stage.discord.guildId}`, {
      reason: '',
    }),
  ),
  'button report:dismiss': forNames(
    (who) => moderators.includes(who),
    '管理消息',
    (stage, who) => stage.press(who, 'open', 'report:dismiss:-'),
  ),
  'button report:delete': forNames(
    () => false,
    '管理消息',
    (stage, who) => stage.press(who, 'open', `report:delete:1300000000000000998.${never}`),
  ),
};
