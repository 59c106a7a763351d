import type { Logger } from 'pino';
import { gateOf } from '../commands/kit/gated-routes.ts';
import packageFile from '../package.json' with { type: 'json' };
import { type Config, ConfigError, loadConfig, settingsWithoutEffect } from './config/config.ts';
import { loadRestProxyConfig, type RestProxyConfig } from './config/rest-proxy.ts';
import { closeClient } from './discord/client.ts';
import { Dispatcher } from './discord/dispatcher.ts';
import { discordToAnswer } from './discord/first-contact.ts';
import { servedGuilds } from './discord/guards.ts';
import { invitationOf } from './discord/invitation.ts';
import { KnownGuilds, knownGuildIndex, knownGuildSchema } from './discord/known-guilds.ts';
import { LoginError, logIn } from './discord/login.ts';
import { Registering } from './discord/registering.ts';
import { registerCommands } from './discord/registration.ts';
import { RestProxy } from './discord/rest-proxy.ts';
import { Uninvited } from './discord/uninvited.ts';
import { type Clock, systemClock } from './operations/clock.ts';
import { ClosingError, Lifecycle } from './operations/lifecycle.ts';
import { createLog, type LogLevel } from './operations/log.ts';
import { ReleaseNotice } from './operations/release-notice.ts';
import { isOnShards } from './operations/shards.ts';
import { decidedExitCode, interruptedExitCode, onStopSignals } from './operations/stop-signals.ts';
import { takeWayOut } from './operations/way-out.ts';
import { StoreError } from './storage/store-error.ts';
import { CipherError } from './voice/connection/ciphers.ts';
import { makeFeatures } from './wiring/features.ts';
import { firstCalls } from './wiring/first-calls.ts';
import { automaticBackUps, healthServer, watchService, workersHealth } from './wiring/health.ts';
import { leftoverSweeps } from './wiring/leftovers.ts';
import { directMessages } from './wiring/mentions.ts';
import { sayMissingPermissions, sayReady } from './wiring/ready.ts';
import { type Opening, openShared } from './wiring/shared.ts';
import { videoWorker } from './wiring/videos.ts';
import { allWords, wordsFor } from './words/index.ts';

const { version } = packageFile;
/** The launcher waits half a second longer, and both together take less than 5 s. */
const closeWithinMs = 4_200;
/** Whatever the bot writes is for its owner only. */
const ownersOnly = 0o077;

/** Reads the configuration, opens the parts in order, and closes them in reverse when the process is told to stop. */
export async function main(env: NodeJS.ProcessEnv = process.env, clock: Clock = systemClock): Promise<void> {
  process.umask(ownersOnly);
  const program = programOf(env);
  if (!program) return;
  const log = createLog(program.logLevel);
  logWarnings(log);
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed');
    process.exit(1);
  });
  for (const sentence of settingsWithoutEffect(env)) log.warn(sentence);
  const lifecycle = new Lifecycle(log, systemClock, closeWithinMs);
  const stop = new AbortController();
  const close = async (reason: string, exitCode: number) => {
    stop.abort();
    const clean = await lifecycle.close(reason);
    process.exit(clean ? exitCode : exitCode || 1);
  };
  onStopSignals(
    (signal) => void close(signal, 0),
    () => process.exit(interruptedExitCode),
  );
  process.once('disconnect', () => void close('the launcher is gone', 0));
  try {
    await program.open({ log, clock, lifecycle, stop, close });
    process.send?.({ ready: true });
  } catch (error) {
    if (error instanceof ClosingError || stop.signal.aborted) return;
    const known = error instanceof LoginError || error instanceof StoreError || error instanceof CipherError;
    if (known)
      log.fatal({ cause: error.cause instanceof Error ? error.cause.message : undefined }, error.message);
    else log.fatal({ err: error }, "couldn't start");
    const decided = known && !('temporary' in error && error.temporary);
    await close("couldn't start", decided ? decidedExitCode : 1);
  }
}

/** What a process does, by its settings. */
interface Program {
  readonly logLevel: LogLevel;
  readonly open: (opening: Opening) => Promise<void>;
}

async function openRestProxy(config: RestProxyConfig, { log, lifecycle }: Opening): Promise<void> {
  takeWayOut(config.proxy);
  const proxy = new RestProxy({ apiUrl: config.apiUrl, ...config.listen, log });
  await lifecycle.start("Discord's API", proxy);
  log.info(
    { port: proxy.port },
    "passes requests on to Discord's API; DISCORD_API_URL of the others leads here",
  );
}

async function openBot(config: Config, opening: Opening): Promise<void> {
  const { log, clock, lifecycle } = opening;
  const { parts, storeHealth, notices } = await openShared(config, opening);
  const { store, neverHeard, client, messenger, news, gate, signal } = parts;
  const { shards } = config.discord;
  const isOwn = (guildId: string | undefined) => isOnShards(shards, guildId);
  const backUps = automaticBackUps(parts, notices);
  const features = await makeFeatures(parts);
  const { surfaces, off, rooms, mentions } = features;
  neverHeard.onRefusalElsewhere((userId) => void features.stopHearing(userId));
  const serves = servedGuilds(config.discord.allowedGuildIds);
  const dispatcher = new Dispatcher({
    features: surfaces,
    wordsFor,
    serves,
    log,
    now: () => clock.now(),
    gate: gateOf(gate),
    onRefused: (inGuildId, code) => news.countRefusal(inGuildId, code),
  });
  const farewell = (locale: string) => wordsFor(locale).errors.farewell;
  const known = new KnownGuilds({
    shelf: store.collection('guilds', knownGuildSchema, knownGuildIndex),
    wasAtWork: store.hadRecords,
    isOwn,
    now: () => clock.now(),
    log,
  });
  const allowedIds = config.discord.allowedGuildIds?.filter(isOwn);
  const uninvited = new Uninvited({ client, messenger, serves, allowedIds, known, farewell, clock, log });
  const asked = firstCalls(parts);
  // Before the gateway: accepted jobs continue without it, and nobody is heard until there's something to answer them.
  await lifecycle.open(
    'discord',
    () => client.rest.setToken(config.discord.token),
    () => closeClient(client),
  );
  await lifecycle.keep('notices to the owner', notices);
  await lifecycle.start('watch over the service', watchService(notices));
  if (backUps) await lifecycle.start('back-ups', backUps);
  await lifecycle.start('news', news);
  await lifecycle.keep('last answers', { close: async () => await dispatcher.giveUpRunning() });
  await lifecycle.start('videos', features.studio);
  await lifecycle.keep('synthesis', features.synthesis);
  await lifecycle.keep('voice rooms', rooms);
  await lifecycle.start('speech', features.speech);
  await lifecycle.start('knowledge', features.knowledge);
  if (mentions) await lifecycle.start('mentions', mentions);
  await lifecycle.keep('realtime sessions', features.conversations);
  await lifecycle.start('conversations', features.conversation);
  await lifecycle.keep('translation sessions', features.translations);
  await lifecycle.start('interpreters', features.interpreter);
  // What people see of recordings ends after them.
  await lifecycle.start('written channels', features.writtenChannels);
  await lifecycle.start('what recordings said', features.toldMessages);
  await lifecycle.start('what recordings said, kept for a day', features.keptTexts);
  await lifecycle.start('mentions about recordings', features.recordingMentions);
  await lifecycle.keep('recordings under way', features.runningRecordings);
  await lifecycle.start('voice replies', features.replies);
  await lifecycle.start('recordings', features.recordings);
  await lifecycle.start('leftovers', leftoverSweeps(parts));
  if (config.releasesUrl && isOwn(undefined))
    await lifecycle.start('release notice', new ReleaseNotice(config.releasesUrl, version, clock, log));
  await lifecycle.open(
    'dispatcher',
    () => dispatcher.attach(client),
    () => dispatcher.close(),
  );
  await lifecycle.start('guilds to leave', uninvited);
  await lifecycle.start('direct messages', directMessages(parts));
  for (const [name, call] of Object.entries(asked)) await lifecycle.start(`first call: ${name}`, call);
  await lifecycle.start('health', healthServer(parts, { features, storeHealth, backUps, notices }));
  const { token, apiUrl, guildId } = config.discord;
  // Waiting takes real time, whatever clock the rest goes by.
  const sessions = shards === 'auto' ? undefined : shards.ids.length;
  const gateway = await discordToAnswer({
    rest: client.rest,
    apiUrl,
    clock: systemClock,
    log,
    signal,
    sessions,
  });
  await logIn(client, { token, apiUrl, gateway, signal });
  sayMissingPermissions(client, serves, log);
  rooms.recover();
  void mentions?.recover();
  const applicationId = client.application?.id ?? '';
  const invite = invitationOf(applicationId);
  const register = async () =>
    await registerCommands({
      rest: client.rest,
      applicationId,
      commands: surfaces.flatMap(({ commands }) => commands),
      messageCommands: surfaces.flatMap(({ messageCommands }) => messageCommands ?? []),
      languages: allWords,
      guildId,
      otherGuildIds: [...client.guilds.cache.keys()],
      log,
    });
  // Once for all processes: where direct messages come, too.
  const registering = isOwn(undefined)
    ? new Registering({ register, guildId, invite, clock: systemClock, log })
    : undefined;
  if (registering) await lifecycle.start('commands', registering);
  await sayReady({ config, log, off, asked, registering, invite });
}

/** Videos of all servers, without a gateway. */
async function openWorker(config: Config, opening: Opening): Promise<void> {
  const { log, clock, lifecycle } = opening;
  const { parts, storeHealth, notices } = await openShared(config, opening);
  const { client } = parts;
  const worker = videoWorker(parts);
  await lifecycle.open(
    'discord',
    () => client.rest.setToken(config.discord.token),
    () => closeClient(client),
  );
  await lifecycle.keep('notices to the owner', notices);
  await lifecycle.start('watch over the service', watchService(notices));
  await lifecycle.start('videos', worker);
  for (const [name, call] of Object.entries(firstCalls(parts)))
    await lifecycle.start(`first call: ${name}`, call);
  await lifecycle.start('health', workersHealth(parts, { worker, storeHealth, notices }));
  log.info({ role: config.role, at: clock.now() }, 'works on videos');
}

function programOf(env: NodeJS.ProcessEnv): Program | undefined {
  try {
    if (env.ROLE === 'rest') {
      const config = loadRestProxyConfig(env);
      return { logLevel: config.logLevel, open: async (opening) => await openRestProxy(config, opening) };
    }
    const config = loadConfig(env);
    const open = config.role === 'worker' ? openWorker : openBot;
    return { logLevel: config.logLevel, open: async (opening) => await open(config, opening) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    createLog('info').fatal(
      { problems },
      "Emcee can't start with these settings; .env.example explains each",
    );
    process.exitCode = decidedExitCode;
    return undefined;
  }
}

/** Node's own warnings as lines of the log. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
}

if (import.meta.main) await main();
