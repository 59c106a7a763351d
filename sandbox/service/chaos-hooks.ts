import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Chaos, ChaosCall, ChaosEffect } from './chaos.ts';
import { ServiceRefusal, throttled } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for routes that chaos may hit. */
    readonly chaosCall?: ChaosCall;
  }
}

/** Hooks chaos into a server; it hits the routes that have a `chaosCall` in their config. */
export function letChaosHit(server: FastifyInstance, chaos: Chaos): void {
  const fates = new WeakMap<FastifyRequest, ChaosEffect>();
  server.addHook('preHandler', async (request, reply) => {
    const call = request.routeOptions.config.chaosCall;
    const effect = call && chaos.draw(call);
    if (!effect) return;
    fates.set(request, effect);
    if (effect === 'error-before') throw internalError();
    if (effect === 'throttled') throw throttled();
    if (effect === 'drop-before') drop(request, reply);
    if (effect === 'slow') await setTimeout(chaos.slowMs, undefined, { ref: false });
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const effect = fates.get(request);
    if (effect === 'error-after') {
      const { status, code, message } = internalError();
      reply.code(status).type('application/json').removeHeader('content-length');
      return JSON.stringify({ code, message, request_id: request.id });
    }
    if (effect === 'drop-after') drop(request, reply);
    if (effect === 'garbled' && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      reply.removeHeader('content-length');
      return payload.slice(0, Math.floor(payload.length / 2));
    }
    return payload;
  });
}

function internalError(): ServiceRefusal {
  return new ServiceRefusal(500, 'InternalError', 'An internal error has occurred, please try again later.');
}

function drop(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}
