import { beforeAll, expect, it } from 'vitest';
import { joinVoice } from '../../../sandbox/test/support/voice-person.ts';
import type { Arrival } from '../../../src/call/voice-people.ts';
import { ClientVoicePeople } from '../../../src/wiring/voice-people.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

let bot: LiveBot;

beforeAll(async () => {
  bot = await startLiveBot();
  return async () => await bot[Symbol.asyncDispose]();
});

it('who comes into a voice channel is told of once, and is there until they leave, which is told once, too', async () => {
  const { guildId, channels, people } = bot.discord;
  const all = new ClientVoicePeople(bot.client);
  const arrivals: Arrival[] = [];
  const stop = all.onArrival((arrival) => arrivals.push(arrival));
  const person = await bot.person('member');
  const voice = await joinVoice(bot.discord, person, channels.voice);
  const arrival = { guildId, channelId: channels.voice, userId: people.member.id };
  await expect.poll(() => arrivals).toEqual([arrival]);
  expect(all.in(guildId, channels.voice)).toMatchObject([{ userId: people.member.id }]);
  expect(all.nameOf(guildId, people.member.id)).toBe(all.in(guildId, channels.voice)[0]?.name);
  expect(all.nameOf(guildId, people.owner.id)).toBeUndefined();
  const departures: Arrival[] = [];
  const stopDepartures = all.onDeparture((departure) => departures.push(departure));
  stop();
  await voice.leave();
  await expect.poll(() => departures).toEqual([arrival]);
  stopDepartures();
  await expect.poll(() => all.in(guildId, channels.voice)).toEqual([]);
  expect(departures).toEqual([arrival]);
  stopDepartures();
});
