import { randomInt } from 'node:crypto';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { errorRecord } from './error-record.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields that never stand in a log, at whatever depth people put them: secrets, and what people wrote. */
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
const depths = ['', '*.', '*.*.', '*.*.*.'];

/** Structured log lines (JSON), to standard output unless told otherwise. */
export function createLog(level: LogLevel, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => errorRecord(error) },
      redact: {
        paths: depths.flatMap((depth) => redacted.map((name) => `${depth}${name}`)),
        censor: '[redacted]',
      },
    },
    destination,
  );
}

/**
 * Node's own stream instead of pino's: sonic-boom 4 flushes when the process ends, and tries for ever when whoever
 * read the output is gone (it retries on EPIPE as on EAGAIN). A bot must not outlive its launcher over its last words.
 */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  stdout.on('error', () => undefined);
  return { write: (line) => void stdout.write(line) };
}

/** No 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V: a person reads it out, another types it into a search. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679';

/** Eight characters as `XXXX-XXXX`: some 78 billion, enough to find one event in a log. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${part()}-${part()}`;
}
