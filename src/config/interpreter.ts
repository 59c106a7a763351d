import { z } from 'zod';
import { integer, oneOf } from './values.ts';

const switches = ['on', 'off'] as const;

/** Settings of the live interpreter (document 2 C; what it leaves open: field notes 4). */
export const interpreterVariables = z.object({
  INTERPRETER_CONNECTS_PER_MINUTE: integer(1, 600, 10),
  INTERPRETER_SESSIONS_PER_CALL: integer(1, 50, 6),
  INTERPRETER_QUIET_SECONDS: integer(5, 3_600, 20),
  INTERPRETER_DETECT_LANGUAGE: oneOf(switches, 'off'),
  INTERPRETER_IMAGE_KB: integer(20, 500, 190),
  INTERPRETER_RECORDINGS_AT_ONCE: integer(1, 20, 3),
  INTERPRETER_RECORDING_SPEED: integer(1, 20, 5),
});

export interface InterpreterConfig {
  /** The account's limit. */
  readonly connectsPerMinute: number;
  /** How many translations may run at once in one call. */
  readonly sessionsPerCall: number;
  /** How long a speaker may be silent before their session ends; longer when connects are scarce. */
  readonly quietMs: number;
  /** Whether people may let the service detect what they speak. */
  readonly detectsLanguage: boolean;
  /** Size limit of a JPEG that's shown to the model. */
  readonly imageBytes: number;
  /** How many recordings are listened to at once. */
  readonly recordingsAtOnce: number;
  /** How many times as fast as people speak a recording is sent. */
  readonly recordingSpeed: number;
}

export function interpreterOf(values: z.infer<typeof interpreterVariables>): InterpreterConfig {
  return {
    connectsPerMinute: values.INTERPRETER_CONNECTS_PER_MINUTE,
    sessionsPerCall: values.INTERPRETER_SESSIONS_PER_CALL,
    quietMs: values.INTERPRETER_QUIET_SECONDS * 1_000,
    detectsLanguage: values.INTERPRETER_DETECT_LANGUAGE === 'on',
    imageBytes: values.INTERPRETER_IMAGE_KB * 1_000,
    recordingsAtOnce: values.INTERPRETER_RECORDINGS_AT_ONCE,
    recordingSpeed: values.INTERPRETER_RECORDING_SPEED,
  };
}
