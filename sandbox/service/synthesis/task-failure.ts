/** Ends a task: `header.error_code` and `header.error_message` of `task-failed` (field notes 2). */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly code: string;
  /** The connection is closed behind it. */
  readonly hangsUp: boolean;
  /** It does not say of which task it is. */
  readonly nameless: boolean;

  constructor(
    code: string,
    message: string,
    { hangsUp = false, nameless = false }: { readonly hangsUp?: boolean; readonly nameless?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.hangsUp = hangsUp;
    this.nameless = nameless;
  }
}

export function invalid(message: string): TaskFailure {
  return new TaskFailure('InvalidParameter', message);
}

/** Document 2, "Errors" 5: a pause that is too long closes the connection. */
export function timedOut(message: string): TaskFailure {
  return new TaskFailure('CLIENT_ERROR', message, { hangsUp: true });
}

/** What the engine itself refuses: 418 a voice that does not fit, 428 a misused instruction (field notes 2). */
export function engineError(code: 418 | 428): TaskFailure {
  return new TaskFailure('InvalidParameter', `[tts:]Engine return error code: ${code}`);
}
