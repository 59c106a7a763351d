import { forEverybody, forNames, moderators, type Row } from '../../support/authority-facts.ts';

const never = '1300000000000000999';
const forModerators = (action: string): Row =>
  forNames(
    (who) => moderators.includes(who),
    '管理消息',
    (stage, who) => stage.press(who, 'open', `video:${action}:${never}`),
  );

/** Who decides about videos that wait or were reported, and who may report one. */
export const reviewRows: Readonly<Record<string, Row>> = {
  'button video:approve': forModerators('approve'),
  'button video:approve-spoiler': forModerators('approve-spoiler'),
  'button video:reject': forModerators('reject'),
  'button video:dismiss': forModerators('dismiss'),
  'button video:report': forEverybody((stage, who) => stage.press(who, 'open', `video:report:${never}`)),
  'modal video:reported': forEverybody((stage, who) =>
    stage.submit(who, 'open', `video:reported:${never}.${stage.personId(who)}.${stage.discord.guildId}`, {
      reason: '',
    }),
  ),
};
