import { type Client, Events, RESTEvents } from 'discord.js';
import type { Logger } from 'pino';

/** Writes down what happens to the connection; errors of the client end here and are never thrown. */
export function logConnection(client: Client, log: Logger): void {
  client.on(Events.ClientReady, (ready) => {
    log.info({ userId: ready.user.id, guilds: ready.guilds.cache.size }, 'logged in to Discord');
  });
  client.on(Events.ShardReconnecting, (shard) => log.info({ shard }, 'connection lost, reconnecting'));
  client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'connection resumed'));
  client.on(Events.ShardReady, (shard) => log.debug({ shard }, 'shard ready'));
  client.on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'connection error'));
  client.on(Events.Error, (error) => log.error({ err: error }, 'client error'));
  client.on(Events.Warn, (message) => log.warn({ message }, 'client warning'));
  client.rest.on(RESTEvents.RateLimited, ({ method, route, timeToReset, global, scope }) => {
    log.warn({ method, route, timeToResetMs: timeToReset, global, scope }, 'rate limited by Discord');
  });
  client.rest.on(RESTEvents.InvalidRequestWarning, ({ count, remainingTime }) => {
    log.warn({ count, remainingMs: remainingTime }, 'many requests are being refused by Discord');
  });
}
