import { expect, it } from 'vitest';
import { messagePlaceOf } from '../../../console/page/drawing/message-link.ts';

it("reads the channel and the message out of an address of Discord's own", () => {
  expect(messagePlaceOf('https://discord.com/channels/1/2/3')).toEqual({ channelId: '2', messageId: '3' });
  expect(messagePlaceOf('https://discord.com/channels/@me/2')).toEqual({
    channelId: '2',
    messageId: undefined,
  });
});

it.each([
  'https://discord.com/channels/1',
  'https://discord.com.example/channels/1/2/3',
  'http://discord.com/channels/1/2/3',
  'https://example.org/?https://discord.com/channels/1/2/3',
])('leaves %s to the browser', (address) => {
  expect(messagePlaceOf(address)).toBeUndefined();
});
