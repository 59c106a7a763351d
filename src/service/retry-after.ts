const longestMs = 60 * 60 * 1000;

/** How many milliseconds a `Retry-After` header (seconds or an HTTP date) asks us to wait, at most an hour. */
export function retryAfterMs(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  const waitMs = seconds === undefined ? date - now : seconds * 1000;
  return Number.isFinite(waitMs) ? Math.min(Math.max(0, Math.ceil(waitMs)), longestMs) : undefined;
}
