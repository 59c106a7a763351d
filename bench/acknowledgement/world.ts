import { startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { startServiceSandbox } from '../../sandbox/service/server.ts';
import { endWithParent } from '../support/round.ts';
import type { ExchangesMessage, WorldMessage } from './messages.ts';

/** Discord and the service for one round, in a process that is not the bot's. Any message asks for the exchanges. */
endWithParent();
const creationMs = 500;
const discord = await startDiscordSandbox();
const service = await startServiceSandbox({
  port: 0,
  // Nothing is ever finished, so that no video is encoded meanwhile; and nothing is throttled.
  pace: { pendingMs: 3_600_000, runningMs: 3_600_000 },
  limits: { createsPerSecond: 10_000, concurrentTasks: 10_000 },
});
service.faults.arm({
  method: 'POST',
  path: '/api/v1/services/aigc/video-generation/video-synthesis',
  times: 0,
  effect: { kind: 'delay', ms: creationMs },
});

function exchanges(): ExchangesMessage {
  const answers = new Map(
    discord.faults.seen.flatMap(({ path, at, status }) => {
      const id = /\/interactions\/(\d+)\/[^/]+\/callback$/.exec(path)?.[1];
      return id ? [[id, { at, status }] as const] : [];
    }),
  );
  return {
    exchanges: discord.state.interactions().map(({ id, createdAt, state }) => {
      const answer = answers.get(id);
      const taken = state.kind !== 'waiting' && state.kind !== 'failed';
      return { dispatchedAt: createdAt, taken, ...(answer ? { answer } : {}) };
    }),
  };
}

process.on('message', () => process.send?.(exchanges()));
process.once('SIGTERM', () => process.exit());
const { apiUrl, gatewayUrl, botToken, channels, people } = discord;
process.send?.({
  apiUrl,
  gatewayUrl,
  botToken,
  channelId: channels.videos,
  person: { id: people.member.id, token: people.member.token },
  serviceUrl: service.baseUrl,
  serviceKey: service.apiKey,
} satisfies WorldMessage);
