const discordEpochMs = 1_420_070_400_000n;

/** Ids as Discord makes them: milliseconds since 2015 in the upper 42 bits, a counter below; always rising. */
export class Snowflakes {
  #last = 0n;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    const fresh = (BigInt(this.#now()) - discordEpochMs) << 22n;
    this.#last = fresh > this.#last ? fresh : this.#last + 1n;
    return String(this.#last);
  }
}

/** When an id was made, in milliseconds since 1970. */
export function snowflakeTimeMs(id: string): number {
  return Number((BigInt(id) >> 22n) + discordEpochMs);
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value);
}
