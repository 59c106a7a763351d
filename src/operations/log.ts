import { createHmac, createSecretKey, randomBytes, randomInt } from 'node:crypto';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { foldedFrom, RepeatedLines } from './repeated-lines.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields that are never logged, at any depth: secrets, and what people wrote. */
const redacted = [
  'token',
  'botToken',
  'key',
  'apiKey',
  'secret',
  'password',
  'authorization',
  'Authorization',
  'prompt',
  'negativePrompt',
  'originalPrompt',
  'actualPrompt',
  'content',
];
/** Fields with a person's id. A log outlives what it's about, so nobody can be found in it. */
const people = ['userId', 'personId', 'by'];
const depths = ['', '*.', '*.*.', '*.*.*.'];

/** Structured log lines (JSON), by default to standard output. */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = standardOutput(),
  repeated = new RepeatedLines(),
): Logger {
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, number) {
          if (number < foldedFrom) method.apply(this, args);
          else repeated.write(this, args, method, number);
        },
      },
      base: undefined,
      formatters: { level: (name) => ({ level: name }) },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => errorRecord(error) },
      redact: {
        paths: depths.flatMap((depth) => [...redacted, ...people].map((name) => `${depth}${name}`)),
        censor: (value, path) => (people.includes(path.at(-1) ?? '') ? pseudonymOf(value) : '[redacted]'),
      },
    },
    destination,
  );
}

/** Known to this process only. Node takes 37 µs for each hash whose key it has to import first, and 5 otherwise. */
const pseudonymKey = createSecretKey(randomBytes(32));

/** The same person is the same one until the next start, and nobody afterwards. */
function pseudonymOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{15,25}$/.test(value)) return value;
  return `person-${createHmac('sha256', pseudonymKey).update(value).digest('hex').slice(0, 8)}`;
}

/**
 * Node's own stream instead of pino's: sonic-boom 4 flushes when the process ends, and retries forever if the reader of
 * the output is gone (it treats EPIPE like EAGAIN). The bot must not outlive its launcher because of that.
 */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  stdout.on('error', () => undefined);
  return { write: (line) => void stdout.write(line) };
}

/** No 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V, because one person reads it out and another types it into a search. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679';

/** Eight characters as `XXXX-XXXX`: about 78 billion, enough to find one event in a log. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${part()}-${part()}`;
}

const maxMessageCharacters = 500;
const maxCauses = 3;

/** What identifies an error, by the names that our and Discord's error types use. Payloads aren't included. */
const identity = [
  'code',
  'status',
  'method',
  'fault',
  'reason',
  'requestId',
  'discordCode',
  'nothingHappened',
];

/**
 * An error for the log: identity, message, stack and causes only. HTTP clients' errors hold whole request bodies (what
 * people wrote) and addresses with interaction tokens.
 */
function errorRecord(error: unknown, causes = maxCauses): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: cut(String(error)) };
  const record: Record<string, unknown> = {
    type: error.name,
    message: cut(error.message),
    stack: error.stack,
  };
  const fields = new Map<string, unknown>(Object.entries(error));
  for (const name of identity) {
    const value = fields.get(name);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      record[name] = value;
    }
  }
  const url = fields.get('url');
  if (typeof url === 'string') record.url = withoutTokens(url);
  const providerMessage = fields.get('providerMessage');
  if (typeof providerMessage === 'string') record.providerMessage = cut(providerMessage);
  if (error.cause !== undefined && causes > 0) record.cause = errorRecord(error.cause, causes - 1);
  return record;
}

/** Discord puts tokens of interactions and webhooks into paths, and people's ids. */
function withoutTokens(url: string): string {
  return url
    .replace(/\/(interactions|webhooks)\/(\d+)\/[^/?]+/g, '/$1/$2/[redacted]')
    .replace(/\/(members|users|recipients|voice-states)\/\d+/g, '/$1/[person]')
    .replace(/\?.*$/s, '');
}

function cut(text: string): string {
  return text.length > maxMessageCharacters ? `${text.slice(0, maxMessageCharacters)}…` : text;
}
