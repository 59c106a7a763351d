import type { ClientConfig } from 'pg';

/** Where the store is, apart from what's secret about it. */
export interface PostgresSettings {
  readonly client: ClientConfig;
  /** Everything of the bot's stands in it. */
  readonly schema: string;
  /** For sentences: no name, no password. */
  readonly where: string;
}

export const usualSchema = 'emcee';
/** Longer than any statement of the bot's takes, so that an answer can only be late if the database is. */
const statementMs = 5_000;

/** @param url as the configuration checked it; its option `schema` is ours */
export function postgresSettings(url: string): PostgresSettings {
  const address = new URL(url);
  const schema = address.searchParams.get('schema') ?? usualSchema;
  const host = address.searchParams.get('host') ?? address.host;
  address.searchParams.delete('schema');
  return {
    client: {
      connectionString: address.href,
      application_name: 'emcee',
      keepAlive: true,
      options: `-c search_path=${schema}`,
      connectionTimeoutMillis: statementMs,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
      // The database gives up first, so nothing is repeated while it's still being done.
      query_timeout: statementMs + 3_000,
    },
    schema,
    where: `${host || 'localhost'}${address.pathname}`,
  };
}
