import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startVoiceServer } from '../../../discord/voice/voice-server.ts';
import type { Seat, VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';
import { frames, type LibraryClient, libraryClient, play, seatOf, trust } from './library-client.ts';

let server: VoiceServer;
let clients: LibraryClient[];

beforeEach(async () => {
  server = await startVoiceServer();
  trust(server);
  clients = [];
});

afterEach(async () => {
  for (const { connection } of clients) if (connection.state.status !== 'destroyed') connection.destroy();
  await server.close();
});

function join(userId: string, change: Partial<Seat> = {}): LibraryClient {
  const client = libraryClient(server, seatOf(userId, change));
  clients.push(client);
  return client;
}

/** Two that are connected, encrypted, and have heard of each other as speakers. */
async function pair(): Promise<[LibraryClient, LibraryClient]> {
  const two: [LibraryClient, LibraryClient] = [join('1'), join('2')];
  await Promise.all(two.map((client) => client.ready()));
  await Promise.all(two.map((client) => client.encrypted()));
  return two;
}

describe('two clients of the library in one channel', () => {
  test('hear each other, every frame, end-to-end encrypted', async () => {
    const [one, two] = await pair();
    expect(server.connected('200')).toEqual(['1', '2']);
    const [byOne, byTwo] = [one.hear('2'), two.hear('1')];
    const [ofOne, ofTwo] = [frames(25, 'one'), frames(25, 'two')];
    await Promise.all([play(one.connection, ofOne), play(two.connection, ofTwo)]);
    await eventually(() => byOne.length >= 25 && byTwo.length >= 25);
    expect(byOne).toEqual(ofTwo);
    expect(byTwo).toEqual(ofOne);
    expect(server.record.of('1')).toMatchObject({ received: 25, forwarded: 25, unencryptedFrames: 0 });
    expect(server.record.of('1').packets.every((packet) => packet.endToEndEncrypted)).toBe(true);
    expect(server.record.of('1').gaps).toEqual([]);
  });

  test('hear each other with XChaCha20 alone', async () => {
    server.faults.offerModes(['aead_xchacha20_poly1305_rtpsize']);
    const [one, two] = await pair();
    const heard = two.hear('1');
    await play(one.connection, frames(5));
    await eventually(() => heard.length === 5);
    expect(heard).toEqual(frames(5));
  });

  test('do not hear each other in two channels', async () => {
    const [one, two] = [join('1'), join('2', { channelId: '201' })];
    await Promise.all([one.ready(), two.ready()]);
    const heard = two.hear('1');
    await play(one.connection, frames(5));
    await eventually(() => server.record.of('1').received === 5);
    expect(heard).toEqual([]);
    expect(server.record.of('1').forwarded).toBe(0);
  });

  test('hear each other in a stage without end-to-end encryption', async () => {
    const [one, two] = [join('1', { stage: true }), join('2', { stage: true })];
    await Promise.all([one.ready(), two.ready()]);
    const heard = two.hear('1');
    await play(one.connection, frames(5));
    await eventually(() => heard.length === 5);
    expect(server.record.of('1').packets.some((packet) => packet.endToEndEncrypted)).toBe(false);
    expect(server.record.of('1').unencryptedFrames).toBe(0);
  });

  test('go on hearing each other while a third joins and leaves', async () => {
    const [one, two] = await pair();
    const heard = two.hear('1');
    const playing = play(one.connection, frames(80));
    await eventually(() => heard.length > 10);
    const three = join('3');
    await three.ready();
    await three.encrypted();
    const heardByThree = three.hear('1');
    await eventually(() => heardByThree.length > 3);
    three.connection.destroy();
    await eventually(() => !server.connected('200').includes('3'));
    await playing;
    await eventually(() => heard.length === 80);
    expect(heard).toEqual(frames(80));
  });

  test('share keys with each one who joins, and no longer with one who left', async () => {
    const [one, two] = await pair();
    const three = join('3');
    await three.ready();
    await eventually(() => [one, two, three].every((client) => client.group().length === 3));
    three.connection.destroy();
    await eventually(() => [one, two].every((client) => client.group().length === 2));
    expect(one.group()).toEqual(['1', '2']);
  });
});

describe('the record', () => {
  test('counts frames that are not end-to-end encrypted although the call is; silence may be', async () => {
    const [one] = await pair();
    await play(one.connection, frames(3));
    one.stopEncrypting();
    await play(one.connection, [...frames(4), Buffer.from([0xf8, 0xff, 0xfe])]);
    await eventually(() => server.record.of('1').received === 8);
    expect(server.record.of('1')).toMatchObject({ unencryptedFrames: 4, trailingSilenceFrames: 1 });
  });
});

describe('a client of the library', () => {
  test.each([
    ['its connection was cut', () => server.faults.drop('1')],
    ['the server crashed', () => server.faults.close(4015, '1')],
  ])('resumes after %s, and its audio goes on', async (_name, lose) => {
    const [one, two] = await pair();
    const heard = two.hear('1');
    await play(one.connection, frames(5, 'before'));
    await eventually(() => heard.length === 5);
    lose();
    await eventually(() => server.record.of('1').ops.get(7) === 1);
    await one.ready();
    await play(one.connection, frames(5, 'after'));
    await eventually(() => heard.length === 10);
    expect(heard).toEqual([...frames(5, 'before'), ...frames(5, 'after')]);
    expect(one.asked).toHaveLength(1);
    expect(server.record.of('1').unencryptedFrames).toBe(0);
  });

  test('learns on resuming of somebody who joined meanwhile, keys included', async () => {
    const [one] = await pair();
    server.faults.drop('1');
    const three = join('3');
    await Promise.all([one.ready(), three.ready()]);
    await three.encrypted();
    const heard = one.hear('3');
    await play(three.connection, frames(10));
    await eventually(() => heard.length === 10);
    expect(heard).toEqual(frames(10));
  });

  test.each([4000, 4006, 4009])('asks to join again after %i, and is heard again', async (code) => {
    const [one, two] = await pair();
    server.faults.close(code, '1');
    await eventually(() => one.asked.length === 2);
    one.seat(seatOf('1'));
    await one.ready();
    await one.encrypted();
    const heard = two.hear('1');
    await play(one.connection, frames(10));
    await eventually(() => heard.length === 10);
  });

  test('that is moved is ready in the new channel, encrypted, and left in the old one', async () => {
    const [one, two] = await pair();
    const there = join('3', { channelId: '201' });
    await there.ready();
    one.seat(seatOf('1', { channelId: '201' }));
    await eventually(() => server.connected('201').includes('1'));
    await Promise.all([one.ready(), one.encrypted(), there.encrypted()]);
    expect(server.connected('200')).toEqual(['2']);
    const [heard, notHeard] = [there.hear('1'), two.hear('1')];
    await play(one.connection, frames(10));
    await eventually(() => heard.length === 10);
    expect(notHeard).toEqual([]);
  });

  test('is disconnected when it is removed, and gone is not told of it', async () => {
    const [one] = await pair();
    const gone: number[] = [];
    server.onGone((_seat, code) => gone.push(code));
    server.remove('100', '1');
    await eventually(() => one.connection.state.status === 'disconnected');
    expect(one.connection.state).toMatchObject({ closeCode: 4014 });
    expect(gone).toEqual([]);
  });

  test('stays connecting when its discovery is not answered', async () => {
    server.faults.dropDiscovery(1);
    const one = join('1');
    await eventually(() => server.record.of('1').ops.get(0) === 1);
    const two = join('2');
    await two.ready();
    expect(one.connection.state.status).toBe('connecting');
    expect(server.record.of('1').ops.get(1)).toBeUndefined();
  });

  test('is not encrypted before a welcome that is held is released', async () => {
    const hold = server.faults.holdWelcome();
    const two = [join('1'), join('2')];
    await Promise.all(two.map((client) => client.ready()));
    // The one who commits is in the group at once; the other waits to be welcomed.
    const encrypted = two.map((client) => client.encrypted());
    await Promise.race(encrypted);
    const heard = [two[0]?.hear('2') ?? [], two[1]?.hear('1') ?? []];
    await Promise.all(two.map((client) => play(client.connection, frames(5))));
    const [of1, of2] = [server.record.of('1'), server.record.of('2')];
    await eventually(() => of1.received === 5 && of2.received === 5);
    const plain = [of1, of2].filter(({ packets }) => packets.every((packet) => !packet.endToEndEncrypted));
    expect(plain).toHaveLength(1);
    hold.release();
    await Promise.all(encrypted);
    for (const each of heard) each.length = 0;
    await Promise.all(two.map((client) => play(client.connection, frames(5, 'then'))));
    await eventually(() => heard.every((each) => each.length >= 5));
    expect(heard.map((each) => each.slice(-5))).toEqual([frames(5, 'then'), frames(5, 'then')]);
  });

  test('loses nothing to a burst of padding that is shorter than its tolerance', async () => {
    const [one, two] = await pair();
    const heard = two.hear('1');
    await play(one.connection, frames(5, 'before'));
    await eventually(() => heard.length === 5);
    server.faults.paddingBurst('1', 60);
    await play(one.connection, frames(5, 'after'));
    await eventually(() => heard.length === 10);
    expect(heard).toEqual([...frames(5, 'before'), ...frames(5, 'after')]);
  });
});
