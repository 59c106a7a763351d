import type { Audience, ShownPage } from '../../../src/knowledge/shown-page.ts';
import {
  caseName,
  cases,
  forNames,
  isOwn,
  isSeen,
  moderators,
  plain,
  type Row,
} from '../../support/authority-facts.ts';
import { type AuthorityStage, type Name, names, type Outcome } from '../../support/authority-stage.ts';

const never = 'aaaaaaaaaaaa';
const secretQuestion = 'what do the founders hide';
const hiddenQuestion = 'who will be banned next';

/** A page that somebody was shown, or that stands in a channel for everybody there. */
async function pageFor(stage: AuthorityStage, is: ShownPage['is'], audience: Audience): Promise<string> {
  const { pages } = stage.knowledge;
  const id = pages.newId();
  const documents = [{ baseId: 'handbook', id: 'd0', name: 'Document 0.md' }];
  const shared = { guildId: stage.discord.guildId, audience, at: Date.now(), documents };
  const query = { baseId: 'handbook', match: 'part', order: 'newest' } as const;
  const answer = { question: secretQuestion, baseIds: ['handbook'], passages: [], unhelpfulTo: [] };
  if (is === 'list') await pages.keep(id, { is, ...shared });
  else if (is === 'answer') await pages.keep(id, { is, ...shared, ...answer });
  else await pages.keep(id, { is, ...shared, query, places: [{ read: 0, seen: 0 }], page: 0, seen: '' });
  return id;
}

/** What one person was shown is theirs; what stands in a channel is for those who see it. Others find nothing. */
function aboutPages(
  is: ShownPage['is'],
  attempt: (stage: AuthorityStage, who: Name, id: string) => Promise<Outcome>,
): Row {
  return async (stage) => {
    const wrong: string[] = [];
    stage.library.fill(3);
    for (const who of names) {
      const unknown = plain(await attempt(stage, who, never));
      for (const each of cases.filter((one) => one.who === who && one.from !== 'open')) {
        const { owner, place } = each;
        const audiences: readonly (readonly [boolean, Audience])[] = [
          [isOwn(each), { is: 'person', userId: stage.personId(owner) }],
          [isSeen(each), { is: 'channel', channelId: stage.placeId(place) }],
        ];
        for (const [isTheirs, audience] of audiences) {
          const outcome = await attempt(stage, who, await pageFor(stage, is, audience));
          const name = `${caseName(each)} ${audience.is}: ${plain(outcome)}`;
          if (outcome.refused === isTheirs) wrong.push(name);
          if (!isTheirs && plain(outcome) !== unknown) wrong.push(name);
        }
      }
    }
    return wrong;
  };
}

const button =
  (action: string, suffix = '') =>
  (stage: AuthorityStage, who: Name, id: string) =>
    stage.press(who, 'open', `knowledge:${action}:${id}${suffix}`);

const forModerators = (attempt: (stage: AuthorityStage, who: Name) => Promise<Outcome>): Row =>
  forNames((who) => moderators.includes(who), '管理服务器', attempt);

/** Of the bases of this server, the inner one is for moderators. */
const innerBase =
  (path: string, values: Readonly<Record<string, string>>): Row =>
  async (stage) => {
    const wrong: string[] = [];
    for (const who of names) {
      const outcome = await stage.command(who, 'tended', path, { ...values, base: 'inner' });
      const unknown = await stage.command(who, 'tended', path, { ...values, base: 'no-such-base' });
      if (outcome.refused === moderators.includes(who)) wrong.push(`${who}: ${plain(outcome)}`);
      if (outcome.refused && plain(outcome) !== plain(unknown)) wrong.push(`${who}: ${plain(outcome)}`);
    }
    return wrong;
  };

const suggestBases =
  (path: string): Row =>
  async (stage) => {
    const wrong: string[] = [];
    for (const who of names) {
      const { choices = [] } = await stage.suggest(who, 'tended', path, 'base');
      const offered = choices.map(({ value }) => value).join(' ');
      if (offered !== (moderators.includes(who) ? 'handbook inner' : 'handbook'))
        wrong.push(`${who}: ${offered}`);
    }
    return wrong;
  };

const suggestNames =
  (path: string): Row =>
  async (stage) => {
    stage.library.fill(3);
    const wrong: string[] = [];
    for (const who of names) {
      const values = { base: 'inner' };
      const { choices = [] } = await stage.suggest(who, 'tended', path, 'name', 'Doc', values);
      if (choices.length > 0 !== moderators.includes(who)) wrong.push(`${who}: ${choices.length}`);
    }
    return wrong;
  };

/** Of a command that they may not use, nothing is suggested to them. */
const suggestForModerators =
  (path: string, option: string): Row =>
  async (stage) => {
    stage.library.fill(3);
    const wrong: string[] = [];
    for (const who of names) {
      const { choices = [] } = await stage.suggest(who, 'tended', path, option);
      if (choices.length > 0 !== moderators.includes(who)) wrong.push(`${who}: ${choices.length}`);
    }
    return wrong;
  };

/** Where a report goes, or what is watched, is in a channel: one that nobody can see is none. */
const ofChannel =
  (action: string): Row =>
  async (stage) => {
    const press = (who: Name, channelId: string) =>
      stage.press(who, 'open', `knowledge:${action}:handbook.${channelId}`);
    const wrong = await forModerators((_, who) => press(who, stage.placeId('open')))(stage);
    const hidden = await press('moderator', stage.placeId('secret'));
    const unknown = await press('moderator', '1300000000000999999');
    return plain(hidden) === plain(unknown) && hidden.refused ? wrong : [...wrong, plain(hidden)];
  };

/** Questions of channels that they see, for moderators. */
const gaps =
  (use: (stage: AuthorityStage, who: Name) => Promise<Outcome>): Row =>
  async (stage) => {
    const wrong = await forModerators(use)(stage);
    await stage.askUnhelpfully(hiddenQuestion, 'secret');
    await stage.askUnhelpfully('where is the map', 'staff');
    for (const who of moderators) {
      const { text } = await use(stage, who);
      if (text.includes(hiddenQuestion) !== (who === 'owner')) wrong.push(`${who}: ${text}`);
      if (!text.includes('where is the map')) wrong.push(`${who}: ${text}`);
    }
    return wrong;
  };

export const knowledgeRows: Readonly<Record<string, Row>> = {
  'command knowledge search': innerBase('knowledge search', {}),
  'command knowledge ask': innerBase('knowledge ask', { question: 'where is the map' }),
  'command knowledge health': forModerators((stage, who) => stage.command(who, 'tended', 'knowledge health')),
  'command knowledge gaps': gaps((stage, who) => stage.command(who, 'tended', 'knowledge gaps')),
  'command knowledge use': forModerators((stage, who) => stage.command(who, 'tended', 'knowledge use')),
  'command knowledge export': forModerators((stage, who) => stage.command(who, 'tended', 'knowledge export')),
  'button knowledge:page': aboutPages('search', button('page', '.0')),
  'button knowledge:detail': aboutPages('answer', button('detail', '.0')),
  'button knowledge:share': aboutPages('answer', button('share')),
  'button knowledge:unhelpful': aboutPages('answer', button('unhelpful')),
  'select knowledge:details': aboutPages('list', (stage, who, id) =>
    stage.choose(who, 'open', `knowledge:details:${id}`, ['0']),
  ),
  'select knowledge:gaps-done': gaps(async (stage, who) => {
    const { messages, refused } = await stage.command(who, 'tended', 'knowledge gaps');
    const shown = refused ? undefined : messages[0]?.id;
    return await stage.choose(who, 'tended', 'knowledge:gaps-done:list', ['none'], shown);
  }),
  'button knowledge:health': ofChannel('health'),
  'button knowledge:watch': ofChannel('watch'),
  'button knowledge:unwatch': ofChannel('unwatch'),
  'suggest knowledge search base': suggestBases('knowledge search'),
  'suggest knowledge ask base': suggestBases('knowledge ask'),
  'suggest knowledge health base': suggestForModerators('knowledge health', 'base'),
  'suggest knowledge use base': suggestForModerators('knowledge use', 'base'),
  'suggest knowledge export base': suggestForModerators('knowledge export', 'base'),
  'suggest knowledge search name': suggestNames('knowledge search'),
  'suggest knowledge export name': suggestForModerators('knowledge export', 'name'),
};
