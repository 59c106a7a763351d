/** `gone`: 403, 404, 410. `status`: any other answer that is not the file. */
type DownloadTrouble = 'gone' | 'status' | 'too-large' | 'timeout' | 'unreachable' | 'aborted';

export interface DownloadErrorFacts {
  readonly reason: DownloadTrouble;
  /** Is another attempt worth making? */
  readonly retryable: boolean;
  readonly status?: number;
  readonly cause?: unknown;
}

/** A file that did not come; nothing of it is left on disk. */
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
