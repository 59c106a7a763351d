import { afterAll, beforeAll, expect, it } from 'vitest';
import { fastRealtime } from '../../../sandbox/service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { encodeSpeech } from '../../../sandbox/test/support/opus-speech.ts';
import { systemClock } from '../../../src/operations/clock.ts';
import { openProfile } from '../../../src/service/profile.ts';
import { openConversations } from '../../../src/service/realtime/conversation/conversation-client.ts';
import { CallScene } from '../../support/call-scene.ts';
import { silentLog } from '../../support/fake-log.ts';
import { startRoomStage } from '../../support/room-stage.ts';
import { serviceSettings } from '../../support/service-settings.ts';
import { RecordingCodec } from './recording-codec.ts';

let sandbox: ServiceSandbox;

beforeAll(async () => {
  sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    realtime: fastRealtime,
  });
});
afterAll(async () => await sandbox.close());

const packetsOf = async (text: string, voice: string) =>
  await encodeSpeech(await sandbox.realtime.voice(text, voice, 48_000), 48_000);
const bytesSent = () => sandbox.realtime.sessions.reduce((sum, { audio }) => sum + audio.byteLength, 0);
/** Silence is the same for everybody. */
const isSound = (packet: Uint8Array) => packet.length > 3;
const asText = (packets: readonly Uint8Array[]) =>
  packets.filter(isSound).map((packet) => Buffer.from(packet).toString('base64'));

it('of a person who did not agree not one packet is decoded and not one byte is sent, while another is heard', async () => {
  const codec = new RecordingCodec();
  await using stage = await startRoomStage({ codec });
  const [ann, ben] = [await stage.sit('member'), await stage.sit('owner')];
  const client = openConversations({
    profile: openProfile(serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey })),
    clock: systemClock,
    log: silentLog,
  });
  const { guildId, channels } = stage.discord;
  const { calls, request } = new CallScene({ parts: { rooms: stage.rooms, client, clock: systemClock } });
  const call = await calls.start({
    ...request,
    guildId,
    voiceChannelId: channels.voice,
    textChannelId: channels.general,
  });
  call.join(ann.person.id);
  const own = await packetsOf('I went to the market this morning.', 'ann');
  const secret = await packetsOf('This stays between the two of us.', 'ben');

  await ben.speakPackets(secret);
  expect(bytesSent()).toBe(0);
  expect(codec.decoded).toEqual([]);

  await Promise.all([ann.speakPackets(own), ben.speakPackets(secret)]);
  await eventually(() => sandbox.realtime.sessions.some(({ heard }) => heard.length === 1), 'a turn');
  expect(sandbox.realtime.sessions.flatMap(({ heard }) => heard)).toEqual([
    'I went to the market this morning.',
  ]);
  const [ofAnn, ofBen] = [new Set(asText(own)), new Set(asText(secret))];
  const decoded = asText(codec.decoded);
  expect(decoded.filter((packet) => ofBen.has(packet))).toEqual([]);
  expect(decoded.filter((packet) => !ofAnn.has(packet))).toEqual([]);
  expect(decoded.length).toBeGreaterThan(ofAnn.size * 0.9);
  expect(codec.opened).toBe(1);
  const before = bytesSent();
  await ben.speakPackets(secret);
  expect(bytesSent()).toBe(before);
  for (const { person } of [ann, ben])
    expect(stage.discord.voice.record.of(person.id).unencryptedFrames).toBe(0);
  await call.stop();
  await client.close();
});
