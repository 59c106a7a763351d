import { z } from 'zod';
import type { Shards } from '../operations/shards.ts';
import { takesHotWordsAt } from '../service/realtime/translation/session-update.ts';

/** The kinds of values that settings can have. Each problem says what's expected, and never shows the value. */

/** A whole number in plain digits: no sign, no exponent, nothing after it. */
export function integer(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(fallback);
}

export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  fallback: NoInfer<Values[number]>,
) {
  const message = `must be one of ${values.join(', ')}`;
  return z
    .string()
    .refine((value): value is Values[number] => values.includes(value), message)
    .default(fallback);
}

/** A token or a key: one word. */
export function secret(whatItIs: string) {
  return z.string(`is missing: ${whatItIs}`).regex(/^\S+$/, "can't contain spaces");
}

/** An http(s) address, which may contain `{workspace_id}`, even in the host name. */
export const httpAddress = z.string().refine((value) => {
  const filled = value.replaceAll('{workspace_id}', 'workspace');
  return URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol);
}, 'must be an address that starts with http:// or https://');

/** The same for WebSockets. */
export const socketAddress = z.string().refine((value) => {
  const filled = value.replaceAll('{workspace_id}', 'workspace');
  return URL.canParse(filled) && /^wss?:$/.test(new URL(filled).protocol);
}, 'must be an address that starts with ws:// or wss://');

const hostsMessage =
  'must be hosts separated by commas, each with its port if it has one, such as storage.lan:9000';

/** Hosts separated by commas, as `host:port`; without a port both usual ones are meant. */
export const hosts = z.string().transform((value, context) => {
  const read = value.split(',').map((host) => hostAndPorts(host.trim()));
  if (read.every((one) => one !== undefined)) return read.flat();
  context.addIssue({ code: 'custom', message: hostsMessage });
  return z.NEVER;
});

function hostAndPorts(host: string): readonly string[] | undefined {
  const url =
    /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`ws://${host}`) ? new URL(`ws://${host}`) : undefined;
  if (!url) return undefined;
  const port = /:(\d+)$/.exec(host)?.[1];
  return (port ? [port] : ['80', '443']).map((each) => `${url.hostname}:${Number(each)}`);
}

/** Where a server listens. Port 0 takes any free one. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export const address = z.string().transform((value, context): Address => {
  const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
  if (host && port && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  context.addIssue({
    code: 'custom',
    message: 'must be an address and a port such as 127.0.0.1:9465 or [::1]:9465',
  });
  return z.NEVER;
});

export const snowflake = z.string().regex(/^\d{17,20}$/, 'must be a Discord id: 17 to 20 digits');

const mostShards = 10_000;

/** `auto`, or the first and the last of how many: `0-3/8`, or one: `2/8`. */
export const shards = z.string().transform((value, context): Shards => {
  if (value === 'auto') return 'auto';
  const [, from, to = from, of] = /^(\d{1,5})(?:-(\d{1,5}))?\/(\d{1,5})$/.exec(value) ?? [];
  const [first, last, count] = [Number(from), Number(to), Number(of)];
  if (first <= last && last < count && count <= mostShards)
    return { ids: Array.from({ length: last - first + 1 }, (_, index) => first + index), count };
  context.addIssue({
    code: 'custom',
    message: 'must be auto, or the first and the last shard of how many, such as 0-3/8',
  });
  return z.NEVER;
});

/** Discord ids separated by commas. */
export const snowflakes = z
  .string()
  .regex(/^\d{17,20}(\s*,\s*\d{17,20})*$/, 'must be Discord ids (17 to 20 digits) separated by commas')
  .transform((value) => value.split(',').map((id) => id.trim()));

/** The beginning of an HTTP header's name. */
export const headerPrefix = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be letters, digits and hyphens, such as X-Service-');

/** A field inside the settings of a live translation, such as `input_audio_transcription.hot_words`. */
export const hotWordsField = z
  .string()
  .regex(
    /^[a-z]\w{0,63}(\.[a-z]\w{0,63}){0,3}$/i,
    'must be a field such as input_audio_transcription.hot_words: names separated by dots',
  )
  .refine(takesHotWordsAt, "can't be a field that means something else");

/** `our-name=wire-name,our-name=wire-name` as a record. */
export const modelAliases = z
  .string()
  .regex(
    /^[^=,\s]+=[^=,\s]+(,[^=,\s]+=[^=,\s]+)*$/,
    'must be pairs such as gen2.7-t2v=name-at-the-service, separated by commas',
  )
  .transform((value) => Object.fromEntries(value.split(',').map((pair) => pair.split('=', 2))))
  .pipe(z.record(z.string(), z.string()));
