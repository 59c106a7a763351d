import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import { type FieldPath, refuse } from '../errors.ts';
import type { Actor } from '../identity.ts';
import type { RateLimit } from '../rate-limits.ts';
import { checkBody, removeAt } from '../validate.ts';
import { places } from '../world/places.ts';
import { readBody } from './body.ts';
import { checkPathIds } from './ids.ts';
import { api } from './server.ts';

/** One request, authenticated and validated. `Body` is what the route's schema promises. */
export interface Call<Body = unknown> {
  readonly actor: Actor;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly headers: FastifyRequest['headers'];
  /** A part of the path that the route's pattern names. */
  param(name: string): string;
  /** Drops a field that no document names, and writes it down. */
  odd(field: FieldPath): void;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export interface RouteRules {
  /** `token`: the path carries an interaction's token, no `Authorization` needed. Default: `any`. */
  readonly auth?: 'any' | 'bot' | 'person' | 'token' | 'none';
  /** Schema of the body from Discord's specification; a function when the body's own type chooses it. */
  readonly schema?: ZodMiniType<unknown> | ((body: unknown) => ZodMiniType<unknown>);
  readonly limit?: RateLimit;
  /** Interaction endpoints do not count towards the global limit. */
  readonly outsideGlobal?: boolean;
}

export type Handler<Body> = (call: Call<Body>) => Answer | Promise<Answer>;

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const ordinary: RateLimit = { limit: 50, windowMs: 1000 };

interface Route {
  readonly method: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly rules: RouteRules;
  readonly handler: Handler<never>;
}

/**
 * The API's routes. A server has one address for all of them and looks here for whose a request is: registering two hundred addresses with
 * it is most of what starting one would take, and tests start hundreds.
 */
export class Routes {
  readonly core: Core;
  readonly #routes: Route[] = [];

  constructor(core: Core) {
    this.core = core;
  }

  /** `METHOD pattern` of each. */
  get served(): readonly string[] {
    return this.#routes.map(({ method, path }) => `${method} ${path}`);
  }

  get(path: string, handler: Handler<unknown>, rules: RouteRules = {}): void {
    this.#add('GET', path, rules, handler);
  }

  post<Body>(path: string, rules: RouteRules, handler: Handler<Body>): void {
    this.#add('POST', path, rules, handler);
  }

  put<Body>(path: string, rules: RouteRules, handler: Handler<Body>): void {
    this.#add('PUT', path, rules, handler);
  }

  patch<Body>(path: string, rules: RouteRules, handler: Handler<Body>): void {
    this.#add('PATCH', path, rules, handler);
  }

  delete(path: string, handler: Handler<unknown>, rules: RouteRules = {}): void {
    this.#add('DELETE', path, rules, handler);
  }

  /** Addresses of the API refuse methods that they don't have, and there are no others. */
  serve(server: FastifyInstance, unknownRoutes: string[]): void {
    const { oddities } = this.core;
    server.route({
      method: methods,
      url: `${api}/*`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const address = addressOf(request);
        const sameAddress = this.#routes.filter(({ parts }) => covers(parts, address));
        const [first] = sameAddress;
        if (!first) return reply.callNotFound();
        const route = mostLiteral(sameAddress.filter(({ method }) => method === request.method));
        if (!route) {
          oddities.note(`${request.method} ${first.path}: no such method`);
          throw refuse.methodNotAllowed();
        }
        return await this.#answer(route, paramsOf(route.parts, address), request, reply);
      },
    });
    server.setNotFoundHandler(({ method, url }, reply) => {
      const [address = ''] = url.split('?', 1);
      unknownRoutes.push(`${method} ${address}`);
      oddities.note(`${method} ${address}: no such route`);
      return reply.code(404).send(refuse.notFound().body());
    });
  }

  #add<Body>(method: string, path: string, rules: RouteRules, handler: Handler<Body>): void {
    this.#routes.push({ method, path, parts: path.split('/'), rules, handler });
  }

  async #answer(
    { method, path, rules, handler }: Route,
    params: Readonly<Record<string, string>>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const actor = this.#actor(request, rules.auth ?? 'any');
    this.#limit(`${method} ${path}`, params, rules, actor, reply);
    checkPathIds(params);
    const { json, uploads } = await readBody(request, this.core);
    const body = json ?? {};
    const odd = (field: FieldPath): void => {
      removeAt(body, field);
      this.core.oddities.note(`${method} ${path}: ${field.join('.')}`);
    };
    if (rules.schema)
      checkBody(typeof rules.schema === 'function' ? rules.schema(body) : rules.schema, body, odd);
    const answer = await handler({
      actor,
      query: new URLSearchParams(request.url.split('?', 2)[1] ?? ''),
      // What the schema has just made sure of.
      body: body as never,
      uploads,
      headers: request.headers,
      param: (name) => params[name] ?? '',
      odd,
    });
    return reply.code(answer.status).send(answer.body);
  }

  #actor(request: FastifyRequest, auth: NonNullable<RouteRules['auth']>): Actor {
    if (auth === 'token' || auth === 'none') return { userId: places.botUserId, isBot: true };
    const actor = this.core.identities.fromHeader(request.headers.authorization);
    if (!actor) throw refuse.unauthorized();
    if ((auth === 'bot') !== actor.isBot && auth !== 'any') throw refuse.forbidden();
    return actor;
  }

  #limit(
    route: string,
    params: Readonly<Record<string, string>>,
    rules: RouteRules,
    actor: Actor,
    reply: FastifyReply,
  ): void {
    const { limits } = this.core;
    const who = actor.isBot ? 'bot' : actor.userId;
    if (rules.outsideGlobal !== true && actor.isBot && rules.auth !== 'none') limits.takeGlobal(who);
    const major = params.channelId ?? params.guildId ?? params.token ?? '';
    reply.headers(limits.take(who, route, major, rules.limit ?? ordinary, !actor.isBot));
  }
}

/** What stands between the slashes of a request's address, below the API's own. Some clients escape the @ of “@me”. */
function addressOf({ url }: FastifyRequest): readonly string[] {
  const [path = ''] = url.split('?', 1);
  return path.slice(api.length).split('/').map(decodeURIComponent);
}

const isParam = (part: string): boolean => part.startsWith(':');

/** Whether requests to an address come to that pattern, which may name a part that the address spells out. */
function covers(pattern: readonly string[], address: readonly string[]): boolean {
  return (
    pattern.length === address.length &&
    pattern.every((part, index) => isParam(part) || part === address[index])
  );
}

/** Of patterns that cover the same address, the one that spells it out first: `/users/@me` before `/users/:userId`. */
function mostLiteral(routes: readonly Route[]): Route | undefined {
  const params = ({ parts }: Route): string => parts.map((part) => Number(isParam(part))).join('');
  return routes.toSorted((a, b) => (params(a) < params(b) ? -1 : 1)).at(0);
}

function paramsOf(pattern: readonly string[], address: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pattern.flatMap((part, index) => (isParam(part) ? [[part.slice(1), address[index] ?? '']] : [])),
  );
}
