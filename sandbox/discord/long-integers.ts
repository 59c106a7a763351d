interface Source {
  readonly source?: string;
}

/**
 * JSON whose integers may be too long for a JavaScript number. Those become strings of digits, which Discord also takes
 * for ids; discord.py sends ids as numbers.
 */
export function parseKeepingLongIntegers(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, { source }: Source = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? source
      : value,
  );
}
