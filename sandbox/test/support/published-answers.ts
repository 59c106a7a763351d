import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as published from 'discord-api-spec/zod';
import type { ZodMiniType } from 'zod/mini';
import { unspecified } from './specified.ts';

/** Every schema of the specification by its name. */
const schemas: Readonly<Record<string, ZodMiniType<unknown> | undefined>> = published;

interface Route {
  readonly method: string;
  readonly segments: readonly string[];
  /** Type of the answer by status, as the specification's TypeScript has it: `MessageResponse[] | null`. */
  readonly answers: ReadonlyMap<number, string>;
}

/** What the specification says of a request that was made. */
export interface PublishedRoute {
  /** What in the answer doesn't fit. */
  problemsWith(status: number, body: unknown): readonly string[];
}

/** The routes of Discord's published specification with their answers. Only its types say which route gives what. */
export class PublishedAnswers {
  readonly #routes: readonly Route[] = routesIn(
    readFileSync(fileURLToPath(import.meta.resolve('discord-api-spec')).replace(/\.js$/, '.ts'), 'utf8'),
  );

  /** Undefined for a route that isn't in the specification. `path` is real, below the version, or a pattern. */
  route(method: string, path: string): PublishedRoute | undefined {
    const given = (path.split('?', 1)[0] ?? '').split('/');
    const fits = this.#routes.filter((route) => route.method === method && matches(route.segments, given));
    const [best] = fits.toSorted((one, other) => placeholders(one) - placeholders(other));
    return best && { problemsWith: (status, body) => problemsOf(best, status, body) };
  }
}

function problemsOf({ answers }: Route, status: number, body: unknown): readonly string[] {
  if (status >= 400) return unspecified(schemaOf('Error'), withoutDetails(body));
  const type = answers.get(status);
  if (type === undefined) return [`status ${status} instead of ${[...answers.keys()].join(', ')}`];
  return status === 204 ? [] : mismatches(type.replace(/ \| null$/, ''), body);
}

/** The codes in an error's nested `errors` are words, as documented; the specification has numbers. */
function withoutDetails(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'errors'));
}

function mismatches(type: string, body: unknown): readonly string[] {
  if (type.endsWith('[]')) {
    if (!Array.isArray(body)) return ['no list'];
    return body.flatMap((item) => mismatches(type.slice(0, -2), item));
  }
  const found = type
    .split(/[\s()|]+/)
    .filter((name) => name !== '' && name !== 'null')
    .map((name) => unspecified(schemaOf(name), body));
  return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function schemaOf(name: string): ZodMiniType<unknown> {
  const schema = schemas[`${name}Schema`];
  if (!schema) throw new Error(`The specification has no ${name}.`);
  return schema;
}

const isPlaceholder = (segment: string): boolean => segment.startsWith('{') || segment.startsWith(':');

function placeholders({ segments }: Route): number {
  return segments.filter(isPlaceholder).length;
}

function matches(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, at) => isPlaceholder(segment) || segment === given[at])
  );
}

function routesIn(types: string): readonly Route[] {
  const routes: Route[] = [];
  let path = '';
  let answers = new Map<number, string>();
  const lines = types.split('\n')[Symbol.iterator]();
  for (const line of lines) {
    path = /^ {2}"(\/[^"]*)": \{$/.exec(line)?.[1] ?? path;
    const method = /^ {4}(get|put|post|patch|delete): \{$/.exec(line)?.[1];
    if (method !== undefined) {
      answers = new Map();
      routes.push({ method: method.toUpperCase(), segments: path.split('/'), answers });
    }
    const [, status, begin] = /^ {8}"(\d\d\d)":(.*)$/.exec(line) ?? [];
    if (status === undefined || begin === undefined) continue;
    let type = begin.trim();
    while (!type.endsWith(';')) type = `${type} ${lines.next().value?.trim()}`;
    answers.set(Number(status), type.slice(0, -1));
  }
  return routes;
}
