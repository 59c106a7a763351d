import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addSayRoute, voiceOf } from '../../console/say/say-route.ts';
import { compareSound } from '../support/audio-compare.ts';
import { eventually } from '../support/eventually.ts';
import { babble } from '../support/opus-babble.ts';
import { SpeechDecoder } from '../support/opus-speech.ts';

const samples = babble(600, 48_000, 3);
const someone = '1324000000000000013';

let service: FastifyInstance;
let page: FastifyInstance;
let url: string;
let asked: unknown[];
let answer: { readonly status: number; readonly body: Buffer };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) };
  service = Fastify();
  service.post('/sandbox/realtime/say', async (request, reply) => {
    asked.push(request.body);
    return reply.code(answer.status).type('application/octet-stream').send(answer.body);
  });
  page = Fastify();
  addSayRoute(page, await service.listen({ host: '127.0.0.1', port: 0 }));
  url = await page.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  await Promise.all([page.close(), service.close()]);
});

const say = (body: object) =>
  fetch(`${url}/say`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a sentence of the page', () => {
  test('is voiced by the service in the voice of that person and comes as packets of 20 ms', async () => {
    const response = await say({ userId: someone, text: ' Bonjour. ', language: 'fr' });
    expect(asked).toEqual([
      { text: 'Bonjour.', voice: voiceOf(someone), sampleRateHz: 48_000, language: 'fr' },
    ]);
    const { packets } = (await response.json()) as { packets: readonly string[] };
    expect(packets.length).toBe(31);
    const decoder = new SpeechDecoder();
    for (const packet of packets) decoder.take(Buffer.from(packet, 'base64'));
    await eventually(() => decoder.samples.length === packets.length * 960);
    const said = { samples, sampleRateHz: 48_000 } as const;
    expect(
      compareSound(said, { samples: decoder.samples, sampleRateHz: 48_000 }).correlation,
    ).toBeGreaterThan(0.95);
    decoder.close();
  });

  test('without a language leaves it to the service', async () => {
    await say({ userId: someone, text: 'Hello.' });
    expect(asked).toEqual([{ text: 'Hello.', voice: voiceOf(someone), sampleRateHz: 48_000 }]);
  });

  test('that sounds like nothing is no packet', async () => {
    answer = { status: 200, body: Buffer.alloc(0) };
    expect(await (await say({ userId: someone, text: '…' })).json()).toEqual({ packets: [] });
  });

  test.each([
    ['no text', { userId: someone, text: '  ' }],
    ['too much text', { userId: someone, text: 'a'.repeat(301) }],
    ['a language that nobody speaks here', { userId: someone, text: 'a', language: 'tlh' }],
    ['somebody who is nobody', { userId: 'me', text: 'a' }],
    ['a field too many', { userId: someone, text: 'a', voice: 'harbor' }],
  ])('with %s is refused', async (_what, body) => {
    expect((await say(body)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test('that the service refuses, or cannot take, is refused in words', async () => {
    const refusal = { message: "The sandbox's AI service couldn't voice that." };
    answer = { status: 500, body: Buffer.alloc(0) };
    const refused = await say({ userId: someone, text: 'Hello.' });
    expect([refused.status, await refused.json()]).toEqual([502, refusal]);
    await service.close();
    const unreachable = await say({ userId: someone, text: 'Hello.' });
    expect([unreachable.status, await unreachable.json()]).toEqual([502, refusal]);
  });
});

test('people sound different', () => {
  expect(voiceOf('1324000000000000013')).not.toBe(voiceOf('1324000000000000014'));
});
