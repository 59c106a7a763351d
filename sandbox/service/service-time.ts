/** The service's clock is UTC+8 (document 1, "Task result"; field notes 1 for the list's stamps). */
const offsetMs = 8 * 60 * 60 * 1_000;

/** `YYYY-MM-DD HH:mm:ss.SSS` in UTC+8. */
export function serviceTime(epochMs: number): string {
  return new Date(epochMs + offsetMs).toISOString().replace('T', ' ').replace('Z', '');
}

/** Epoch milliseconds of a `YYYYMMDDhhmmss` stamp in UTC+8; undefined when it names no moment. */
export function parseServiceStamp(stamp: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const epochMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`) - offsetMs;
  return Number.isNaN(epochMs) || serviceStamp(epochMs) !== stamp ? undefined : epochMs;
}

/** `YYYYMMDDhhmmss` in UTC+8. */
export function serviceStamp(epochMs: number): string {
  return serviceTime(epochMs).slice(0, 19).replace(/\D/g, '');
}
