import { beforeAll, expect, it } from 'vitest';
import { gatedRoutes } from '../../../commands/kit/gated-routes.ts';
import { type AccessPage, type FeatureAccess, gatedFeatures } from '../../../src/community/settings-pages.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { AuthorityStage, type Name, names, type Outcome } from '../../support/authority-stage.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

const never = '1300000000000000999';

/** Uses anything, by hand; whatever its handler says comes after the gate. */
async function use(route: string, who: Name, typed = 'x'): Promise<Outcome> {
  const [kind, ...rest] = route.split(' ');
  const name = rest.join(' ');
  if (kind === 'command')
    return await stage.command(who, 'open', name, typed === 'x' ? {} : { prompt: typed });
  if (kind === 'menu') return await stage.useOn(who, 'open', name, stage.written);
  if (kind === 'button') return await stage.press(who, 'open', `${name}:${never}`);
  if (kind === 'select') return await stage.choose(who, 'open', `${name}:${never}`, ['x']);
  const { guildId } = stage.discord;
  return await stage.submit(who, 'open', `${name}:${never}.${stage.personId(who)}.${guildId}`, {
    prompt: typed,
  });
}

async function decide(change: Partial<Omit<AccessPage, 'words'>> & { words?: string[] }): Promise<void> {
  const editor = { guildId: stage.discord.guildId, userId: stage.personId('owner') };
  const all = { on: true, roles: [], channels: [], blocked: [] } satisfies FeatureAccess;
  const free = Object.fromEntries(gatedFeatures.map((feature) => [feature, all]));
  await stage.settings
    .page('access')
    .change(editor, (before) => ({ ...before, ...free, words: [], ...change }));
}

const usual = { on: true, roles: [], channels: [], blocked: [] } satisfies FeatureAccess;
const { refusals } = wordsFor('en-US').errors;
const all = gatedFeatures.flatMap((feature) => gatedRoutes[feature].map((route) => ({ feature, route })));

it.each(all)(
  '$route is closed to everyone while moderators have it off, and to a person they block',
  async ({ feature, route }) => {
    await decide({ [feature]: { ...usual, on: false } });
    for (const who of names)
      expect((await use(route, who)).text).toContain(refusals['feature-off']({ code: 'feature-off' }));
    await decide({ [feature]: { ...usual, blocked: [stage.personId('member'), stage.personId('owner')] } });
    for (const who of ['member', 'owner'] as const)
      expect((await use(route, who)).text).toContain("moderators don't let you use this");
    for (const who of ['newcomer', 'moderator'] as const)
      expect((await use(route, who)).text).not.toContain("moderators don't let you use this");
  },
);

it.each(gatedFeatures)('%s is for the roles and in the channels that moderators chose', async (feature) => {
  const [route = ''] = gatedRoutes[feature];
  const { roles } = stage.discord;
  await decide({ [feature]: { ...usual, roles: [roles.moderator] } });
  const letIn: string[] = [];
  for (const who of names)
    if (!(await use(route, who)).text.includes(`<@&${roles.moderator}>`)) letIn.push(who);
  expect(letIn.toSorted()).toEqual(['moderator', 'owner']);
  await decide({ [feature]: { ...usual, channels: [stage.placeId('tended'), stage.placeId('secret')] } });
  const told = await use(route, 'member');
  expect(told.text).toContain(`This is only for <#${stage.placeId('tended')}>. Try it there.`);
  expect((await use(route, 'owner')).text).toContain(`<#${stage.placeId('secret')}>`);
  await decide({ [feature]: { ...usual, channels: [stage.placeId('open')] } });
  expect((await use(route, 'member')).text).not.toContain('This is only for');
});

it('blocked words are refused wherever they are typed, and in the message that something is made of', async () => {
  await decide({ words: ['forbidden'] });
  const sentence = refusals['words-blocked']({ code: 'words-blocked' });
  expect((await use('command video text', 'owner', 'a Forbidden kite')).text).toContain(sentence);
  expect((await use('modal video:edited', 'owner', 'a Forbidden kite')).text).toContain(sentence);
  await decide({ words: ['kite'] });
  expect((await use('menu Make a video of this', 'member')).text).toContain(sentence);
  expect((await use('command video text', 'member', 'a ship')).text).not.toContain(sentence);
});
