import { forEverybody, forModerators, press, type Row } from '../../support/authority-facts.ts';

const never = '1300000000000000999';
const decided = (action: string): Row => forModerators('管理消息', press(`video:${action}:${never}`));

/** Who decides about videos that wait or were reported, and who may report one. */
export const reviewRows: Readonly<Record<string, Row>> = {
  'button video:approve': decided('approve'),
  'button video:approve-spoiler': decided('approve-spoiler'),
  'button video:reject': decided('reject'),
  'button video:dismiss': decided('dismiss'),
  'button video:report': forEverybody(press(`video:report:${never}`)),
  'modal video:reported': forEverybody((stage, who) =>
    stage.submit(who, 'open', `video:reported:${never}.${stage.personId(who)}.${stage.discord.guildId}`, {
      reason: '',
    }),
  ),
};
