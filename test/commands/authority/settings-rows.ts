import {
  type Attempt,
  command,
  forEverybody,
  forModerators,
  type Row,
} from '../../support/authority-facts.ts';

const forManagers = (attempt: Attempt): Row => forModerators('管理服务器', attempt);
const press = (action: string, id: string): Row =>
  forManagers((stage, who) => stage.press(who, 'open', `settings:${action}:${id}`));
const choose = (action: string, id: string, value: string): Row =>
  forManagers((stage, who) => stage.choose(who, 'open', `settings:${action}:${id}`, [value]));

/** What everybody may do with the server's settings. */
export const settingsRows: Readonly<Record<string, Row>> = {
  'command help': forEverybody(command('help')),
  'command settings': forManagers(command('settings')),
  'button settings:switch': press('switch', 'video.on.0.true'),
  'button settings:turn-on': press('turn-on', '0.false'),
  'button settings:words': press('words', '-'),
  'button settings:export': press('export', '-'),
  'button settings:apply': press('apply', '1300000000000000999'),
  'button settings:undo-anyway': press('undo-anyway', '999.0'),
  'select settings:page': choose('page', '-', 'video'),
  'select settings:set': choose('set', 'video.review.0', 'nobody'),
  'select settings:undo': choose('undo', '-', '999'),
  'modal settings:words': forManagers((stage, who) =>
    stage.submit(who, 'open', `settings:words:0.${stage.personId(who)}.${stage.discord.guildId}`, {
      words: '',
    }),
  ),
};
