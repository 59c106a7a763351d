import { once } from 'node:events';
import { test as base, beforeEach, describe, expect } from 'vitest';
import { WebSocket } from 'ws';
import { BridgeStage } from '../../support/bridge-stage.ts';

const test = base.extend('join', () => join());

const hello = {
  guildId: '10',
  channelId: '20',
  userId: '30',
  sessionId: 'session',
  token: 'voice-token',
  endpoint: '127.0.0.1:5000',
};
/** CELT, 20 ms, one frame. */
const packet = Buffer.from([0xf8, 1, 2, 3]);

let stage: BridgeStage;

beforeEach(async () => {
  stage = await BridgeStage.open(100);
  return async () => await stage[Symbol.asyncDispose]();
});

/** A page: what it was told, in order; JSON as objects, sound as buffers. */
async function open() {
  const socket = new WebSocket(stage.url);
  const heard: unknown[] = [];
  const closed = once(socket, 'close').then(([code]) => Number(code));
  socket.on('message', (data, isBinary) => heard.push(isBinary ? data : JSON.parse(String(data))));
  await once(socket, 'open');
  return { socket, heard, closed };
}

async function join() {
  const page = await open();
  page.socket.send(JSON.stringify(hello));
  await expect.poll(() => stage.voices.length).toBe(1);
  const [voice] = stage.voices;
  if (!voice) throw new Error('no voice was opened');
  return { ...page, voice };
}

describe('a page at the voice bridge', () => {
  test('gets a voice connection for the seat of its hello, and is told when it is ready', async () => {
    const { voice, heard } = await join();
    expect(voice.seat).toEqual(hello);
    expect(heard).toEqual([]);
    voice.becomeReady();
    await expect.poll(() => heard).toEqual([{ kind: 'ready' }]);
  });

  test('speaks in packets and pauses', async ({ join: { socket, voice } }) => {
    socket.send(packet);
    socket.send(packet);
    socket.send(JSON.stringify({ kind: 'pause' }));
    await expect.poll(() => voice.pauses).toBe(1);
    expect(voice.spoken.map((bytes) => Buffer.from(bytes))).toEqual([packet, packet]);
  });

  test('hears packets with the id of who spoke in eight bytes in front', async () => {
    const { heard, voice } = await join();
    voice.hear('1324000000000000013', packet);
    await expect.poll(() => heard.length).toBe(1);
    const [message] = heard;
    if (!Buffer.isBuffer(message)) throw new Error('no sound came');
    expect(message.readBigUInt64BE(0)).toBe(1324000000000000013n);
    expect(message.subarray(8)).toEqual(packet);
  });

  test('is told who speaks and who stopped', async ({ join: { heard, voice } }) => {
    voice.notice('40', true);
    voice.notice('40', false);
    await expect
      .poll(() => heard)
      .toEqual([
        { kind: 'speaking', userId: '40', speaking: true },
        { kind: 'speaking', userId: '40', speaking: false },
      ]);
  });

  test('is told why its call ended, with the code', async ({ join: { heard, voice, closed } }) => {
    voice.end(4014, 'Disconnected.');
    expect(await closed).toBe(1011);
    expect(heard).toEqual([{ kind: 'closed', code: 4014, reason: 'Disconnected.' }]);
  });

  test('is told when the connection could not be made', async ({ join: { heard, voice, closed } }) => {
    voice.fail('The voice server did not answer.');
    expect(await closed).toBe(1011);
    expect(heard).toEqual([{ kind: 'closed', reason: 'The voice server did not answer.' }]);
    expect(voice.closes).toBe(1);
  });

  test('is told when the connection could not even be tried', async () => {
    stage.refusal = new Error('No seat.');
    const { socket, heard, closed } = await open();
    socket.send(JSON.stringify(hello));
    expect(await closed).toBe(1011);
    expect(heard).toEqual([{ kind: 'closed', reason: 'No seat.' }]);
  });

  test('leaves the call by closing its socket, and hears nothing after that', async () => {
    const { socket, voice } = await join();
    socket.terminate();
    await expect.poll(() => voice.closes).toBe(1);
    voice.hear('40', packet);
    voice.end(4014, 'late');
    expect(voice.closes).toBe(1);
  });

  test.each([
    ['text that is no JSON', 'hello'],
    ['a missing field', JSON.stringify({ ...hello, token: undefined })],
    ['a field too many', JSON.stringify({ ...hello, more: 1 })],
    ['an id that is none', JSON.stringify({ ...hello, userId: 'me' })],
    ['sound before the hello', packet],
  ])('is refused with %s', async (_what, message) => {
    const { socket, heard, closed } = await open();
    socket.send(message);
    expect(await closed).toBe(1008);
    expect(heard).toMatchObject([{ kind: 'error' }]);
    expect(stage.voices).toEqual([]);
  });

  test('is led to the voice server of the sandbox and to no other', async () => {
    const { socket, heard, closed } = await open();
    socket.send(JSON.stringify({ ...hello, endpoint: '127.0.0.1:22' }));
    expect(await closed).toBe(1008);
    expect(heard).toEqual([
      { kind: 'error', message: 'The endpoint is not the voice server of this sandbox.' },
    ]);
    expect(stage.voices).toEqual([]);
  });

  test('is let go when it never says hello', async () => {
    const { heard, closed } = await open();
    expect(await closed).toBe(1008);
    expect(heard).toEqual([{ kind: 'error', message: 'No hello came.' }]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['10 ms', Buffer.from([0xf0, 1])],
    ['two frames of 20 ms', Buffer.from([0xf9, 1, 2])],
    ['no frame', Buffer.from([0xfb, 0])],
    ['far too much', Buffer.alloc(12_000, 0xf8)],
  ])('may not send %s as a packet of 20 ms', async (_what, bytes) => {
    const { socket, heard, closed, voice } = await join();
    socket.send(bytes);
    expect(await closed).toBe(1008);
    expect(heard).toEqual([
      { kind: 'error', message: 'A binary message has to be one Opus packet of 20 ms.' },
    ]);
    expect(voice.spoken).toEqual([]);
    expect(voice.closes).toBe(1);
  });

  test.each([
    ['one SILK frame', Buffer.from([0x08, 1])],
    ['one hybrid frame', Buffer.from([0x68, 1])],
    ['two CELT frames of 10 ms', Buffer.from([0xf1, 1, 2])],
    ['eight CELT frames of 2.5 ms', Buffer.from([0xe3, 8, 1])],
  ])('may send 20 ms as %s', async (_what, bytes) => {
    const { socket, voice } = await join();
    socket.send(bytes);
    await expect.poll(() => voice.spoken.length).toBe(1);
  });
});

describe('a sentence that is said for a page', () => {
  const second = Buffer.from([0xf8, 9]);
  const say = (id: number, ...packets: readonly Buffer[]) =>
    JSON.stringify({ kind: 'say', id, packets: packets.map((bytes) => bytes.toString('base64')) });

  test('goes out packet by packet, and the page is told when its silence is out, too', async () => {
    const { socket, voice, heard } = await join();
    socket.send(say(7, packet, second));
    await expect.poll(() => voice.spoken.length).toBe(1);
    stage.timers.advance(20);
    expect(voice.spoken.map((bytes) => Buffer.from(bytes))).toEqual([packet, second]);
    stage.timers.advance(20);
    expect(voice.pauses).toBe(1);
    expect(heard).toEqual([]);
    stage.timers.advance(120);
    await expect.poll(() => heard).toEqual([{ kind: 'said', id: 7 }]);
  });

  test('takes the place of the microphone for as long as it lasts', async () => {
    const { socket, voice, heard } = await join();
    socket.send(say(1, packet));
    socket.send(second);
    socket.send(JSON.stringify({ kind: 'pause' }));
    socket.send(JSON.stringify({ kind: 'hush' }));
    await expect.poll(() => voice.pauses).toBe(1);
    expect(voice.spoken.length).toBe(1);
    stage.timers.advance(120);
    await expect.poll(() => heard).toEqual([{ kind: 'said', id: 1 }]);
    socket.send(second);
    await expect.poll(() => voice.spoken.length).toBe(2);
  });

  test('can be hushed in the middle', async ({ join: { socket, voice } }) => {
    socket.send(say(1, packet, packet, packet));
    socket.send(JSON.stringify({ kind: 'hush' }));
    await expect.poll(() => voice.pauses).toBe(1);
    stage.timers.advance(1000);
    expect(voice.spoken.length).toBe(1);
  });

  test('ends with its page', async ({ join: { socket, voice } }) => {
    socket.send(say(1, packet, packet, packet));
    await expect.poll(() => voice.spoken.length).toBe(1);
    socket.terminate();
    await expect.poll(() => voice.closes).toBe(1);
    stage.timers.advance(1000);
    expect(voice.spoken.length).toBe(1);
  });

  test.each([
    ['a packet that is none of 20 ms', say(1, packet, Buffer.from([0xf0, 1])), /one Opus packet of 20 ms/],
    ['no packet', say(1), /Only "pause", "say" and "hush"/],
    ['what is no base64', JSON.stringify({ kind: 'say', id: 1, packets: ['ä'] }), /Only "pause"/],
    ['a field too many', JSON.stringify({ kind: 'hush', id: 1 }), /Only "pause"/],
  ])('is refused with %s', async (_what, order, words) => {
    const { socket, voice, heard, closed } = await join();
    socket.send(order);
    expect(await closed).toBe(1008);
    expect(heard).toEqual([{ kind: 'error', message: expect.stringMatching(words) }]);
    expect(voice.spoken).toEqual([]);
  });

  test('is refused while another is being said', async ({ join: { socket, heard, closed } }) => {
    socket.send(say(1, packet, packet));
    socket.send(say(2, packet));
    expect(await closed).toBe(1008);
    expect(heard).toEqual([
      { kind: 'error', message: 'Something is being said already: say the next after "said".' },
    ]);
  });
});

test('closing the bridge ends every call on it', async ({ join: { voice, closed } }) => {
  stage.bridge.close();
  await closed;
  expect(voice.closes).toBe(1);
});
