import { type Logger, pino } from 'pino';
import { createLog } from '../../src/operations/log.ts';

/** A log that says nothing. */
export const silentLog: Logger = pino({ level: 'silent' });

export interface RecordingLog {
  readonly log: Logger;
  /** Every line, parsed. */
  readonly lines: Record<string, unknown>[];
  /** The whole text, for searching what must not be in it. */
  text(): string;
}

/** The real log with its redaction, written to memory. */
export function recordingLog(): RecordingLog {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, text: () => JSON.stringify(lines) };
}
