import { KeyObject } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startVoiceServer } from '../../../../sandbox/discord/voice/voice-server.ts';
import type { VoiceServer } from '../../../../sandbox/discord/voice/voice-server-types.ts';
import {
  frames,
  libraryClient,
  play,
  seatOf,
  trust,
} from '../../../../sandbox/test/discord/voice/library-client.ts';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { importSendingKey } from '../../../../src/voice/connection/networking.ts';

let server: VoiceServer;

beforeAll(async () => {
  server = await startVoiceServer();
  trust(server);
  return () => server.close();
});

test.each([
  ['aead_aes256_gcm_rtpsize', '201'],
  ['aead_xchacha20_poly1305_rtpsize', '202'],
] as const)('what is sent with an imported key is understood (%s)', async (mode, channelId) => {
  server.faults.offerModes([mode]);
  const clients = ['1', '2'].map((userId) => libraryClient(server, seatOf(userId, { channelId })));
  const [speaker, listener] = clients;
  if (!speaker || !listener) throw new Error('two were asked for');
  try {
    for (const client of clients) await client.ready();
    for (const client of clients) await client.encrypted();
    const { state } = speaker.connection;
    if (state.status !== 'ready') throw new Error('it is ready');
    importSendingKey(state.networking);
    importSendingKey(state.networking);
    const inner = state.networking.state;
    const imported: unknown = 'connectionData' in inner && Reflect.get(inner.connectionData, 'secretKey');
    expect(imported instanceof KeyObject).toBe(mode === 'aead_aes256_gcm_rtpsize');
    const heard = listener.hear('1');
    speaker.connection.setSpeaking(true);
    await play(speaker.connection, frames(20));
    await eventually(() => heard.length >= 15);
  } finally {
    for (const { connection } of clients) connection.destroy();
  }
});
