import { test as base, beforeEach, describe, expect } from 'vitest';
import type { VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';
import { seatOf } from './library-client.ts';
import { openVoice, type RawClients } from './raw-client.ts';

const test = base
  .extend('client', () => clients.connected(seat))
  .extend('admitted', () => server.admit(seat));

let server: VoiceServer;
let clients: RawClients;

beforeEach(async () => {
  ({ server, clients } = await openVoice({ heartbeatIntervalMs: 5_000 }));
});

const seat = seatOf('1');

describe('the voice gateway', () => {
  test('greets with op 8, its version and the heartbeat interval', async () => {
    const client = clients.open();
    expect(await client.message(8)).toEqual({ op: 8, d: { v: 8, heartbeat_interval: 5_000 } });
  });

  test.each(['?v=4', '', '?v=9'])('closes a socket with version "%s" with 4012', async (query) => {
    expect(await clients.open(`wss://${server.endpoint}${query}`).closed).toBe(4012);
  });

  test('serves no other path', async () => {
    expect(await clients.open(`wss://${server.endpoint}/gateway?v=8`).closed).toBe(1006);
  });

  test('answers a heartbeat with its nonce', async () => {
    const client = clients.open();
    await client.message(8);
    client.send(3, { t: 4711, seq_ack: -1 });
    expect(await client.message(6)).toEqual({ op: 6, d: { t: 4711 } });
  });

  test('says in op 2 where media goes and which modes there are, the preferred one first', async () => {
    const client = await clients.identified(seat);
    expect((await client.message(2)).d).toEqual({
      ssrc: expect.any(Number),
      ip: '127.0.0.1',
      port: expect.any(Number),
      modes: ['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'],
    });
  });

  test('describes the session with a key of 32 bytes and DAVE version 1', async ({ client }) => {
    const { d } = await client.message(4);
    expect(d).toMatchObject({ mode: 'aead_aes256_gcm_rtpsize', dave_protocol_version: 1 });
    expect((d as { secret_key: number[] }).secret_key).toHaveLength(32);
  });
});

describe('is hung up on with', () => {
  test.each([2, 4, 6, 9, 11, 13, 21, 22, 24, 99])('4001 for op %i, which clients do not send', async (op) => {
    const client = clients.open();
    await client.message(8);
    client.send(op, {});
    expect(await client.closed).toBe(4001);
  });

  test('4001 for a binary op that clients do not send', async ({ client }) => {
    client.sendRaw(Buffer.from([27, 0]));
    expect(await client.closed).toBe(4001);
  });

  test.each([
    ['what is no JSON', 'hello'],
    ['a message without op', '{"d":{}}'],
    ['an op that is no number', '{"op":"0","d":{}}'],
    ['a heartbeat of version 7', '{"op":3,"d":1501184119561}'],
    ['a heartbeat with a nonce that is no integer', '{"op":3,"d":{"t":1.5,"seq_ack":-1}}'],
    ['an identify without token', '{"op":0,"d":{"server_id":"100","user_id":"1","session_id":"s"}}'],
    ['a numeric user id', '{"op":0,"d":{"server_id":"1","user_id":1,"session_id":"s","token":"t"}}'],
    ['a resume without session', '{"op":7,"d":{"server_id":"100","token":"t","seq_ack":-1}}'],
    ['an empty binary message', Buffer.alloc(0)],
  ])('4002 for %s', async (_name, data) => {
    const client = clients.open();
    await client.message(8);
    client.sendRaw(data);
    expect(await client.closed).toBe(4002);
  });

  test.each([
    [1, { protocol: 'udp' }],
    [1, { protocol: 'udp', data: { address: 'nowhere', port: 1, mode: 'aead_aes256_gcm_rtpsize' } }],
    [1, { protocol: 'udp', data: { address: '127.0.0.1', port: 0, mode: 'aead_aes256_gcm_rtpsize' } }],
    [5, { speaking: true, delay: 0, ssrc: 1 }],
    [5, { speaking: 1, delay: 0 }],
    [5, { speaking: 8, delay: 0, ssrc: 1 }],
    [23, { transition_id: -1 }],
    [31, {}],
  ])('4002 for op %i with %j', async (op, d) => {
    const client = await clients.identified(seat);
    client.send(op, d);
    expect(await client.closed).toBe(4002);
  });

  test.each([
    [1, { protocol: 'udp', data: { address: '127.0.0.1', port: 1, mode: 'aead_aes256_gcm_rtpsize' } }],
    [5, { speaking: 1, delay: 0, ssrc: 1 }],
    [23, { transition_id: 1 }],
  ])('4003 for op %i before it identified', async (op, d) => {
    const client = clients.open();
    await client.message(8);
    client.send(op, d);
    expect(await client.closed).toBe(4003);
  });

  test('4003 for speaking before the session is described', async () => {
    const client = await clients.identified(seat);
    await client.openMedia();
    client.speak();
    expect(await client.closed).toBe(4003);
  });

  test('4004 for a token that was never given', async () => {
    server.admit(seat);
    const client = clients.open();
    await client.identify(seat, 'made up');
    expect(await client.closed).toBe(4004);
  });

  test('4004 for the token of somebody else', async ({ admitted: { token } }) => {
    const client = clients.open();
    await client.identify(seatOf('2'), token);
    expect(await client.closed).toBe(4004);
  });

  test('4005 for identifying twice', async () => {
    const client = await clients.identified(seat);
    await client.identify(seat, 'any');
    expect(await client.closed).toBe(4005);
  });

  test('4005 for resuming on a socket that identified', async () => {
    const client = await clients.identified(seat);
    await client.resume(seat, 'any');
    expect(await client.closed).toBe(4005);
  });

  test('4006 for the session id of another session', async ({ admitted: { token } }) => {
    const client = clients.open();
    await client.identify({ ...seat, sessionId: 'another' }, token);
    expect(await client.closed).toBe(4006);
  });

  test('4006 for a token that a newer one has replaced', async ({ admitted: { token } }) => {
    server.admit(seat);
    const client = clients.open();
    await client.identify(seat, token);
    expect(await client.closed).toBe(4006);
  });

  test('4006 when the same seat identifies on another socket', async () => {
    const first = await clients.connected(seat);
    await clients.connected(seat);
    expect(await first.closed).toBe(4006);
  });

  test('4012 for another protocol than UDP', async () => {
    const client = await clients.identified(seat);
    client.send(1, { protocol: 'webrtc', data: { address: '127.0.0.1', port: 1, mode: 'x' } });
    expect(await client.closed).toBe(4012);
  });

  test.each(['xsalsa20_poly1305', 'aead_aes256_gcm_rtpsize'])(
    '4016 for %s when it is not offered',
    async (mode) => {
      server.faults.offerModes(['aead_xchacha20_poly1305_rtpsize']);
      const client = await clients.identified(seat);
      client.send(1, { protocol: 'udp', data: { address: '127.0.0.1', port: 1, mode } });
      expect(await client.closed).toBe(4016);
    },
  );

  test.each([0, undefined])('4017 when its DAVE version is %s', async (version) => {
    const client = clients.open();
    await client.identify(seat, server.admit(seat).token, { max_dave_protocol_version: version });
    expect(await client.closed).toBe(4017);
  });

  test('nothing in a stage, which has no end-to-end encryption', async () => {
    const client = await clients.identified({ ...seat, stage: true }, { max_dave_protocol_version: 0 });
    await client.select();
    expect((await client.message(4)).d).toMatchObject({ dave_protocol_version: 0 });
  });

  test('4020 for DAVE messages in a stage', async () => {
    const client = await clients.connected({ ...seat, stage: true });
    client.sendRaw(Buffer.from([26, 1, 2, 3]));
    expect(await client.closed).toBe(4020);
  });

  test('4020 for the SSRC of somebody else', async ({ client }) => {
    client.send(5, { speaking: 1, delay: 0, ssrc: client.ssrc + 1 });
    expect(await client.closed).toBe(4020);
  });

  test('4020 for acknowledging what was not sent', async ({ client }) => {
    client.send(3, { t: 1, seq_ack: 1_000 });
    expect(await client.closed).toBe(4020);
  });

  test('4021 for far too many messages', async ({ client }) => {
    for (let sent = 0; sent < 1_300; sent += 1) client.speak(sent % 2);
    expect(await client.closed).toBe(4021);
  });

  test.each([undefined, 4014, 4022])('code %s when it is removed', async (code) => {
    const client = await clients.connected(seat);
    server.remove(seat.guildId, seat.userId, code);
    expect(await client.closed).toBe(code ?? 4014);
    expect(server.connected(seat.channelId)).toEqual([]);
  });

  test.each([4006, 4014, 4021])('%i for as many identifies as were told to be refused', async (code) => {
    server.faults.refuse(code, 1);
    const first = clients.open();
    const { token } = server.admit(seat);
    await first.identify(seat, token);
    expect(await first.closed).toBe(code);
    const second = clients.open();
    await second.identify(seat, token);
    expect((await second.message(2)).op).toBe(2);
  });
});

describe('a client that sends no heartbeat', () => {
  test('is hung up on with 4009, and its session is gone', async () => {
    const gone: number[] = [];
    const { server: impatient, clients: others } = await openVoice({
      heartbeatIntervalMs: 700,
      seatGraceMs: 0,
    });
    impatient.onGone((_seat, code) => gone.push(code));
    const client = await others.identified(seat);
    expect(await client.closed).toBe(4009);
    await eventually(() => gone.length > 0);
    expect(gone).toEqual([4009]);
  });
});

describe('the record', () => {
  test('knows who was hung up on with what, and what they had sent', async ({ client }) => {
    client.speak();
    await client.settled();
    client.send(99, {});
    await client.closed;
    const stranger = clients.open();
    await stranger.message(8);
    stranger.close(1000);
    await eventually(() => server.record.closes.length === 2);
    expect(server.record.closes).toEqual([
      { userId: '1', by: 'server', code: 4001 },
      { userId: undefined, by: 'client', code: 1000 },
    ]);
    expect(Object.fromEntries(server.record.of('1').ops)).toEqual({ 0: 1, 1: 1, 3: 1, 5: 1 });
    server.record.clear();
    expect(server.record.closes).toEqual([]);
    expect(server.record.of('1').ops.size).toBe(0);
  });
});
