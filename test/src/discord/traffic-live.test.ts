import { expect, it } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { ClientTraffic, type Passing } from '../../../src/discord/traffic.ts';
import { startLiveBot } from '../../support/live-bot.ts';

it('hears that messages appear in channels, from people and from the bot itself, until it is told not to', async () => {
  await using bot = await startLiveBot();
  const { guildId, channels } = bot.discord;
  const seen: Passing[] = [];
  const stop = new ClientTraffic(bot.client).onMessage((passing) => seen.push(passing));
  const person = await bot.person();
  const written = await person.send(channels.general, 'hello');
  await eventually(() => seen.length === 1, 'the message of a person');
  expect(seen).toEqual([{ guildId, channelId: channels.general, messageId: written.id }]);
  const channel = await bot.client.channels.fetch(channels.videos);
  if (!channel?.isSendable()) throw new Error('no place to write');
  const { id } = await channel.send('hello yourself');
  await eventually(() => seen.at(-1)?.messageId === id, 'the message of the bot');
  stop();
  await person.send(channels.general, 'good night');
  await channel.send('good night');
  expect(seen).toHaveLength(2);
});

it('hears that messages go, no matter who wrote them, until it is told not to', async () => {
  await using bot = await startLiveBot();
  const { channels } = bot.discord;
  const gone: string[] = [];
  const stop = new ClientTraffic(bot.client).onRemoval(({ messageId }) => gone.push(messageId));
  const channel = await bot.client.channels.fetch(channels.videos);
  if (!channel?.isSendable()) throw new Error('no place to write');
  const first = await channel.send('May I?');
  await first.delete();
  await eventually(() => gone.length === 1, 'the message that went');
  expect(gone).toEqual([first.id]);
  stop();
  const second = await channel.send('May I?');
  await second.delete();
  expect(gone).toHaveLength(1);
});
