import { createHash } from 'node:crypto';
import { DiscordError } from './errors.ts';

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

interface Window {
  used: number;
  endsAt: number;
}

const globalLimit: RateLimit = { limit: 50, windowMs: 1000 };

/** Per-route buckets and the global 50 a second, with the headers of Discord's "Rate Limits" page. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws 429 with `global: true` above 50 requests a second of one token. */
  takeGlobal(who: string): void {
    const window = this.#window(`global ${who}`, globalLimit);
    window.used += 1;
    if (window.used <= globalLimit.limit) return;
    throw tooMany(window.endsAt - this.#now(), true, {
      'x-ratelimit-global': 'true',
      'x-ratelimit-scope': 'global',
    });
  }

  /**
   * Takes one request from a bucket and returns its headers. Throws 429 when it is empty, unless `exempt`.
   * `route` is the method and path pattern, `major` the channel, guild or webhook that has its own bucket.
   */
  take(who: string, route: string, major: string, limit: RateLimit, exempt: boolean): Record<string, string> {
    const window = this.#window(`${who} ${route} ${major}`, limit);
    window.used += 1;
    const leftMs = Math.max(0, window.endsAt - this.#now());
    const headers = {
      'x-ratelimit-bucket': createHash('md5').update(route).digest('hex'),
      'x-ratelimit-limit': String(limit.limit),
      'x-ratelimit-remaining': String(Math.max(0, limit.limit - window.used)),
      'x-ratelimit-reset': (window.endsAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': (leftMs / 1000).toFixed(3),
    };
    if (window.used > limit.limit && !exempt)
      throw tooMany(leftMs, false, { ...headers, 'x-ratelimit-scope': 'user' });
    return headers;
  }

  #window(key: string, limit: RateLimit): Window {
    const now = this.#now();
    const known = this.#windows.get(key);
    if (known && known.endsAt > now) return known;
    const fresh = { used: 0, endsAt: now + limit.windowMs };
    this.#windows.set(key, fresh);
    if (this.#windows.size > 5000) this.#sweep(now);
    return fresh;
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
  }
}

function tooMany(leftMs: number, global: boolean, headers: Record<string, string>): DiscordError {
  const seconds = Math.max(0.001, leftMs / 1000);
  return new DiscordError(429, 0, 'You are being rate limited.', {
    headers: { ...headers, 'retry-after': String(Math.ceil(seconds)) },
    extra: { retry_after: Number(seconds.toFixed(3)), global },
  });
}
