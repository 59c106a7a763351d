import type { Logger } from 'pino';

interface Stretch {
  readonly since: number;
  toldLost: boolean;
  toldOffline: boolean;
  /** Errors already logged for this loss, by their code or message. */
  readonly errors: Set<string>;
}

const offlineAfterMs = 60_000;

/**
 * Logs how the gateway connection is doing. discord.js retries twice a second for as long as it takes, but the log gets
 * one line when the connection is lost, an error if that lasts, each reason once, and one line when it's back.
 */
export class ConnectionLog {
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #lost = new Map<number, Stretch>();

  constructor({
    log,
    now = () => performance.now(),
  }: {
    readonly log: Logger;
    /** Milliseconds that never go backwards. */
    readonly now?: () => number;
  }) {
    this.#log = log;
    this.#now = now;
  }

  reconnecting(shard: number): void {
    const stretch = this.#stretchOf(shard);
    if (!stretch.toldLost) this.#log.info({ shard }, 'connection lost, reconnecting');
    stretch.toldLost = true;
    const offlineMs = this.#now() - stretch.since;
    if (stretch.toldOffline || offlineMs < offlineAfterMs) return;
    stretch.toldOffline = true;
    const facts = { shard, offlineMs: Math.round(offlineMs), reasons: [...stretch.errors] };
    this.#log.error(
      facts,
      "can't reach Discord's gateway, so the bot is offline; trying again until it works",
    );
  }

  failed(shard: number, error: Error): void {
    const { errors } = this.#stretchOf(shard);
    const reason = 'code' in error ? String(error.code) : error.message;
    if (errors.has(reason)) return;
    errors.add(reason);
    this.#log.warn({ err: error, shard }, 'connection error');
  }

  /** Connected again, with the old session or a new one. */
  back(shard: number, facts: { readonly replayed?: number } = {}): void {
    const stretch = this.#lost.get(shard);
    this.#lost.delete(shard);
    const offlineMs = stretch ? { offlineMs: Math.round(this.#now() - stretch.since) } : {};
    if (stretch?.toldOffline) this.#log.info({ shard, ...offlineMs, ...facts }, 'the bot is online again');
    else if (facts.replayed !== undefined) this.#log.info({ shard, ...facts }, 'connection resumed');
    else this.#log.debug({ shard }, 'shard ready');
  }

  #stretchOf(shard: number): Stretch {
    const known = this.#lost.get(shard);
    if (known) return known;
    const stretch: Stretch = { since: this.#now(), toldLost: false, toldOffline: false, errors: new Set() };
    this.#lost.set(shard, stretch);
    return stretch;
  }
}
