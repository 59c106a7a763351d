import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How a stand-in misbehaves. `before`: the request has no effect; `after`: it had its effect, only the answer suffers. */
export type FaultEffect =
  | { readonly kind: 'delay'; readonly ms: number }
  | {
      readonly kind: 'answer';
      readonly when: 'before' | 'after';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as it is when a string, else as JSON. */
      readonly body?: unknown;
    }
  | { readonly kind: 'drop'; readonly when: 'before' | 'after' }
  /** The request had its effect; half of the answer comes, and then the connection is gone. */
  | { readonly kind: 'cut' }
  /** Not answered until `release()`; the way to stop a peer between two steps. */
  | { readonly kind: 'hold'; readonly when: 'before' | 'after' };

export interface Fault {
  /** `POST`, `GET`, …; any method when absent. */
  readonly method?: string;
  /** Path pattern, `*` for one segment and `**` for the rest, without the query: `/api/v10/channels/*` + `/messages`. */
  readonly path: string;
  /** How many requests it hits; 1 when absent, 0 for all until cleared. */
  readonly times?: number;
  readonly effect: FaultEffect;
}

interface ArmedFault {
  readonly fault: Fault;
  readonly pattern: RegExp;
  left: number;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

export interface FaultHandle {
  /** Resolves when the first request was hit (for `after`: once its effect took place). */
  readonly reached: Promise<void>;
  /** Lets held requests go on and disarms the fault. */
  release(): void;
}

/** One answered (or dropped) request, for tests that count. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly at: number;
}

/** Faults on demand and a record of what was asked, for any Fastify stand-in. */
export class Faults {
  readonly seen: SeenRequest[] = [];
  readonly #armed = new Set<ArmedFault>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  arm(fault: Fault): FaultHandle {
    const armed: ArmedFault = {
      fault,
      pattern: patternOf(fault.path),
      left: fault.times === 0 ? Number.POSITIVE_INFINITY : (fault.times ?? 1),
      reached: Promise.withResolvers(),
      released: Promise.withResolvers(),
    };
    this.#armed.add(armed);
    return {
      reached: armed.reached.promise,
      release: () => {
        this.#armed.delete(armed);
        armed.released.resolve();
      },
    };
  }

  clear(): void {
    for (const armed of this.#armed) armed.released.resolve();
    this.#armed.clear();
  }

  list(): readonly Fault[] {
    return [...this.#armed].filter((armed) => armed.left > 0).map((armed) => armed.fault);
  }

  /** Hooks the faults into a server. Requests below `exceptBelow` (the control routes) are never touched. */
  attach(server: FastifyInstance, exceptBelow: string): void {
    const chosen = new WeakMap<FastifyRequest, ArmedFault>();
    server.addHook('preHandler', async (request, reply) => {
      if (pathOf(request).startsWith(exceptBelow)) return;
      const armed = this.#take(request);
      if (!armed) return;
      chosen.set(request, armed);
      const { effect } = armed.fault;
      if (effect.kind === 'delay') {
        armed.reached.resolve();
        await new Promise((resolve) => setTimeout(resolve, effect.ms));
      } else if (effect.kind !== 'cut' && effect.when === 'before') {
        await misbehave(effect, armed, request, reply);
      }
    });
    server.addHook('onSend', async (request, reply, payload) => {
      const armed = chosen.get(request);
      if (!armed) return payload;
      const { effect } = armed.fault;
      if (effect.kind === 'cut') {
        armed.reached.resolve();
        const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload ?? ''));
        reply.header('content-length', bytes.length);
        return Readable.from(halfOf(bytes, request.raw.socket));
      }
      if (effect.kind === 'delay' || effect.when === 'before') return payload;
      if (effect.kind === 'answer') {
        armed.reached.resolve();
        reply.code(effect.status).headers(effect.headers ?? {});
        reply.removeHeader('content-length');
        if (typeof effect.body !== 'string') reply.type('application/json');
        else if (!effect.headers?.['content-type']) reply.type('text/html');
        return bodyOf(effect.body);
      }
      await misbehave(effect, armed, request, reply);
      return payload;
    });
    server.addHook('onResponse', async (request, reply) => this.#record(request, reply.statusCode));
    server.addHook('onRequestAbort', async (request) => this.#record(request, 0));
  }

  #take(request: FastifyRequest): ArmedFault | undefined {
    const path = pathOf(request);
    for (const armed of this.#armed) {
      const { method, effect } = armed.fault;
      if (armed.left < 1 || (method && method !== request.method)) continue;
      if (!armed.pattern.test(path)) continue;
      armed.left -= 1;
      // Only what's held back has to be found again, to be let go.
      if (armed.left < 1 && effect.kind !== 'hold') this.#armed.delete(armed);
      return armed;
    }
    return undefined;
  }

  #record(request: FastifyRequest, status: number): void {
    const [, query = ''] = request.url.split('?', 2);
    this.seen.push({ method: request.method, path: pathOf(request), query, status, at: this.#now() });
  }
}

async function misbehave(
  effect: Exclude<FaultEffect, { kind: 'delay' | 'cut' }>,
  armed: ArmedFault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  armed.reached.resolve();
  if (effect.kind === 'hold') {
    await armed.released.promise;
    // Who left while the request was held back has never sent it.
    if (effect.when === 'before' && request.raw.socket.destroyed) reply.hijack();
  } else if (effect.kind === 'drop') {
    reply.hijack();
    request.raw.socket.destroy();
  } else {
    await drained(request);
    const type = typeof effect.body === 'string' ? 'text/html' : 'application/json';
    reply
      .code(effect.status)
      .type(type)
      .headers(effect.headers ?? {});
    await reply.send(bodyOf(effect.body));
  }
}

/** The connection goes once the other side can have had its half. */
async function* halfOf(bytes: Buffer, socket: Socket): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  do await setImmediate();
  while (socket.writableLength > 0 && !socket.destroyed);
  socket.end();
  await once(socket, 'close').catch(() => undefined);
}

/** As proxies linger: an answer that overtakes the body can be lost with the connection. */
async function drained({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.resume();
  await finished(raw).catch(() => undefined);
}

function bodyOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? {});
}

/** As it was asked for, but for an escaped @: that an address without a version is served as one with it changes nothing here. */
function pathOf(request: FastifyRequest): string {
  return (request.originalUrl.split('?', 1)[0] ?? '').replaceAll('/%40', '/@');
}

function patternOf(path: string): RegExp {
  const source = path
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^/]+'),
    )
    .join('.*');
  return new RegExp(`^${source}$`);
}
