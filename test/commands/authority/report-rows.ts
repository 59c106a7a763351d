import {
  forEverybody,
  forModerators,
  forNames,
  menu,
  press,
  type Row,
} from '../../support/authority-facts.ts';

const never = '1300000000000000999';

/** Who may report what the bot posted, and who decides about that. */
export const reportRows: Readonly<Record<string, Row>> = {
  'menu Report to moderators': forEverybody(menu('Report to moderators')),
  'button report:message': forEverybody(press('report:message:-')),
  'modal report:sent': forEverybody((stage, who) =>
    stage.submit(who, 'open', `report:sent:${never}.${stage.personId(who)}.${stage.discord.guildId}`, {
      reason: '',
    }),
  ),
  'button report:dismiss': forModerators('管理消息', press('report:dismiss:-')),
  'button report:delete': forNames(
    () => false,
    '管理消息',
    press(`report:delete:1300000000000000998.${never}`),
  ),
};
