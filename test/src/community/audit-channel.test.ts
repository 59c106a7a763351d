import { expect, it } from 'vitest';
import { AuditChannel } from '../../../src/community/audit-channel.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { memorySettings } from '../../support/fake-settings.ts';

const guildId = '1';
const ann = { guildId, userId: '100' };

async function opened({ chosen = true, locale = 'en-US' } = {}) {
  const clock = new FakeClock();
  const messenger = new FakeMessenger(clock);
  const settings = memorySettings();
  if (chosen) await settings.page('news').change(ann, (before) => ({ ...before, channelId: '9' }));
  const page = settings.page('news');
  const wordsOf = () => wordsFor(locale).news;
  const channel = new AuditChannel({ page, messenger, wordsFor: wordsOf, clock, log: silentLog });
  channel.open();
  const told = () => messenger.posted.map(({ body }) => FakeMessenger.textOf(body));
  return { clock, messenger, settings, channel, told };
}

const started = {
  is: 'listening-started',
  guildId,
  userId: '100',
  voiceChannelId: '8',
  kind: 'interpreter',
} as const;

it("posts what happens together as one silent message, in the server's language, which pings nobody", async () => {
  const { clock, messenger, channel, told } = await opened({ locale: 'zh-CN' });
  channel.tellNews(started);
  channel.tellNews({ is: 'heard', guildId, userId: '200', voiceChannelId: '8', kind: 'interpreter' });
  await clock.advance(2_000);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('<@100> 在 <#8> 开始了同声传译\\n👂 <@200>');
  expect(messenger.posted[0]).toMatchObject({ channelId: '9', body: { silent: true } });
  expect(messenger.posted[0]?.body.mentions).toBeUndefined();
});

it('says who changed which setting from what to what, with markup as it was typed', async () => {
  const { clock, settings, channel, told } = await opened();
  settings.onChange((change) => channel.tellNews({ is: 'settings-changed', ...change }));
  await settings
    .page('interpreter')
    .change(ann, (before) => ({ ...before, terms: [{ term: '@everyone **x**', heard: [] }] }));
  await settings.undo({ guildId, userId: '200' }, 2);
  await clock.advance(2_000);
  expect(told()[0]).toContain('<@100> changed **Interpreter · names and terms**: nothing →');
  expect(told()[0]).toContain('\\\\@everyone \\\\*\\\\*x');
  expect(told()[0]).toContain('<@200> undid **Interpreter · names and terms**');
});

it('counts refusals for an hour and says how many of each kind there were', async () => {
  const { clock, channel, told } = await opened();
  for (let count = 0; count < 3; count += 1) channel.countRefusal(guildId, 'quota-spent');
  channel.countRefusal(guildId, 'spending-paused');
  channel.countRefusal(guildId, 'moderators-only');
  channel.tellNews(started);
  await clock.advance(59 * 60_000);
  expect(told()).toHaveLength(1);
  expect(told()[0]).not.toContain('Refused');
  await clock.advance(60_000);
  expect(told()[1]).toContain(
    'Refused in the last hour: 3 × limit used up, 1 × spending paused, 1 × not allowed',
  );
  await clock.advance(2 * 60 * 60_000);
  expect(told()).toHaveLength(2);
});

it('tells of refusals an hour after the first, however many follow', async () => {
  const { clock, channel, told } = await opened();
  channel.countRefusal(guildId, 'quota-spent');
  await clock.advance(50 * 60_000);
  channel.countRefusal(guildId, 'quota-spent');
  await clock.advance(10 * 60_000);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('2 × limit used up');
});

it('tells news in time, whatever is refused meanwhile', async () => {
  const { clock, channel, told } = await opened();
  channel.tellNews(started);
  channel.countRefusal(guildId, 'quota-spent');
  await clock.advance(2_000);
  expect(told()).toHaveLength(1);
  await clock.advance(60 * 60_000);
  expect(told()).toHaveLength(2);
});

it('tells nobody without a channel, and keeps nothing for later', async () => {
  const { clock, settings, channel, told } = await opened({ chosen: false });
  channel.tellNews(started);
  channel.countRefusal(guildId, 'quota-spent');
  await clock.advance(2 * 60 * 60_000);
  await settings.page('news').change(ann, (before) => ({ ...before, channelId: '9' }));
  await channel.close();
  expect(told()).toEqual([]);
});

it('posts the same message again after a trouble that passes, and gives it up where the channel is gone', async () => {
  const { clock, messenger, channel, told } = await opened();
  messenger.failures.push({ call: 'post', when: 'after', error: new MessageError('temporary', undefined) });
  channel.tellNews(started);
  await clock.advance(60_000);
  expect(told()).toHaveLength(1);
  expect(messenger.tried.filter((call) => call === 'post')).toHaveLength(2);
  messenger.fail('post', 'closed');
  channel.tellNews(started);
  await clock.advance(10 * 60_000);
  expect(told()).toHaveLength(1);
  expect(messenger.tried.filter((call) => call === 'post')).toHaveLength(3);
});

it('loses nothing that happens while it is unknown whether a message arrived', async () => {
  const { clock, messenger, channel, told } = await opened();
  const passing = { call: 'post', when: 'after', error: new MessageError('temporary', undefined) } as const;
  messenger.failures.push(passing, { ...passing, when: 'before' });
  channel.tellNews(started);
  await clock.advance(2_000);
  channel.tellNews({ ...started, userId: '200' });
  channel.countRefusal(guildId, 'quota-spent');
  await clock.advance(2 * 60 * 60_000);
  expect(told()).toHaveLength(3);
  expect(told()[0]).not.toContain('<@200>');
  expect(told()[1]).toContain('<@200>');
  expect(told()[1]).not.toContain('<@100>');
  expect(told()[2]).toContain('1 × limit used up');
});

it('tells what it refuses while it tells of others, an hour later', async () => {
  const { clock, messenger, channel, told } = await opened();
  const post = messenger.post.bind(messenger);
  messenger.post = async (...args) => {
    messenger.post = post;
    channel.countRefusal(guildId, 'spending-paused');
    return await post(...args);
  };
  channel.countRefusal(guildId, 'quota-spent');
  await clock.advance(2 * 60 * 60_000);
  expect(told()).toHaveLength(2);
  expect(told()[0]).not.toContain('spending paused');
  expect(told()[1]).toContain('1 × spending paused');
});

it('tells what it could not be sure of, and what came after it, when the bot stops', async () => {
  const { clock, messenger, channel, told } = await opened();
  messenger.failures.push({ call: 'post', when: 'after', error: new MessageError('temporary', undefined) });
  channel.tellNews(started);
  await clock.advance(2_000);
  channel.tellNews({ ...started, userId: '200' });
  await channel.close();
  expect(told()).toHaveLength(2);
  expect(told()[1]).toContain('<@200>');
});

it('says how many it left out when very much happens, and what was left when the bot stops', async () => {
  const { clock, channel, told } = await opened();
  for (let count = 0; count < 230; count += 1) channel.tellNews(started);
  await clock.advance(60_000);
  expect(told()).toHaveLength(10);
  expect(told()[0]).toContain('30 more happened');
  expect(told().filter((text) => text.includes('more happened'))).toHaveLength(1);
  channel.countRefusal(guildId, 'quota-spent');
  channel.tellNews(started);
  await channel.close();
  expect(told()[10]).toContain('started interpreting');
  expect(told()[10]).toContain('1 × limit used up');
});
