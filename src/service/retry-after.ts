const longestMs = 60 * 60 * 1000;

/** Milliseconds that a `Retry-After` header (seconds or an HTTP date) asks to wait, at most an hour. */
export function retryAfterMs(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(waitMs) ? Math.min(Math.max(0, Math.ceil(waitMs)), longestMs) : undefined;
}
