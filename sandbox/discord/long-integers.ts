interface Source {
  readonly source?: string;
}

/** Asking about each value is half of the work, so it's done only where one may be. */
const mayBeLong = /(?:^|[[,]|":)\s*-?\d{16}/;

/**
 * JSON whose integers may be too long for a JavaScript number. Those become strings of digits, which Discord also takes
 * for ids; discord.py sends ids as numbers.
 */
export function parseKeepingLongIntegers(text: string): unknown {
  if (!mayBeLong.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, { source }: Source = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? source
      : value,
  );
}
