import Fastify, { type FastifyInstance } from 'fastify';
import { parseBuffer } from 'music-metadata';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { voiceOf } from '../../console/say/say-route.ts';
import { addRecordedRoute, addSaidRoute } from '../../console/say/voice-message-route.ts';
import { babble } from '../support/opus-babble.ts';

const samples = babble(1_500, 48_000, 3);
const someone = '1324000000000000013';
const bytesOf = (sound: Int16Array) => new Uint8Array(new Int16Array(sound).buffer);

let service: FastifyInstance;
let page: FastifyInstance;
let url: string;
let asked: unknown[];
let answer: { readonly status: number; readonly body: Uint8Array };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: bytesOf(samples) };
  service = Fastify();
  service.post('/sandbox/realtime/say', async (request, reply) => {
    asked.push(request.body);
    return reply.code(answer.status).type('application/octet-stream').send(Buffer.from(answer.body));
  });
  page = Fastify();
  addRecordedRoute(page);
  addSaidRoute(page, await service.listen({ host: '127.0.0.1', port: 0 }));
  url = await page.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await Promise.all([page.close(), service.close()]);
});

const recorded = (body: Uint8Array<ArrayBuffer>) =>
  fetch(`${url}/voice-message/recorded`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  });
const said = (body: object) =>
  fetch(`${url}/voice-message/said`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
interface Made {
  readonly ogg: string;
  readonly seconds: number;
  readonly waveform: string;
}

describe('a voice message', () => {
  test('of a recording is Ogg Opus as phones make it, with its length and loudness', async () => {
    const response = await recorded(bytesOf(samples));
    const made = (await response.json()) as Made;
    expect(made.seconds).toBe(1.5);
    const points = Buffer.from(made.waveform, 'base64');
    expect([points.length, Math.max(...points)]).toEqual([15, 255]);
    const ogg = Buffer.from(made.ogg, 'base64');
    const { format } = await parseBuffer(ogg, { mimeType: 'audio/ogg' }, { duration: true });
    expect(format).toMatchObject({ codec: 'Opus', numberOfChannels: 1, sampleRate: 48_000 });
    expect(format.duration).toBeCloseTo(1.5, 2);
    const kbps = (ogg.length * 8) / 1.5 / 1_000;
    expect(kbps).toBeGreaterThan(16);
    expect(kbps).toBeLessThan(48);
  });

  test('of a minute has 256 points', async () => {
    const minute = new Int16Array(48_000 * 60);
    minute[0] = 5;
    const { waveform, seconds } = (await (await recorded(bytesOf(minute))).json()) as Made;
    expect([Buffer.from(waveform, 'base64').length, seconds]).toEqual([256, 60]);
  });

  test('of a sentence is voiced by the service, in the voice of that person', async () => {
    const response = await said({ userId: someone, text: ' Bonjour. ', language: 'fr' });
    expect(((await response.json()) as Made).seconds).toBe(1.5);
    expect(asked).toEqual([
      { text: 'Bonjour.', voice: voiceOf(someone), sampleRateHz: 48_000, language: 'fr' },
    ]);
  });

  test('of nothing is refused in words', async () => {
    const nothing = await recorded(new Uint8Array());
    expect([nothing.status, await nothing.json()]).toEqual([400, { message: 'Nothing was recorded.' }]);
    answer = { status: 200, body: new Uint8Array() };
    const mute = await said({ userId: someone, text: '…' });
    expect([mute.status, await mute.json()]).toEqual([
      400,
      { message: "There's nothing to say in that sentence." },
    ]);
    answer = { status: 500, body: new Uint8Array() };
    expect((await said({ userId: someone, text: 'Hello.' })).status).toBe(502);
    expect((await said({ userId: 'me', text: 'Hello.' })).status).toBe(400);
  });
});
