import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { DoForOthers } from '../elsewhere.ts';

interface Question {
  readonly confirmedBy: Set<string>;
  readonly shards: Set<string>;
  readonly hear: () => void;
}

/** Until they count as silent. */
const answerWithinMs = 10_000;

/** Who's there: processes that hear questions, and those that still have a shard, because a process that lost its connection may be at work. */
const expected = `
  SELECT application_name AS name FROM pg_stat_activity WHERE starts_with(application_name, $1)
  UNION SELECT name FROM leases WHERE starts_with(name, 'shard ') AND expires_at > store_now()`;

/**
 * Has other processes forget a person. Whose id it is is only said, on the connection of the write notices, and stored nowhere; each
 * process confirms once it's done.
 */
export class AskedOthers {
  readonly id = randomBytes(4).toString('hex');
  readonly #schema: string;
  readonly #shards: readonly string[];
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #questions = new Map<string, Question>();
  #doIt: DoForOthers | undefined;

  /** @param shards the names of this process's shards */
  constructor(schema: string, shards: readonly string[], clock: Clock, log: Logger) {
    this.#schema = schema;
    this.#shards = shards;
    this.#clock = clock;
    this.#log = log;
  }

  /** What this process's connection is called, so that others know that it hears. */
  get connectionName(): string {
    return `hears ${this.#schema} ${this.id}`;
  }

  get channel(): string {
    return `${this.#schema} asks`;
  }

  onAsked(doIt: DoForOthers): void {
    this.#doIt = doIt;
  }

  /** Resolves to whether every other process that's there confirmed in time. */
  async ask(client: Client | undefined, userId: string): Promise<boolean> {
    if (!client) return false;
    const question = randomBytes(8).toString('hex');
    const over = new AbortController();
    const news = { hear: (): void => undefined };
    const asked = {
      confirmedBy: new Set([this.connectionName]),
      shards: new Set(this.#shards),
      hear: () => news.hear(),
    };
    this.#questions.set(question, asked);
    try {
      const all = await this.#whoIsThere(client);
      const isDone = () => all.every((name) => asked.confirmedBy.has(name) || asked.shards.has(name));
      if (isDone()) return true;
      await this.#say(client, `forget ${question} ${userId}`);
      await new Promise<void>((resolve) => {
        news.hear = () => {
          if (isDone()) resolve();
        };
        this.#clock.sleep(answerWithinMs, over.signal).then(resolve, () => undefined);
        news.hear();
      });
      if (!isDone()) this.#log.warn('not every other process confirmed that it forgot someone');
      return isDone();
    } catch (error) {
      this.#log.warn({ err: error }, "couldn't ask other processes to forget someone");
      return false;
    } finally {
      over.abort();
      this.#questions.delete(question);
    }
  }

  /** A question of another process, or what one says about ours. */
  hear(client: Client, payload: string): void {
    const [what, question = '', ...rest] = payload.split(' ');
    if (what === 'forget' && !this.#questions.has(question))
      void this.#answer(client, question, rest[0] ?? '');
    const asked = what === 'done' ? this.#questions.get(question) : undefined;
    if (!asked) return;
    const { by, shards } = JSON.parse(rest.join(' ')) as { by: string; shards: readonly string[] };
    asked.confirmedBy.add(by);
    for (const shard of shards) asked.shards.add(shard);
    asked.hear();
  }

  async #answer(client: Client, question: string, userId: string): Promise<void> {
    try {
      await this.#doIt?.(userId);
      await this.#say(
        client,
        `done ${question} ${JSON.stringify({ by: this.connectionName, shards: this.#shards })}`,
      );
    } catch (error) {
      this.#log.warn({ err: error }, "couldn't forget someone whom another process forgets");
    }
  }

  async #whoIsThere(client: Client): Promise<readonly string[]> {
    const { rows } = await client.query<{ name: string }>(expected, [`hears ${this.#schema} `]);
    return rows.map(({ name }) => name);
  }

  async #say(client: Client, what: string): Promise<void> {
    await client.query('SELECT pg_notify($1, $2)', [this.channel, what]);
  }
}
