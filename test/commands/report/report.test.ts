import { beforeAll, expect, it } from 'vitest';
import { AuthorityStage } from '../../support/authority-stage.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

const anchor = () =>
  stage.discord.state
    .messages(stage.placeId('open'))
    .find(({ authorId }) => authorId === stage.discord.botUserId);
const form = (messageId: string) =>
  `report:sent:${messageId}.${stage.personId('member')}.${stage.discord.guildId}`;
const inStaff = () =>
  stage.discord.state.messages(stage.placeId('staff')).map(({ components }) => JSON.stringify(components));

it('opens a form about any message of the bot, from its menu or its button, and about no other', async () => {
  const message = anchor();
  const opened = await stage.useOn('member', 'open', 'Report to moderators', message?.id ?? '');
  expect(opened.modal).toBeDefined();
  expect((await stage.press('member', 'open', 'report:message:-')).modal).toBeDefined();
  const refused = await stage.useOn('member', 'open', 'Report to moderators', stage.written);
  expect([refused.refused, refused.modal]).toEqual([true, undefined]);
  expect(refused.text).toContain("isn't my message");
});

it("reaches the moderators' channel, where one of them deletes the message", async () => {
  const message = anchor();
  const sent = async () => await stage.submit('member', 'open', form(message?.id ?? ''), { reason: 'rude' });
  expect((await sent()).text).toContain('no channel for reports');
  const editor = { guildId: stage.discord.guildId, userId: stage.personId('owner') };
  await stage.settings
    .page('news')
    .change(editor, (before) => ({ ...before, channelId: stage.placeId('staff') }));
  expect((await sent()).text).toContain('Reported');
  expect(inStaff().at(-1)).toContain(`<@${stage.personId('member')}> reported a message of mine`);
  expect(inStaff().at(-1)).toContain('They say: rude');
  const pressed = await stage.press(
    'owner',
    'staff',
    `report:delete:${stage.placeId('open')}.${message?.id}`,
  );
  expect(pressed.refused).toBe(false);
  expect(stage.discord.state.message(stage.placeId('open'), message?.id ?? '')).toBeUndefined();
});
