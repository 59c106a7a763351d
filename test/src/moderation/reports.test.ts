import { expect, it } from 'vitest';
import type { Permission } from '../../../src/authority/actor.ts';
import { Reports } from '../../../src/moderation/reports.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { refusalCode } from '../../support/rejection.ts';

const message = {
  guildId: '3000000000000000001',
  channelId: '4000000000000000001',
  messageId: '5000000000000000001',
};
const by = { userId: '2000000000000000009', reason: '**rude**' };
const words = wordsFor('en-US');

function opened() {
  const messenger = new FakeMessenger(new FakeClock());
  const place: { channelId: string | undefined } = { channelId: '4000000000000000099' };
  const reports = new Reports({ messenger, channelOf: async () => place.channelId });
  return {
    messenger,
    place,
    reports,
    told: () => messenger.posted.map(({ body }) => FakeMessenger.textOf(body)),
  };
}

it('quotes what the message said when its reporter saw it, and links to it, without a ping', async () => {
  const { messenger, reports, told } = opened();
  reports.noteSeen(by.userId, message.messageId, 'something awful');
  await reports.report(message, by, words);
  await reports.report(message, by, words);
  expect(messenger.posted).toHaveLength(1);
  expect(messenger.posted[0]?.channelId).toBe('4000000000000000099');
  expect(messenger.posted[0]?.body.mentions).toBeUndefined();
  expect(told()[0]).toContain('<@2000000000000000009> reported a message of mine');
  expect(told()[0]).toContain(
    'https://discord.com/channels/3000000000000000001/4000000000000000001/5000000000000000001',
  );
  expect(told()[0]).toContain('something awful');
  expect(told()[0]).toContain('They say: \\\\*\\\\*rude');
});

it('quotes the beginning of a message that is longer than a report may be', async () => {
  const { reports, told } = opened();
  reports.noteSeen(by.userId, message.messageId, `Look: ${'x'.repeat(3_990)}`);
  await reports.report(message, by, words);
  expect(told()[0]).toContain('Look: xxx');
  expect(told()[0]?.match(/x{100,}/)?.[0].length).toBeLessThan(1_500);
});

it('still arrives after a restart between the form and its sending, with the link alone', async () => {
  const { reports, told } = opened();
  await reports.report(message, { ...by, reason: '' }, words);
  expect(told()[0]).toContain('/5000000000000000001');
  expect(told()[0]).not.toContain('>>>');
});

it('says so where nobody would read it', async () => {
  const nowhere = { facts: { code: 'reports-nowhere' } };
  const { messenger, place, reports } = opened();
  messenger.fail('post', 'closed');
  await expect(reports.report(message, by, words)).rejects.toMatchObject(nowhere);
  place.channelId = undefined;
  await expect(reports.report(message, by, words)).rejects.toMatchObject(nowhere);
});

it('has a reported message deleted only by moderators of its channel', async () => {
  const { messenger, reports } = opened();
  const actor = (permissions: readonly Permission[]) => {
    const { guildId, channelId } = message;
    return fakeActor({ userId: by.userId, guildId, channels: { [channelId]: permissions } });
  };
  expect(await refusalCode(reports.remove(actor(['ManageMessages']), message))).toBe('moderators-only');
  expect(messenger.removed).toEqual([]);
  await reports.remove(actor(['ViewChannel', 'ManageMessages']), message);
  expect(messenger.removed).toHaveLength(1);
});
