import { howToRestore } from './store-copies.ts';

/**
 * Why the store can't be used: `locked` (another bot has it), `held` (another program writes to it), `newer` (from a newer version of this program),
 * `not-migrated` (a step to the current schema failed), `corrupt` (damaged, or not ours), `unwritable` (folder or file
 * can't be written), `not-copied` (the copy's place can't be written), `unreachable` (PostgreSQL doesn't answer, or can't
 * write), `refused` (it doesn't let the bot in).
 */
type StoreTrouble =
  | 'locked'
  | 'held'
  | 'newer'
  | 'not-migrated'
  | 'corrupt'
  | 'unwritable'
  | 'not-copied'
  | 'unreachable'
  | 'refused';

/** The one error for opening or using the store, with a message in plain words for the bot's owner. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, message: string, cause?: unknown) {
    super(message, { cause });
    this.trouble = trouble;
  }

  /** It may be over without anybody doing anything about it. */
  get temporary(): boolean {
    return this.trouble === 'unreachable' || this.trouble === 'held';
  }
}

/** https://www.sqlite.org/rescode.html */
const busyCodes: ReadonlySet<number> = new Set([5, 6]);
const constraintCode = 19;
const corruptCodes: ReadonlySet<number> = new Set([11, 26]);

/** An error from SQLite or the file system, in plain words. */
export function storeErrorOf(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = sqliteCode(error);
  if (isBusy(error)) {
    return new StoreError(
      'held',
      `Another program is writing to the store ${path} and hasn't finished. Close that program.`,
      error,
    );
  }
  if (code !== undefined && corruptCodes.has(code)) {
    return new StoreError(
      'corrupt',
      `The store ${path} is damaged or isn't a store. ${howToRestore(path)}`,
      error,
    );
  }
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return new StoreError('unwritable', `Can't write to the store ${path}: ${reason}.`, error);
}

/** Another program has the file now. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && busyCodes.has(code);
}

/** The store failed, not the statement: no disk, no right, no lock. */
export function isStoreFault(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && code !== constraintCode;
}

/** The primary result code, if it's an error from SQLite. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}
