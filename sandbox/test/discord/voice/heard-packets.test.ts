import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { VoiceReceiver } from '@discordjs/voice';
import { expect, test } from 'vitest';
import { type HeardPacket, hearEverybody } from '../../../discord/voice/person/heard-packets.ts';

/** The library's receiver, as far as it is looked at: what it is given of a known speaker comes out of their stream. */
class FakeReceiver {
  readonly known = new Map<number | string, { readonly userId: string }>();
  readonly ssrcMap = Object.assign(new EventEmitter(), { get: (of: number | string) => this.known.get(of) });
  readonly subscriptions = new Map<string, PassThrough>();
  readonly voiceConnection = { state: { status: 'ready' } };

  subscribe(userId: string): PassThrough {
    const stream = new PassThrough({ objectMode: true });
    this.subscriptions.set(userId, stream);
    return stream;
  }

  onUdpMessage = (message: Buffer): void => {
    const speaker = this.known.get(message.readUInt32BE(8));
    if (speaker) this.subscriptions.get(speaker.userId)?.write(message.subarray(12));
  };

  introduce(ssrc: number, userId: string): void {
    for (const key of [ssrc, userId]) this.known.set(key, { userId });
    this.ssrcMap.emit('update', undefined, { userId });
  }
}

function packet(ssrc: number, number: number): Buffer {
  const message = Buffer.alloc(13);
  message.writeUInt8(0x80, 0);
  message.writeUInt8(0x78, 1);
  message.writeUInt32BE(ssrc, 8);
  message.writeUInt8(number, 12);
  return message;
}

function listening() {
  const receiver = new FakeReceiver();
  const heard: HeardPacket[] = [];
  hearEverybody(receiver as unknown as VoiceReceiver, (each) => heard.push(each));
  const numbers = async (userId: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    return heard.filter((each) => each.userId === userId).map(({ packet: [number] }) => number);
  };
  return { receiver, numbers };
}

test('sound that comes before the word of whose it is is heard anyway, in its order', async () => {
  const { receiver, numbers } = listening();
  for (const number of [1, 2, 3]) receiver.onUdpMessage(packet(7, number));
  receiver.onUdpMessage(packet(8, 1));
  receiver.introduce(7, 'ann');
  receiver.onUdpMessage(packet(7, 4));
  expect(await numbers('ann')).toEqual([1, 2, 3, 4]);
  expect(await numbers('bob')).toEqual([]);
  receiver.introduce(8, 'bob');
  expect(await numbers('bob')).toEqual([1]);
});

test('no more than two seconds of it are kept', async () => {
  const { receiver, numbers } = listening();
  for (let number = 0; number < 250; number += 1) receiver.onUdpMessage(packet(7, number));
  receiver.introduce(7, 'ann');
  expect(await numbers('ann')).toHaveLength(100);
});
