/** Ends a task: `header.error_code` and `header.error_message` of `task-failed` (field notes 2). */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function invalid(message: string): TaskFailure {
  return new TaskFailure('InvalidParameter', message);
}

/** What the engine itself refuses: 418 a voice that does not fit, 428 a misused instruction (field notes 2). */
export function engineError(code: 418 | 428): TaskFailure {
  return new TaskFailure('InvalidParameter', `[tts:]Engine return error code: ${code}`);
}
