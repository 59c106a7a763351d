import { Client, Events, GatewayIntentBits, Options, Partials, RESTEvents } from 'discord.js';
import type { Logger } from 'pino';
import { ConnectionLog } from './connection-log.ts';
import { badToken, explainClose, type LoginError } from './login.ts';
import { PacketGuard, type PacketGuardOptions } from './packet-guard.ts';
import { discordsOwnAnswers, repeatableFirstAnswers, requestsToDiscord } from './requests.ts';

export interface ClientSettings extends PacketGuardOptions {
  /** Without the version. */
  readonly apiUrl: string;
  /** Ask for what people write, which is privileged: for reading channels aloud only. */
  readonly messageContent?: boolean;
  /** Called when Discord closed the connection and discord.js will not reconnect, for example after a token reset. */
  readonly onLost?: (reason: LoginError) => void;
}

/** Members and users that are kept in memory, besides the bot itself. */
const rememberedPeople = 200;

/**
 * The discord.js client with the least that the bot needs: no privileged intent unless asked for (spec 6, section 4), no
 * mention that pings unless asked for, no cache of what is never read again.
 */
export function createClient({ apiUrl, messageContent, onLost, ...guarding }: ClientSettings): Client {
  const { log } = guarding;
  const guard = new PacketGuard(guarding);
  let isLost = false;
  const lose = (reason: LoginError, facts: object) => {
    if (isLost) return;
    isLost = true;
    log.error(facts, reason.message);
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
      // That messages appear isn't privileged, and what mentions the bot comes with its content.
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      ...(messageContent ? [GatewayIntentBits.MessageContent] : []),
    ],
    ws: { buildStrategy: guard.buildStrategy },
    // No messages are cached; edits and deletions still arrive, and so does someone's first direct message.
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

/** Disconnects from Discord. What discord.js then says about the connection isn't logged: it calls this a reconnect, too. */
export async function closeClient(client: Client): Promise<void> {
  client.removeAllListeners(Events.ShardReconnecting);
  await client.destroy();
}

/** Writes down what happens to the connection; errors of the client end here and are never thrown. */
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
