import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startVoiceServer } from '../../../../sandbox/discord/voice/voice-server.ts';
import type { Seat, VoiceServer } from '../../../../sandbox/discord/voice/voice-server-types.ts';
import { frames, type LibraryClient, libraryClient, play, seatOf, trust, until } from './library-client.ts';

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
    await until(() => byOne.length >= 25 && byTwo.length >= 25);
    expect(byOne).toEqual(ofTwo);
    expect(byTwo).toEqual(ofOne);
    expect(server.record.of('1')).toMatchObject({ received: 25, forwarded: 25, unencryptedFrames: 0 });
    expect(server.record.of('1').packets.every((packet) => packet.endToEndEncrypted)).toBe(true);
  });
});
