import { Client, type Notification } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { idIn } from '../collection.ts';
import type { DoForOthers, MirroredElsewhere, ReadAgain, WritesElsewhere } from '../elsewhere.ts';
import { AskedOthers } from './asked-others.ts';
import { postgresErrorOf } from './faults.ts';
import type { PostgresSettings } from './settings.ts';

interface WriteNoticesParts {
  readonly settings: PostgresSettings;
  readonly clock: Clock;
  readonly log: Logger;
  /** The names of this process's shards. */
  readonly shards: readonly string[];
}

/** A connection may be gone without a word. */
const checkEveryMs = 10_000;
const againMs = 1_000;

/**
 * Hears which records are written, on a connection of its own. When that was lost, anything may have been written, so everything that's
 * kept in memory is read again.
 */
export class WriteNotices implements WritesElsewhere {
  readonly #parts: WriteNoticesParts;
  readonly #others: AskedOthers;
  readonly #mirrors: { readonly collection: MirroredElsewhere; readonly readAgain: ReadAgain }[] = [];
  readonly #closed = new AbortController();
  #reading: Promise<void> = Promise.resolve();
  #hearing: Promise<void> = Promise.resolve();
  #client: Client | undefined;

  private constructor(parts: WriteNoticesParts) {
    this.#parts = parts;
    this.#others = new AskedOthers(parts.settings.schema, parts.shards, parts.clock, parts.log);
    // A worker drops what others have dropped in the store, which it was told of before.
    this.#others.onAsked(async () => await this.#reading);
  }

  /** Nothing that's written from now on is missed. @throws StoreError */
  static async open(parts: WriteNoticesParts): Promise<WriteNotices> {
    const notices = new WriteNotices(parts);
    const client = await notices.#connect().catch((error: unknown) => {
      throw postgresErrorOf(error, parts.settings.where);
    });
    notices.#hearing = notices.#hearOn(client);
    return notices;
  }

  onWrite(collection: MirroredElsewhere, readAgain: ReadAgain): void {
    this.#mirrors.push({ collection, readAgain });
  }

  onForgotten(forget: DoForOthers): void {
    this.#others.onAsked(forget);
  }

  async forget(userId: string): Promise<boolean> {
    return await this.#others.ask(this.#client, userId);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#client?.end().catch(() => undefined);
    await Promise.all([this.#hearing, this.#reading]);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<Client> {
    const { settings } = this.#parts;
    const client = new Client({ ...settings.client, application_name: this.#others.connectionName });
    client.on('error', () => undefined);
    client.on('notification', (notification) => {
      if (notification.channel === this.#others.channel)
        this.#others.hear(client, notification.payload ?? '');
      else this.#hear(notification);
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`LISTEN "${settings.schema} writes"; LISTEN "${this.#others.channel}"`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  /** Until it's closed, on one connection after the other. */
  async #hearOn(first: Client): Promise<void> {
    const { clock, log } = this.#parts;
    const { signal } = this.#closed;
    for (let client: Client | undefined = first; !signal.aborted; ) {
      if (client) await this.#untilLost(client);
      else await clock.sleep(againMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (client) log.warn("lost the connection that tells what other processes write; it's opened again");
      client = await this.#connect().catch(() => undefined);
      if (!client) continue;
      log.info('hears what other processes write again');
      for (const { readAgain } of this.#mirrors) this.#read(readAgain, undefined);
    }
  }

  async #untilLost(client: Client): Promise<void> {
    const { clock } = this.#parts;
    const lost = new AbortController();
    client.once('end', () => lost.abort());
    const over = AbortSignal.any([lost.signal, this.#closed.signal]);
    while (!over.aborted) {
      await clock.sleep(checkEveryMs, over).catch(() => undefined);
      const answer = over.aborted ? undefined : client.query('SELECT 1');
      const answers = await answer?.then(
        () => true,
        () => false,
      );
      if (answers === false) lost.abort();
    }
    await client.end().catch(() => undefined);
  }

  #hear({ payload = '' }: Notification): void {
    const written = payload.slice(0, payload.indexOf(':'));
    for (const { collection, readAgain } of this.#mirrors)
      if (collection === written) this.#read(readAgain, idIn(payload));
  }

  /** In the order in which they were written. */
  #read(readAgain: ReadAgain, id: string | undefined): void {
    const { clock, log } = this.#parts;
    const { signal } = this.#closed;
    this.#reading = this.#reading.then(async () => {
      for (let wanted = id, tries = 1; !signal.aborted; tries += 1, wanted = undefined) {
        try {
          await readAgain(wanted);
          return;
        } catch (error) {
          if (tries === 1) log.warn({ err: error }, "couldn't read what another process wrote; trying again");
          await clock.sleep(againMs, signal).catch(() => undefined);
        }
      }
    });
  }
}
