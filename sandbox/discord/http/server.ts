import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { misdirected } from '../../own-names.ts';
import { DiscordError, refuse } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { parse } from './body.ts';

/** Where every address of the API is below. */
export const api = '/api/v10';

/** A bare HTTP server that speaks Discord's error bodies and lets pages of this machine call it. */
export async function httpServer(settings: Settings): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: settings.requestLimitBytes,
    // Nothing here differs between the versions, or without one.
    rewriteUrl: ({ url }) => (url ?? '/').replace(/^\/api\/(?:v9\/|(?!v\d+\/))/, `${api}/`),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) =>
      String(text) === '' ? undefined : parse(String(text)),
  );
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: string | Buffer) => {
      if (body.length > 0) throw refuse.wrongContentType();
    },
  );
  server.addHook('onRequest', async (request, reply) => {
    // discord.py takes a 429 without it for a ban by the network in front of Discord.
    reply.header('via', '1.1 google');
    const refusal = misdirected(request.raw, settings.host);
    if (refusal) return await reply.code(refusal.status).send({ message: refusal.message, code: 0 });
    const { origin } = request.headers;
    if (origin === undefined) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        request.headers['access-control-request-headers'] ??
        'authorization, content-type, x-discord-locale, range',
      'access-control-expose-headers': '*',
      'access-control-max-age': '600',
      vary: 'origin',
    });
    if (request.method === 'OPTIONS') await reply.code(204).send();
  });
  // Discord's spelling; discord.py accepts nothing else as JSON.
  server.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8')
      reply.header('content-type', 'application/json');
  });
  await server.register(fastifyMultipart, {
    // Discord's own example has a content type here, which the plug-in would parse, losing digits of ids.
    isPartAFile: (name, type, filename) =>
      name === 'payload_json' || filename !== undefined || type === 'application/octet-stream',
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: settings.requestLimitBytes, files: 20 },
  });
  server.setErrorHandler((error, _request, reply) => {
    const known = asDiscordError(error);
    return reply.code(known.status).headers(known.headers).send(known.body());
  });
  return server;
}

function asDiscordError(error: unknown): DiscordError {
  if (error instanceof DiscordError) return error;
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return refuse.requestTooLarge();
  if (typeof status === 'number' && status < 500)
    return new DiscordError(status, 0, `${status}: ${String(error)}`);
  return new DiscordError(500, 0, `500: Internal Server Error (${String(error)})`);
}
