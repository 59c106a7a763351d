import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../config.ts';
import { errorRecord } from './error-record.ts';

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
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorRecord(error) },
    redact: {
      paths: depths.flatMap((depth) => redacted.map((name) => `${depth}${name}`)),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
