import {
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  Options,
  Partials,
  RESTEvents,
} from 'discord.js';
import type { Logger } from 'pino';
import { systemClock } from '../operations/clock.ts';
import { type Paces, takeTurn } from '../operations/paces.ts';
import type { Shards } from '../operations/shards.ts';
import { ConnectionLog } from './connection-log.ts';
import { badToken, explainClose, type LoginError } from './login.ts';
import { PacketGuard, type PacketGuardOptions } from './packet-guard.ts';
import { discordsOwnAnswers, repeatableFirstAnswers, requestsToDiscord } from './requests.ts';

export interface ClientSettings extends PacketGuardOptions {
  /** Without the version. */
  readonly apiUrl: string;
  /** Ask for the text of messages, a privileged intent. Only needed for reading channels aloud. */
  readonly messageContent?: boolean;
  /** Default: every one that Discord recommends. From 2,500 servers on it takes no fewer than two. */
  readonly shards?: Shards;
  /** By which all processes of this bot log in one after the other. Absent: this one holds every shard. */
  readonly paces?: Paces | undefined;
  /** Called if Discord closed the connection and discord.js won't reconnect, such as after a token reset. */
  readonly onLost?: (reason: LoginError) => void;
}

/** How many members and users are kept in memory, not counting the bot. */
const rememberedPeople = 200;

/**
 * The discord.js client with only what the bot needs: no privileged intent and no pings unless asked for (spec 6,
 * section 4), and no cache that nobody reads.
 */
export function createClient({
  apiUrl,
  messageContent,
  shards = 'auto',
  paces,
  onLost,
  ...guarding
}: ClientSettings): Client {
  const { log } = guarding;
  const guard = new PacketGuard(guarding);
  let isLost = false;
  const lose = (reason: LoginError, facts: object) => {
    if (isLost) return;
    isLost = true;
    log.fatal(facts, reason.message);
    onLost?.(reason);
  };
  const requests = discordsOwnAnswers(requestsToDiscord(), {
    onForeign: (facts) =>
      log.error(facts, "something that isn't Discord is answering for it; the bot's messages wait"),
    onLimited: (facts) => log.warn(facts, 'Discord asked us to slow down (429)'),
    onTokenRefused: () => lose(badToken(), { status: 401 }),
  });
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildVoiceStates,
      // The intent for messages isn't privileged, and messages that mention the bot come with their content.
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      ...(messageContent ? [GatewayIntentBits.MessageContent] : []),
    ],
    ...(shards === 'auto' ? { shards } : { shards: [...shards.ids], shardCount: shards.count }),
    ws: {
      buildStrategy: guard.buildStrategy,
      ...(paces ? { buildIdentifyThrottler: turnsToIdentify(paces) } : {}),
    },
    // No messages are cached, but edits, deletions and a person's first direct message still arrive.
    partials: [Partials.Message, Partials.Channel],
    allowedMentions: { parse: [], repliedUser: false },
    rest: {
      api: apiUrl,
      version: '10',
      userAgentAppendix: 'Emcee',
      invalidRequestWarningInterval: 100,
      makeRequest: repeatableFirstAnswers(requests),
    },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      PresenceManager: 0,
      ThreadMemberManager: 0,
      GuildBanManager: 0,
      GuildInviteManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      GuildScheduledEventManager: 0,
      StageInstanceManager: 0,
      AutoModerationRuleManager: 0,
      ApplicationCommandManager: 0,
      GuildMemberManager: {
        maxSize: rememberedPeople,
        keepOverLimit: (member) => member.id === member.client.user.id,
      },
      UserManager: { maxSize: rememberedPeople, keepOverLimit: (user) => user.id === user.client.user?.id },
    }),
  });
  guard.attach(client);
  logConnection(client, log);
  client.on(Events.ShardDisconnect, ({ code }, shard) => lose(explainClose(code), { code, shard }));
  return client;
}

/** Discord wants five seconds between two log-ins of `shard_id % max_concurrency`, and hears each a little later than it was sent. */
const betweenIdentifiesMs = 5_500;

type BuildThrottler = NonNullable<NonNullable<ClientOptions['ws']>['buildIdentifyThrottler']>;

function turnsToIdentify(paces: Paces): BuildThrottler {
  return async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    return {
      waitForIdentify: async (shardId, signal) => {
        const name = `identify ${shardId % limit.max_concurrency}`;
        const pace = { name, most: 1, spanMs: betweenIdentifiesMs };
        await takeTurn(paces, pace, systemClock, { signal });
      },
    };
  };
}

/** Disconnects from Discord. Ignores what discord.js says about it, because it calls this a reconnect, too. */
export async function closeClient(client: Client): Promise<void> {
  client.removeAllListeners(Events.ShardReconnecting);
  await client.destroy();
}

/** Logs what happens to the connection. Client errors end here and are never thrown. */
function logConnection(client: Client, log: Logger): void {
  client.on(Events.ClientReady, (ready) => {
    log.info({ userId: ready.user.id, guilds: ready.guilds.cache.size }, 'logged in to Discord');
  });
  const connection = new ConnectionLog({ log });
  client.on(Events.ShardReconnecting, (shard) => connection.reconnecting(shard));
  client.on(Events.ShardResume, (shard, replayed) => connection.back(shard, { replayed }));
  client.on(Events.ShardReady, (shard) => connection.back(shard));
  client.on(Events.ShardError, (error, shard) => connection.failed(shard, error));
  client.on(Events.Error, (error) => log.error({ err: error }, 'client error'));
  client.on(Events.Warn, (message) => log.warn({ message }, 'client warning'));
  client.rest.on(RESTEvents.RateLimited, ({ method, route, timeToReset, global, scope }) => {
    log.warn({ method, route, timeToResetMs: timeToReset, global, scope }, 'rate limited by Discord');
  });
  client.rest.on(RESTEvents.InvalidRequestWarning, ({ count, remainingTime }) => {
    log.warn({ count, remainingMs: remainingTime }, 'Discord is refusing many requests');
  });
}
