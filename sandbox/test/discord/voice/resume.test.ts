import { beforeEach, describe, expect, test } from 'vitest';
import type { Seat, VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';
import { seatOf } from './library-client.ts';
import { openVoice, type RawClient, type RawClients } from './raw-client.ts';

let server: VoiceServer;
let clients: RawClients;
let gone: [userId: string, code: number][];

beforeEach(async () => {
  ({ server, clients } = await openVoice({ seatGraceMs: 20 }));
  gone = [];
  server.onGone((seat, code) => gone.push([seat.userId, code]));
});

const seat = seatOf('1');

async function connected(change: Partial<Seat> = {}): Promise<{ client: RawClient; token: string }> {
  const { token } = server.admit({ ...seat, ...change });
  const client = clients.open();
  await client.identify({ ...seat, ...change }, token);
  await client.select();
  await eventually(() => client.binaries.some(({ op }) => op === 25));
  return { client, token };
}

/** Joins and speaks, so that people present are told: op 11 and op 5. */
async function arrive(userId: string): Promise<RawClient> {
  const client = await clients.connected(seatOf(userId));
  client.speak();
  await client.settled();
  return client;
}

describe('messages', () => {
  test('are numbered from 1, text and binary in one count; those of one socket are not', async () => {
    const { client } = await connected();
    await arrive('2');
    await client.message(5);
    expect(client.order.slice(0, 5)).toEqual(['8', '2', '4', '25#1', '11#2']);
    expect(client.order.at(-1)).toBe('5#3');
  });

  test('that were lost are sent again after op 9, binary ones too, and nothing that was seen', async () => {
    const { client, token } = await connected();
    client.drop();
    await client.closed;
    await arrive('2');
    const again = clients.open();
    await again.resume(seat, token, 0);
    await again.message(5);
    expect(again.order).toEqual(['8', '9', '25#1', '11#2', '5#3']);
    again.drop();
    await again.closed;
    const third = clients.open();
    await third.resume(seat, token, 2);
    await third.message(5);
    expect(third.order).toEqual(['8', '9', '5#3']);
  });

  test('go on with the next number on the resumed socket', async () => {
    const { client, token } = await connected();
    client.drop();
    const again = clients.open();
    await again.resume(seat, token, 1);
    await again.message(9);
    await arrive('2');
    await again.message(11);
    expect(again.order.slice(0, 3)).toEqual(['8', '9', '11#2']);
  });

  test('that a heartbeat acknowledged are gone: resuming before them is a session that is not valid', async () => {
    const { client, token } = await connected();
    await client.settled();
    client.drop();
    const again = clients.open();
    await again.resume(seat, token, -1);
    expect(await again.closed).toBe(4006);
    await eventually(() => gone.length > 0);
    expect(gone).toEqual([['1', 4006]]);
  });
});

describe('a session', () => {
  test.each([
    ['the connection is cut', (client: RawClient) => client.drop()],
    ['the client closes without a code', (client: RawClient) => client.close()],
    ['the server is told to drop it', () => server.faults.drop('1')],
    ['the server crashes with 4015', () => server.faults.close(4015, '1')],
    ['the server closes with 1006', () => server.faults.close(1006, '1')],
    ['the server closes with 1000', () => server.faults.close(1000, '1')],
  ])('stays in its call when %s, and nobody is told that it left', async (_name, lose) => {
    const { client, token } = await connected();
    const other = await arrive('2');
    lose(client);
    await client.closed;
    await eventually(() => !server.connected('200').includes('1'));
    const again = clients.open();
    await again.resume(seat, token, 1);
    await again.message(9);
    expect(server.connected('200')).toEqual(['1', '2']);
    await other.settled();
    expect(other.messages.filter(({ op }) => op === 13)).toEqual([]);
    expect(gone).toEqual([]);
  });

  test('can be resumed before the server noticed that the socket is lost', async () => {
    const { client, token } = await connected();
    const again = clients.open();
    await again.resume(seat, token, 1);
    await again.message(9);
    expect(await client.closed).toBe(4006);
    await arrive('2');
    expect((await again.message(11)).d).toEqual({ user_ids: ['2'] });
    expect(gone).toEqual([]);
  });

  test('does not die of the silence of a socket that it no longer speaks through', async () => {
    const { server: strict, clients: others } = await openVoice({ heartbeatIntervalMs: 700 });
    const { token } = strict.admit(seat);
    const frozen = others.open();
    await frozen.identify(seat, token);
    await frozen.select();
    frozen.freeze();
    const again = others.open();
    await again.resume(seat, token, frozen.lastSeq);
    await again.message(9);
    const beating = setInterval(() => again.send(3, { t: 1, seq_ack: again.lastSeq }), 100);
    // A client that comes later and says nothing is given up after the frozen one would be.
    expect(await others.open().closed).toBe(4009);
    clearInterval(beating);
    expect(strict.connected('200')).toEqual(['1']);
  });

  test.each([4000, 4006, 4009, 4014, 4021, 4022])(
    'that was closed with %i has left its call and cannot be resumed',
    async (code) => {
      const { client, token } = await connected();
      const other = await arrive('2');
      server.faults.close(code, '1');
      expect(await client.closed).toBe(code);
      expect((await other.message(13)).d).toEqual({ user_id: '1' });
      await eventually(() => gone.length > 0);
      expect(gone).toEqual([['1', code]]);
      const again = clients.open();
      await again.resume(seat, token, 1);
      expect(await again.closed).toBe(4006);
    },
  );

  test.each([4014, 4021, 4022])('is gone at once after %i', async (code) => {
    await connected();
    server.faults.close(code, '1');
    expect(gone).toEqual([['1', code]]);
  });

  test.each([
    ['is admitted to it again', () => server.admit(seat)],
    ['is removed from it', () => server.remove('100', '1')],
  ])('keeps its seat after 4006: its holder is not gone when it %s in time', async (_name, act) => {
    const { client } = await connected();
    server.faults.close(4006, '1');
    act();
    await client.closed;
    // The seat of another one, which is not taken again, is vacated later.
    await connected({ userId: '2', sessionId: 'other' });
    server.faults.close(4006, '2');
    await eventually(() => gone.length > 0);
    expect(gone).toEqual([['2', 4006]]);
  });

  test('ends when the client says goodbye', async () => {
    const { client } = await connected();
    client.close(1000);
    await eventually(() => gone.length > 0);
    expect(gone).toEqual([['1', 1000]]);
  });

  test('that nobody resumes in time is gone, with the code that its socket had', async () => {
    const { server: impatient, clients: others } = await openVoice({ resumeWindowMs: 50 });
    const left: number[] = [];
    impatient.onGone((_seat, code) => left.push(code));
    const [one, two] = [await others.connected(seat), await others.connected(seatOf('2'))];
    one.drop();
    expect((await two.message(13)).d).toEqual({ user_id: '1' });
    expect(left).toEqual([1006]);
  });

  test.each([
    ['another guild', { guildId: '101' }],
    ['another session id', { sessionId: 'another' }],
  ])('cannot be resumed with %s, and does not suffer from it', async (_name, change) => {
    const { client, token } = await connected();
    const other = clients.open();
    await other.resume({ ...seat, ...change }, token, 1);
    expect(await other.closed).toBe(4006);
    await client.settled();
    expect(server.connected('200')).toEqual(['1']);
  });

  test('whose token was replaced leaves without a word: the seat is still taken', async () => {
    const { client } = await connected();
    server.admit(seat);
    client.close(1000);
    await eventually(() => server.connected('200').length === 0);
    expect(gone).toEqual([]);
  });
});

describe('a seat in another channel of the guild', () => {
  test('ends the session in the old one with 4014, and is not told as somebody who is gone', async () => {
    const { client } = await connected();
    const other = await arrive('2');
    server.admit({ ...seat, channelId: '201' });
    expect(await client.closed).toBe(4014);
    expect((await other.message(13)).d).toEqual({ user_id: '1' });
    expect(gone).toEqual([]);
  });

  test('in another guild leaves the session alone', async () => {
    const { client } = await connected();
    server.admit({ ...seat, guildId: '101', channelId: '300' });
    await client.settled();
    expect(server.connected('200')).toEqual(['1']);
  });
});
