import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test as base, beforeEach, describe, expect } from 'vitest';
import type { VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';
import { seatOf } from './library-client.ts';
import { type Mode, openVoice, type RawClient, type RawClients } from './raw-client.ts';

const test = base.extend('client', () => clients.identified(seatOf('1')));

let server: VoiceServer;
let clients: RawClients;

beforeEach(async () => {
  ({ server, clients } = await openVoice());
});

const silence = Buffer.from([0xf8, 0xff, 0xfe]);

describe('IP discovery', () => {
  async function discover(client: RawClient, bytes: number, type = 1, ssrc = client.ssrc): Promise<void> {
    const request = Buffer.alloc(bytes);
    request.writeUInt16BE(type, 0);
    request.writeUInt16BE(70, 2);
    request.writeUInt32BE(ssrc, 4);
    client.datagram(request);
  }

  test('tells the outside address in 74 bytes', async ({ client }) => {
    const { port } = await client.openMedia();
    await discover(client, 74);
    await eventually(() => client.datagrams.length > 0);
    const [answer] = client.datagrams;
    expect(answer).toHaveLength(74);
    expect([answer?.readUInt16BE(0), answer?.readUInt16BE(2)]).toEqual([2, 70]);
    expect(answer?.readUInt32BE(4)).toBe(client.ssrc);
    expect(answer?.subarray(8, 18).toString()).toBe('127.0.0.1\0');
    expect(answer?.readUInt16BE(72)).toBe(port);
  });

  test('answers nothing that is not exactly a request of somebody known', async ({ client }) => {
    await client.openMedia();
    await discover(client, 70);
    await discover(client, 75);
    await discover(client, 74, 2);
    await discover(client, 74, 1, client.ssrc + 1);
    await discover(client, 74);
    await eventually(() => client.datagrams.length > 0);
    expect(client.datagrams).toHaveLength(1);
  });

  test('is not answered as often as was told', async () => {
    server.faults.dropDiscovery(2);
    const client = await clients.identified(seatOf('1'));
    await client.openMedia();
    for (let sent = 0; sent < 3; sent += 1) await discover(client, 74);
    await eventually(() => client.datagrams.length > 0);
    expect(client.datagrams).toHaveLength(1);
  });

  test('leaves keep-alives, which come back as they are', async ({ client }) => {
    await client.openMedia();
    const counter = Buffer.from([7, 0, 0, 0, 0, 0, 0, 0]);
    client.datagram(counter);
    await eventually(() => client.datagrams.length > 0);
    expect(client.datagrams).toEqual([counter]);
  });
});

describe('a frame', () => {
  const modes: Mode[] = ['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'];

  test.each(modes)('sent with %s reaches the others as it was, and not its sender', async (mode) => {
    const [speaker, listener] = await clients.speakerAndListener(mode);
    const third = await clients.connected(seatOf('3'), 'aead_xchacha20_poly1305_rtpsize');
    speaker.play({ sequence: 65_535, timestamp: 4_294_967_295, frame: Buffer.from('a frame') });
    await eventually(() => listener.received.length > 0 && third.received.length > 0);
    for (const [packet] of [listener.received, third.received])
      expect(packet).toMatchObject({
        payloadType: 0x78,
        sequence: 65_535,
        timestamp: 4_294_967_295,
        ssrc: speaker.ssrc,
        frame: Buffer.from('a frame'),
      });
    await speaker.settled();
    expect(speaker.received).toEqual([]);
    expect(server.record.of('1')).toMatchObject({ received: 1, forwarded: 2, delivered: 0 });
    expect(server.record.of('2').delivered).toBe(1);
  });

  test('is taken with a new key after the mode was selected again, and nobody joins twice', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    speaker.playAll([1]);
    await eventually(() => listener.received.length === 1);
    await speaker.selectAgain('aead_xchacha20_poly1305_rtpsize');
    speaker.playAll([2]);
    await eventually(() => listener.received.length === 2);
    expect(listener.heard).toEqual(['1', '2']);
    expect(listener.messages.filter(({ op }) => op === 11)).toHaveLength(1);
  });

  test('comes with a one-byte header extension in its encrypted part, and sometimes with padding', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    speaker.playAll(Array.from({ length: 16 }, (_, index) => index));
    await eventually(() => listener.received.length === 16);
    for (const { extension, extensionPreamble } of listener.received) {
      expect(extensionPreamble).toEqual(Buffer.from([0xbe, 0xde]));
      expect(extension.length).toBeGreaterThan(0);
    }
    // A nonce that is used twice gives the key away.
    expect(new Set(listener.received.map(({ counter }) => counter)).size).toBe(16);
    const padded = listener.received.filter(({ paddingBytes }) => paddingBytes > 0);
    expect(padded).toHaveLength(2);
    expect(listener.heard).toEqual(Array.from({ length: 16 }, (_, index) => `${index}`));
  });

  test('is taken out of the extension and padding that its sender put around it', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    const extension = Buffer.from([0x10, 1, 0, 0]);
    speaker.play({ sequence: 1, extension, padding: Buffer.alloc(9, 9), frame: Buffer.from('inside') });
    await eventually(() => listener.received.length > 0);
    expect(listener.heard).toEqual(['inside']);
  });

  test('is not heard in another channel', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    const elsewhere = await clients.connected(seatOf('3', { channelId: '201' }));
    speaker.playAll([1, 2, 3]);
    await eventually(() => listener.received.length === 3);
    await elsewhere.settled();
    expect(elsewhere.datagrams).toEqual([]);
    expect(elsewhere.messages.filter(({ op }) => op === 5 || op === 11)).toEqual([]);
  });

  test('does not reach a deafened person until they hear again', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    const third = await clients.connected(seatOf('3'));
    server.setHearing('100', '2', { deafened: true });
    speaker.playAll([1]);
    await eventually(() => third.received.length === 1);
    server.setHearing('100', '2', { deafened: false });
    speaker.playAll([2]);
    await eventually(() => listener.received.length === 1);
    expect(listener.heard).toEqual(['2']);
  });

  test('of a muted person reaches nobody until they may speak again', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    server.setHearing('100', '1', { muted: true });
    speaker.playAll([1, 2]);
    await eventually(() => server.record.of('1').refused.muted === 2);
    server.setHearing('100', '1', { muted: false });
    speaker.playAll([3]);
    await eventually(() => listener.received.length === 1);
    expect(listener.heard).toEqual(['3']);
  });

  test('of a newly admitted seat obeys what that seat says, on the session that is still there', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    server.admit(seatOf('1', { muted: true }));
    speaker.playAll([1]);
    await eventually(() => server.record.of('1').refused.muted === 1);
    expect(listener.received).toEqual([]);
  });

  test('that overtook its op 5 is passed on after it; more than a few are dropped', async () => {
    const [speaker, listener] = [await clients.connected(seatOf('1')), await clients.connected(seatOf('2'))];
    speaker.playAll(Array.from({ length: 14 }, (_, index) => index));
    await eventually(() => server.record.of('1').refused.unannounced === 4);
    expect(listener.received).toEqual([]);
    speaker.speak();
    await eventually(() => listener.received.length === 10);
    expect(listener.heard).toEqual(['4', '5', '6', '7', '8', '9', '10', '11', '12', '13']);
    expect((await listener.message(5)).d).toEqual({ user_id: '1', ssrc: speaker.ssrc, speaking: 1 });
  });

  test('of somebody who only ever said that they do not speak is not passed on', async () => {
    const [speaker, listener] = [await clients.connected(seatOf('1')), await clients.connected(seatOf('2'))];
    speaker.speak(0);
    await speaker.settled();
    speaker.playAll([1]);
    await eventually(() => server.record.of('1').received === 1);
    await listener.settled();
    expect(listener.received).toEqual([]);
    expect(listener.messages.filter(({ op }) => op === 5)).toEqual([]);
  });
});

describe('a packet is refused as', () => {
  test('too early before the session is described', async () => {
    const [speaker] = await clients.speakerAndListener();
    const packet = speaker.packet({ sequence: 1 });
    const early = await clients.identified(seatOf('3'));
    await early.openMedia();
    packet.writeUInt32BE(early.ssrc, 8);
    early.datagram(packet);
    await eventually(() => server.record.of('3').refused['too-early'] === 1);
  });

  test('of the wrong source when it comes from elsewhere', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    const elsewhere = createSocket('udp4').bind(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    speaker.datagram(speaker.packet({ sequence: 1 }), elsewhere);
    await eventually(() => server.record.of('1').refused['wrong-source'] === 1);
    elsewhere.close();
    expect(listener.received).toEqual([]);
  });

  test('forged when anything in it was changed', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    for (const place of [3, 14, -6, -1]) {
      const packet = speaker.packet({ sequence: 1 });
      const at = (place + packet.length) % packet.length;
      packet.writeUInt8(packet.readUInt8(at) ^ 1, at);
      speaker.datagram(packet);
    }
    await eventually(() => server.record.of('1').refused.forged === 4);
    expect(listener.received).toEqual([]);
  });

  test('of the wrong source when it names the SSRC of somebody else', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    speaker.play({ sequence: 1, ssrc: listener.ssrc });
    await eventually(() => server.record.of('2').refused['wrong-source'] === 1);
  });

  test.each([
    ['its padding is longer than it is', { padding: Buffer.from([200]) }],
    ['its padding has no length', { padding: Buffer.from([0]) }],
    ['its extension is longer than it is', { extension: Buffer.alloc(4), extensionWords: 50 }],
  ])('malformed when %s', async (_name, wrong) => {
    const [speaker, listener] = await clients.speakerAndListener();
    speaker.play({ sequence: 1, ...wrong });
    await eventually(() => server.record.of('1').refused.malformed === 1);
    expect(listener.received).toEqual([]);
  });

  test('replayed when its number came before', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    const packet = speaker.packet({ sequence: 5 });
    speaker.datagram(packet);
    speaker.datagram(packet);
    speaker.playAll([6]);
    await eventually(() => listener.received.length === 2);
    expect(server.record.of('1').refused.replayed).toBe(1);
  });

  test('a reused nonce when two packets have one counter', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    speaker.play({ sequence: 1, counter: 77 });
    speaker.play({ sequence: 2, counter: 77 });
    speaker.play({ sequence: 3, counter: 78 });
    await eventually(() => server.record.of('1').refused['reused-nonce'] === 1);
    await eventually(() => listener.received.length === 2);
    expect(listener.received.map(({ sequence }) => sequence)).toEqual([1, 3]);
  });

  test('a stray when it is nothing that the server knows', async () => {
    const [speaker] = await clients.speakerAndListener();
    speaker.datagram(Buffer.from('hello'));
    speaker.datagram(speaker.packet({ sequence: 1, ssrc: 1 }));
    await eventually(() => server.record.strayPackets === 2);
  });
});

describe('anyone joins', () => {
  test('is told who is there and who speaks, and the others of them', async () => {
    const [speaker] = await clients.speakerAndListener();
    const third = await clients.connected(seatOf('3'));
    expect((await third.message(11)).d).toEqual({ user_ids: ['1', '2'] });
    expect((await third.message(5)).d).toEqual({ user_id: '1', ssrc: speaker.ssrc, speaking: 1 });
    await eventually(() => speaker.messages.filter(({ op }) => op === 11).length === 2);
    expect(speaker.messages.findLast(({ op }) => op === 11)?.d).toEqual({ user_ids: ['3'] });
  });

  test('hears of present speakers only with their next op 5 while that is withheld', async () => {
    const [speaker] = await clients.speakerAndListener();
    server.faults.withholdSpeakers();
    const third = await clients.connected(seatOf('3'));
    await third.settled();
    expect(third.messages.filter(({ op }) => op === 5)).toEqual([]);
    speaker.speak();
    expect((await third.message(5)).d).toMatchObject({ user_id: '1' });
  });
});

describe('the record of a speaker', () => {
  test('knows leaps in numbers and times, and silence at the end', async () => {
    const [speaker] = await clients.speakerAndListener();
    speaker.playAll([1, 2]);
    speaker.play({ sequence: 5, timestamp: 5 * 960 });
    speaker.play({ sequence: 6, timestamp: 20 * 960 });
    for (const sequence of [7, 8])
      speaker.play({ sequence, timestamp: (sequence + 14) * 960, frame: silence });
    await eventually(() => server.record.of('1').received === 6);
    const seen = server.record.of('1');
    expect(seen.gaps.map(({ sequenceStep, timestampStep }) => [sequenceStep, timestampStep])).toEqual([
      [3, 3 * 960],
      [1, 15 * 960],
    ]);
    expect(seen).toMatchObject({ silenceFrames: 2, trailingSilenceFrames: 2 });
    speaker.playAll([50]);
    await eventually(() => seen.received === 7);
    expect(seen).toMatchObject({ silenceFrames: 2, trailingSilenceFrames: 0 });
  });

  test('has the time, numbers and size of each packet, in the order in which they came', async () => {
    const [speaker] = await clients.speakerAndListener();
    speaker.playAll([1, 2, 3]);
    await eventually(() => server.record.of('1').received === 3);
    const { packets } = server.record.of('1');
    expect(packets.map(({ sequence, timestamp, frameBytes }) => [sequence, timestamp, frameBytes])).toEqual([
      [1, 960, 1],
      [2, 1920, 1],
      [3, 2880, 1],
    ]);
    const times = packets.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
