import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Where tests ask for the PostgreSQL of this run. */
export const sharedPostgresVariable = 'EMCEE_TEST_POSTGRES';

/** One PostgreSQL for a whole run, started when the first test asks for it. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  // Another project of this run has it.
  if (process.env[sharedPostgresVariable]) return async () => undefined;
  let started: Promise<PostgresServer> | undefined;
  const asked = createServer((_, response) => {
    started ??= startPostgres();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(503).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve) => asked.listen(0, '127.0.0.1', resolve));
  process.env[sharedPostgresVariable] = `http://127.0.0.1:${(asked.address() as AddressInfo).port}`;
  return async () => {
    asked.close();
    asked.closeAllConnections();
    await (await started?.catch(() => undefined))?.remove();
  };
}
