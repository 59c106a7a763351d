import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sayRateHz } from './opus-packets.ts';
import { notVoiced, sayRequest, voiced } from './say-route.ts';
import { type VoiceMessage, voiceMessageOf } from './voice-message.ts';

const recordedPath = '/voice-message/recorded';
/** Ten minutes; the page stops a recording there. */
const longestBytes = 10 * 60 * sayRateHz * 2;

/** `POST /voice-message/recorded`: what the page heard at the microphone (16-bit mono at 48 kHz) as a voice message. */
export function addRecordedRoute(server: FastifyInstance): void {
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: longestBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post(recordedPath, { bodyLimit: longestBytes }, async (request, reply) => {
      const { body } = request;
      if (!Buffer.isBuffer(body) || body.length < 2)
        return reply.code(400).send({ message: 'Nothing was recorded.' });
      const samples = new Int16Array(new Uint8Array(body).buffer, 0, body.length >> 1);
      return wire(await voiceMessageOf(samples));
    });
  });
}

/** `POST /voice-message/said`: a sentence in the voice of that person, as a voice message. The service knows it again. */
export function addSaidRoute(server: FastifyInstance, serviceUrl: string): void {
  server.post('/voice-message/said', async (request, reply) => {
    const wanted = sayRequest.safeParse(request.body);
    if (!wanted.success) return reply.code(400).send({ message: z.prettifyError(wanted.error) });
    const samples = await voiced(serviceUrl, wanted.data).catch(() => undefined);
    if (!samples) return reply.code(502).send(notVoiced);
    if (samples.length === 0)
      return reply.code(400).send({ message: "There's nothing to say in that sentence." });
    return wire(await voiceMessageOf(samples));
  });
}

function wire({ ogg, seconds, waveform }: VoiceMessage) {
  return {
    ogg: Buffer.from(ogg).toString('base64'),
    seconds,
    waveform: Buffer.from(waveform).toString('base64'),
  };
}
