import {
  type Attempt,
  command,
  forEverybody,
  forModerators,
  forNames,
  press,
  type Row,
} from '../../support/authority-facts.ts';
import type { AuthorityStage } from '../../support/authority-stage.ts';

const forManagers = (attempt: Attempt): Row => forModerators('管理服务器', attempt);
/** Moderators are told that it's the bot's owner's, members that they aren't even moderators. */
const forBotOwner = (attempt: Attempt): Row => forNames((who) => who === 'owner', '', attempt);

const choose =
  (control: string, value: (stage: AuthorityStage) => string): Attempt =>
  async (stage, who) =>
    await stage.choose(who, 'open', control, [value(stage)]);
const submit =
  (action: string, id: string, values: Readonly<Record<string, string>>): Attempt =>
  async (stage, who) => {
    const own = `limits:${action}:${id}.${stage.personId(who)}.${stage.discord.guildId}`;
    return await stage.submit(who, 'open', own, values);
  };

export const limitsRows: Readonly<Record<string, Row>> = {
  'command limits': forManagers(command('limits')),
  'command usage': forEverybody(command('usage')),
  ...Object.fromEntries(
    ['pause', 'resume', 'lift', 'preview', 'back', 'prices', 'give-back'].map((action) => [
      `button limits:${action}`,
      forManagers(press(`limits:${action}:everyone`)),
    ]),
  ),
  'button limits:pause-all': forBotOwner(press('limits:pause-all:everyone')),
  'button limits:resume-all': forBotOwner(press('limits:resume-all:everyone')),
  'button usage:mine': forEverybody(press('usage:mine:me')),
  'button usage:server': forManagers(press('usage:server:feature')),
  'button usage:month': forManagers(press('usage:month:last.person')),
  'button usage:csv': forManagers(press('usage:csv:all')),
  'select usage:by': forManagers(choose('usage:by:last', () => 'person')),
  'button limits:edit': forManagers(press('limits:edit:everyone.video-seconds')),
  'button limits:save-anyway': forManagers(press('limits:save-anyway:everyone.video-seconds.5.default')),
  'select limits:whose': forManagers(choose('limits:whose:which', () => 'server')),
  'select limits:role': forManagers(choose('limits:role:which', ({ discord }) => discord.guildId)),
  'select limits:person': forManagers(choose('limits:person:which', (stage) => stage.personId('member'))),
  'modal limits:set': forManagers(submit('set', 'everyone.searches', { day: '5', month: 'default' })),
  'modal limits:set-prices': forManagers(
    submit('set-prices', 'everyone', {
      videoSecond: '0.1',
      thousandCharacters: '',
      liveMinute: '',
      currency: '$',
    }),
  ),
  'modal limits:given-back': forManagers(
    async (stage, who) =>
      await submit('given-back', 'everyone', {
        person: stage.personId('member'),
        unit: 'video-seconds',
        amount: '5',
        reason: '',
      })(stage, who),
  ),
};
