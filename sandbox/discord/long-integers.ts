interface Source {
  readonly source?: string;
}

/**
 * JSON whose integers may be longer than a JavaScript number can hold: those come out as strings of digits, as ids may
 * also be written (Discord takes both; discord.py sends ids as numbers).
 */
export function parseKeepingLongIntegers(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, { source }: Source = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? source
      : value,
  );
}
