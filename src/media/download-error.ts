/**
 * `gone`: 403, 404, 410. `status`: any other answer that is not the file. `forbidden`: the address, or one that it led to, is
 * none that may be followed.
 */
type DownloadTrouble = 'gone' | 'status' | 'too-large' | 'timeout' | 'unreachable' | 'forbidden' | 'aborted';

export interface DownloadErrorFacts {
  readonly reason: DownloadTrouble;
  /** Whether another attempt makes sense. */
  readonly retryable: boolean;
  readonly status?: number;
  readonly cause?: unknown;
}

/** A file that didn't arrive. None of it is left on disk. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly reason: DownloadTrouble;
  readonly retryable: boolean;
  readonly status: number | undefined;

  constructor(facts: DownloadErrorFacts) {
    super(`download failed: ${facts.reason}${facts.status ? ` (HTTP ${facts.status})` : ''}`, {
      cause: facts.cause,
    });
    this.reason = facts.reason;
    this.retryable = facts.retryable;
    this.status = facts.status;
  }
}
