/**
 * `gone`: 403, 404, 410. `status`: any other answer that is not the file. `forbidden`: the address, or one that it led to, is
 * none that may be followed.
 */
type DownloadTrouble = 'gone' | 'status' | 'too-large' | 'timeout' | 'unreachable' | 'forbidden' | 'aborted';

/** A file that didn't arrive. None of it is left on disk. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly reason: DownloadTrouble;
  readonly status: number | undefined;

  constructor(facts: { reason: DownloadTrouble; status?: number; cause?: unknown }) {
    const { reason, status, cause } = facts;
    super(`download failed: ${reason}${status ? ` (HTTP ${status})` : ''}`, { cause });
    this.reason = reason;
    this.status = status;
  }
}
