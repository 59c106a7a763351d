import type { FastifyError, FastifyInstance } from 'fastify';
import type { Oddities } from '../oddities.ts';
import { invalidParameter, ServiceRefusal } from './refusal.ts';

/** Bodies are JSON or absent (document 1: Content-Type `application/json` is required). */
export function takeOnlyJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(invalidParameter('The request body is not valid JSON.'));
    }
  });
}

/** Errors go out as `{code, message, request_id}` (document 1, "Error body"). */
export function answerErrors(server: FastifyInstance, oddities: Oddities): void {
  server.setErrorHandler<FastifyError | ServiceRefusal>((error, request, reply) => {
    const refusal = error instanceof ServiceRefusal ? error : refusalOf(error);
    return reply
      .code(refusal.status)
      .send({ code: refusal.code, message: refusal.message, request_id: request.id });
  });
  server.setNotFoundHandler((request, reply) => {
    const route = `${request.method} ${request.url.split('?', 1)[0]}`;
    oddities.note(`${route}: no such route`);
    return reply.code(404).send({ code: 'NotFound', message: `No route ${route}.`, request_id: request.id });
  });
}

function refusalOf(error: FastifyError): ServiceRefusal {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalidParameter('The header Content-Type must be application/json.');
  }
  if (error.statusCode !== undefined && error.statusCode < 500) return invalidParameter(error.message);
  return new ServiceRefusal(500, 'InternalError', 'An internal error has occurred, please try again later.');
}
