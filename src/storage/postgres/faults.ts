import { DatabaseError } from 'pg';
import { StoreError } from '../store-error.ts';

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: classes of what the statement itself did wrong. */
const ofStatement = ['22', '23', '42'];
/** Permissions are among them, but they're the database's. */
const permission = '42501';
/** It's another database than a moment ago, or it will be itself again in a moment. */
const passing: ReadonlySet<string> = new Set([
  // Read-only: the old primary after a failover.
  '25006',
  // Serialization, deadlock.
  ...['40001', '40P01'],
  // Too many connections.
  '53300',
  // Shut down, crashed, starting up.
  ...['57P01', '57P02', '57P03'],
  // Killed in the middle of a transaction.
  '25P03',
  // A statement that was prepared before its table changed.
  '0A000',
]);

function stateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** The store failed, not the statement. */
export function isPostgresFault(error: unknown): boolean {
  const state = stateOf(error);
  // What the client throws about a connection is a plain error; what's thrown by mistake is of a kind of its own.
  if (state === undefined) return error instanceof Error && ['Error', 'AggregateError'].includes(error.name);
  return state === permission || !ofStatement.includes(state.slice(0, 2));
}

/** Another try may well succeed: the connection was lost, or the database is just starting. */
export function isPassing(error: unknown): boolean {
  const state = stateOf(error);
  if (state === undefined) return isPostgresFault(error) && !isTooSlow(error);
  return passing.has(state) || state.startsWith('08');
}

/** It took so long that another try would only make it worse. */
function isTooSlow(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** An error of PostgreSQL in plain words. */
export function postgresErrorOf(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const state = stateOf(error);
  const reason = reasonOf(error);
  if (state !== undefined && (state === permission || ['28', '3D'].includes(state.slice(0, 2))))
    return new StoreError('refused', `PostgreSQL at ${where} refuses STORE_URL: ${reason}.`, error);
  if (isPassing(error) || isTooSlow(error))
    return new StoreError(
      'unreachable',
      `Can't reach the store in PostgreSQL at ${where}: ${reason}. Is PostgreSQL running?`,
      error,
    );
  return new StoreError(
    isPostgresFault(error) ? 'unreachable' : 'unwritable',
    `Can't write to the store in PostgreSQL at ${where}: ${reason}.`,
    error,
  );
}

/** Node reports every address it tried, with an empty sentence. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown reason';
}
