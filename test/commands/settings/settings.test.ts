import { PermissionFlagsBits } from 'discord.js';
import { beforeAll, expect, it } from 'vitest';
import { AuthorityStage, type Name, type Outcome } from '../../support/authority-stage.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

const revision = async () => (await stage.settings.read(stage.discord.guildId)).revision;
/** In a panel of their own. */
async function choose(who: Name, id: string, values: readonly string[]): Promise<Outcome> {
  const [panel] = (await stage.command(who, 'open', 'settings')).messages;
  return await stage.choose(who, 'open', id, values, panel?.id);
}

const page = async () => await stage.settings.read(stage.discord.guildId);

it('opens with the set-up, and each page is one choice away', async () => {
  const start = await stage.command('owner', 'open', 'settings');
  expect(start.text).toContain('Unlimited: Live conversations');
  const shown = await stage.choose('owner', 'open', 'settings:page:-', ['video'], start.messages[0]?.id);
  expect(shown.text).toContain('Longest video');
  expect((await stage.command('owner', 'open', 'settings', { page: 'news' })).text).toContain(
    'Blocked words: 0',
  );
});

it("picks the moderators' channel with a test message there, and says so if it can't write", async () => {
  const { guildId } = stage.discord;
  const staff = stage.placeId('staff');
  const set = async (channelId: string) =>
    await choose('owner', `settings:set:start.channelId.${await revision()}`, [channelId]);
  expect((await set(staff)).text).toContain(`posted a test message in <#${staff}>`);
  const posted = stage.discord.state.messages(staff).map(({ components }) => JSON.stringify(components));
  expect(posted.at(-1)).toContain(`picked by <@${stage.personId('owner')}>`);
  stage.discord.setPermissions(
    stage.placeId('tended'),
    stage.discord.botUserId,
    0n,
    PermissionFlagsBits.SendMessages,
  );
  expect((await set(stage.placeId('tended'))).text).toContain("can't write");
  expect((await stage.settings.page('news').of(guildId)).channelId).toBe(stage.placeId('tended'));
});

it('refuses a channel that the moderator cannot see', async () => {
  await stage.letModerators(PermissionFlagsBits.ManageGuild);
  const hidden = stage.placeId('secret');
  const id = `settings:set:video.channels.${await revision()}`;
  expect((await choose('moderator', id, [hidden])).text).toContain('find that channel');
  expect((await choose('owner', id, [hidden])).text).toContain('Saved');
  const anywhere = `settings:set:video.channels.${await revision()}`;
  expect((await choose('owner', anywhere, [])).text).toContain('Saved');
});

it('shows whose change was first instead of overwriting it, and takes the next press', async () => {
  const seen = await revision();
  const id = (name: string, at = seen) => `settings:set:video.${name}.${at}`;
  await choose('moderator', id('longestSeconds'), ['8']);
  const late = await choose('owner', id('longestSeconds'), ['15']);
  expect(late.text).toContain(`<@${stage.personId('moderator')}> changed this`);
  expect((await page()).video.longestSeconds).toBe(8);
  const other = await choose('owner', id('seconds'), ['4']);
  expect(other.text).toContain('Saved');
  await choose('owner', id('longestSeconds', await revision()), ['15']);
  expect((await page()).video).toMatchObject({ longestSeconds: 15, seconds: 4 });
});

it('undoes a change from its list, and lists that, too', async () => {
  const at = await revision();
  await stage.press('owner', 'open', `settings:switch:video.on.${at}.false`);
  expect((await page()).access.video.on).toBe(false);
  const listed = await stage.command('owner', 'open', 'settings', { page: 'changes' });
  expect(listed.text).toContain('**Videos**: on → off');
  const undone = await choose('owner', 'settings:undo:-', [String(at + 1)]);
  expect(undone.text).toContain('Undone');
  expect(undone.text).toContain('undid **Videos**: off → on');
  expect((await page()).access.video.on).toBe(true);
});

it('does not undo into limits that contradict each other before its moderator read them', async () => {
  const { guildId } = stage.discord;
  const editor = { guildId, userId: stage.personId('owner') };
  const set = async (month: number) =>
    await stage.settings.page('limits').change(editor, (limits) => ({
      ...limits,
      everyone: { 'live-seconds': { day: 6_000, month } },
    }));
  await set(3_000);
  await set(9_000);
  const at = await revision();
  const { everyone } = (await page()).limits;
  const asked = await choose('owner', 'settings:undo:-', [String(at)]);
  expect(asked.text).toContain('Not undone yet');
  expect(asked.text).toContain('100 min a day is more than 50 min a month');
  expect(asked.text).not.toContain('and 0 more');
  expect((await page()).limits.everyone).toEqual(everyone);
  const anyway = `settings:undo-anyway:${at}.${at}`;
  expect(asked.text).toContain(anyway);
  const undone = await stage.press('owner', 'open', anyway, asked.messages[0]?.id);
  expect(undone.text).toContain('Undone');
  expect((await page()).limits.everyone).toEqual({ 'live-seconds': { day: 6_000, month: 3_000 } });
  expect((await choose('owner', 'settings:undo:-', [String(at + 1)])).text).toContain('✅ Undone');
});

it('counts the contradictions that do not fit', async () => {
  const editor = { guildId: stage.discord.guildId, userId: stage.personId('owner') };
  const limits = stage.settings.page('limits');
  const { roles } = await limits.of(editor.guildId);
  const wrong = Array.from({ length: 12 }, (_, at) => [
    `40000000000000000${at + 10}`,
    { amounts: { 'live-seconds': { day: 6_000 + at * 60, month: 3_000 } }, lifts: false },
  ]);
  await limits.change(editor, (before) => ({ ...before, roles: Object.fromEntries(wrong) }));
  await limits.change(editor, (before) => ({ ...before, roles }));
  const asked = await choose('owner', 'settings:undo:-', [String(await revision())]);
  expect(asked.text.match(/a day is more than/g)).toHaveLength(8);
  expect(asked.text).toContain('and 4 more');
});

it('takes blocked words one a line, and refuses too long ones', async () => {
  const form = async (words: string) =>
    await stage.submit(
      'owner',
      'open',
      `settings:words:${await revision()}.${stage.personId('owner')}.${stage.discord.guildId}`,
      { words },
    );
  expect((await form(' spam \n\nbuy now\nspam')).text).toContain('Blocked words: 2');
  expect((await page()).access.words).toEqual(['spam', 'buy now']);
  expect((await form('x'.repeat(61))).refused).toBe(true);
  expect((await page()).access.words).toEqual(['spam', 'buy now']);
});

it('takes nothing that a made-up client sends', async () => {
  const before = await revision();
  for (const id of ['video.nothing.0', 'gone.on.0', 'video.review.x', 'video.review', 'video.terms.0'])
    expect((await choose('owner', `settings:set:${id}`, ['everybody'])).refused, id).toBe(true);
  expect((await choose('owner', `settings:set:video.review.${before}`, ['all'])).refused).toBe(true);
  expect(await revision()).toBe(before);
});

it('help names the commands that a person may use here, and no others', async () => {
  const mine = (await stage.command('member', 'open', 'help')).text;
  expect(mine).toContain('`/video text`');
  for (const path of ['settings', 'knowledge use', 'knowledge gaps']) expect(mine).not.toContain(`/${path}`);
  expect((await stage.command('owner', 'open', 'help')).text).toContain('`/settings`');
  await stage.press('owner', 'open', `settings:switch:video.on.${await revision()}.false`);
  const without = (await stage.command('member', 'open', 'help')).text;
  expect(without).not.toContain('`/video text`');
  expect(without).toContain('`/video list`');
  expect(without).toContain('`/speak say`');
  await stage.press('owner', 'open', `settings:switch:video.on.${await revision()}.true`);
});

it('exports what can be imported again', async () => {
  const { messages, refused } = await stage.press('owner', 'open', 'settings:export:-');
  expect([messages.length, messages[0]?.forAll, refused]).toEqual([1, false, false]);
});
