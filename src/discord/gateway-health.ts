import { type Client, Status } from 'discord.js';

/** The gateway's heartbeat comes every 41 s; discord.js gives a connection up when one isn't answered. */
const longestSilenceMs = 120_000;

/**
 * Whether every shard is connected and Discord has answered its heartbeat lately. The status of the client itself stays `Ready` while
 * its shards reconnect.
 */
export function isGatewayConnected(client: Client, now: number = Date.now()): boolean {
  const { shards } = client.ws;
  return (
    client.isReady() &&
    shards.size > 0 &&
    shards.every(
      ({ status, lastPingTimestamp }) =>
        status === Status.Ready && (lastPingTimestamp < 0 || now - lastPingTimestamp < longestSilenceMs),
    )
  );
}
