const offsetMs = 8 * 60 * 60 * 1000;
const text = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,3})?$/;

/** `YYYY-MM-DD HH:mm:ss.SSS` in UTC+8 (document 1) → epoch milliseconds; undefined when it is not a time. */
export function fromWireTime(value: string): number | undefined {
  const match = text.exec(value.trim());
  if (!match) return undefined;
  const [, date, time, fraction = ''] = match;
  const at = Date.parse(`${date}T${time}${fraction}+08:00`);
  return Number.isNaN(at) ? undefined : at;
}

/** Epoch milliseconds → `YYYYMMDDhhmmss` in UTC+8, as the list operation wants it (field notes 1). */
export function toListTime(epochMs: number): string {
  return new Date(epochMs + offsetMs).toISOString().slice(0, 19).replace(/[-T:]/g, '');
}
