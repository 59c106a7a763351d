/**
 * Discord posts a message with a known nonce once (`enforce_nonce`); a nonce has at most 25 characters and an
 * interaction id at most 20.
 */
export const resultNonce = (jobId: string): string => `v-${jobId}`;
export const noticeNonce = (jobId: string): string => `n-${jobId}`;
