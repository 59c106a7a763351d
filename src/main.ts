import { join } from 'node:path';
import { conversationSurface } from '../commands/converse/index.ts';
import { interpreterSurface } from '../commands/interpret/index.ts';
import { knowledgeSurface } from '../commands/knowledge/index.ts';
import { speechSurface } from '../commands/speak/index.ts';
import { videoSurface } from '../commands/video/index.ts';
import { type Config, ConfigError, loadConfig, settingsWithoutEffect } from './config/config.ts';
import { switchedOff } from './config/switched-off.ts';
import { createClient } from './discord/client.ts';
import { Dispatcher } from './discord/dispatcher.ts';
import { servedGuilds } from './discord/guards.ts';
import { invitationOf } from './discord/invitation.ts';
import { LoginError, logIn } from './discord/login.ts';
import { withoutNotSetUp } from './discord/not-set-up.ts';
import { registerCommands } from './discord/registration.ts';
import { RestMessenger } from './discord/rest-messenger.ts';
import { Uninvited } from './discord/uninvited.ts';
import { Inspectors } from './media/inspection/inspectors.ts';
import { type Clock, systemClock } from './operations/clock.ts';
import { decidedExitCode } from './operations/exit-code.ts';
import { InHand, openJournal } from './operations/in-hand.ts';
import { ClosingError, Lifecycle } from './operations/lifecycle.ts';
import { createLog } from './operations/log.ts';
import type { FirstOutcome } from './service/first-call.ts';
import { ServiceHttp } from './service/http.ts';
import { openProfile } from './service/profile.ts';
import { openConversations } from './service/realtime/conversation/conversation-client.ts';
import { openTranslations } from './service/realtime/translation/translation-client.ts';
import { openSynthesis } from './service/synthesis/client.ts';
import { Checkpoints } from './storage/checkpoints.ts';
import { openStore } from './storage/store.ts';
import { StoreError } from './storage/store-error.ts';
import { CipherError } from './voice/connection/ciphers.ts';
import { callShared } from './wiring/calls.ts';
import { conversationDesk } from './wiring/conversation.ts';
import { firstCalls } from './wiring/first-calls.ts';
import { interpreterDesk } from './wiring/interpreter.ts';
import { knowledgeDesk } from './wiring/knowledge.ts';
import { leftoverSweeps } from './wiring/leftovers.ts';
import { answersMentions, mentionDesk } from './wiring/mentions.ts';
import type { SharedParts } from './wiring/parts.ts';
import { speechDesk } from './wiring/speech.ts';
import { videoStudio } from './wiring/videos.ts';
import { voiceRooms } from './wiring/voice.ts';
import { allWords, wordsFor } from './words/index.ts';

const closeWithinMs = 8_000;

/** Reads the configuration, opens the parts in order, and closes them in reverse when the process is told to stop. */
export async function main(env: NodeJS.ProcessEnv = process.env, clock: Clock = systemClock): Promise<void> {
  const config = readConfig(env);
  if (!config) return;
  const log = createLog(config.logLevel);
  for (const sentence of settingsWithoutEffect(env)) log.warn(sentence);
  const lifecycle = new Lifecycle({ log, clock: systemClock, closeWithinMs });
  const stop = new AbortController();
  const close = async (reason: string, exitCode: number) => {
    stop.abort();
    const clean = await lifecycle.close(reason);
    process.exit(clean ? exitCode : exitCode || 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close(signal, 0));
  process.once('disconnect', () => void close('the launcher is gone', 0));
  try {
    await open({ config, log, clock, lifecycle, stop, close });
    process.send?.({ ready: true });
  } catch (error) {
    if (error instanceof ClosingError || stop.signal.aborted) return;
    const known = error instanceof LoginError || error instanceof StoreError || error instanceof CipherError;
    if (known) console.error(error.message);
    log.fatal({ err: error }, "couldn't start");
    const decided = known && !(error instanceof LoginError && error.temporary);
    await close("couldn't start", decided ? decidedExitCode : 1);
  }
}

interface Opening {
  readonly config: Config;
  readonly log: ReturnType<typeof createLog>;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly stop: AbortController;
  readonly close: (reason: string, exitCode: number) => Promise<void>;
}

async function open({ config, log, clock, lifecycle, stop, close }: Opening): Promise<void> {
  const store = await lifecycle.open(
    'store',
    () => openStore({ dataDir: config.dataDir, log }),
    (opened) => opened.close(),
  );
  const checkpoints = new Checkpoints({ store, clock: systemClock, log });
  await lifecycle.open(
    'checkpoints of the store',
    () => checkpoints.start(),
    () => checkpoints.close(),
  );
  const inHand = await lifecycle.open(
    'work in hand',
    () => new InHand({ journal: openJournal(join(config.dataDir, 'in-hand.log')), log }),
    (opened) => opened.close(),
  );
  const client = createClient({
    apiUrl: config.discord.apiUrl,
    messageContent: config.discord.messageContent,
    messages: answersMentions(config),
    log,
    onLost: (reason) => {
      console.error(reason.message);
      void close('Discord closed the connection', decidedExitCode);
    },
  });
  const http = await lifecycle.open(
    'service',
    () => new ServiceHttp({ profile: openProfile(config.service) }),
    (opened) => opened.close(),
  );
  const messenger = new RestMessenger(client, () => clock.now());
  const inspectors = await lifecycle.open(
    'file inspectors',
    // How long a process works is real time, whatever clock the rest goes by.
    () => new Inspectors({ clock: systemClock, log }),
    (opened) => opened.close(),
  );
  const { signal } = stop;
  const parts: SharedParts = {
    config,
    log,
    clock,
    store,
    client,
    messenger,
    http,
    inspectors,
    inHand,
    signal,
  };
  const studio = videoStudio(parts);
  const rooms = await voiceRooms(parts);
  const synthesis = openSynthesis({
    profile: http.profile,
    clock,
    log,
    tasksPerSecond: config.speech.tasksPerSecond,
  });
  const desk = speechDesk(parts, rooms, synthesis);
  const knowledge = knowledgeDesk(parts);
  const mentions = mentionDesk(parts, knowledge);
  const conversations = openConversations({
    profile: http.profile,
    clock,
    log,
    connectsPerMinute: config.conversation.connectsPerMinute,
  });
  const translations = openTranslations({
    profile: http.profile,
    clock,
    log,
    connectsPerMinute: config.interpreter.connectsPerMinute,
  });
  const shared = callShared(parts, { rooms, speech: desk });
  const conversation = conversationDesk(parts, { shared, conversations, studio, knowledge });
  const interpreter = interpreterDesk(parts, { shared, translations });
  const off = switchedOff(config);
  const features = [
    videoSurface(studio),
    speechSurface(desk),
    knowledgeSurface(knowledge),
    conversationSurface(conversation),
    interpreterSurface(interpreter),
  ].map((surface) => withoutNotSetUp(surface, off));
  const serves = servedGuilds(config.discord.allowedGuildIds);
  const dispatcher = new Dispatcher({ features, wordsFor, serves, log, now: () => clock.now() });
  const farewell = (locale: string) => wordsFor(locale).errors.farewell;
  const uninvited = new Uninvited({ client, messenger, serves, farewell, clock, log });
  // Before the gateway: what was accepted earlier goes on without it, and nobody is heard before somebody answers.
  await lifecycle.open(
    'discord',
    () => client.rest.setToken(config.discord.token),
    () => client.destroy(),
  );
  await lifecycle.open(
    'videos',
    () => studio.open(),
    () => studio.close(),
  );
  await lifecycle.open(
    'synthesis',
    () => synthesis,
    () => synthesis.close(),
  );
  await lifecycle.open(
    'voice rooms',
    () => rooms,
    () => rooms.close(),
  );
  await lifecycle.open(
    'speech',
    () => desk.open(),
    () => desk.close(),
  );
  await lifecycle.open(
    'knowledge',
    () => knowledge.open(),
    () => knowledge.close(),
  );
  await lifecycle.open(
    'mentions',
    () => mentions?.open(),
    () => mentions?.close(),
  );
  await lifecycle.open(
    'realtime sessions',
    () => conversations,
    () => conversations.close(),
  );
  await lifecycle.open(
    'conversations',
    () => conversation.open(),
    () => conversation.close(),
  );
  await lifecycle.open(
    'translation sessions',
    () => translations,
    () => translations.close(),
  );
  await lifecycle.open(
    'interpreters',
    () => interpreter.open(),
    () => interpreter.close(),
  );
  const leftovers = leftoverSweeps(parts);
  await lifecycle.open(
    'leftovers',
    () => leftovers.start(),
    () => leftovers.close(),
  );
  await lifecycle.open(
    'dispatcher',
    () => dispatcher.attach(client),
    () => dispatcher.close(),
  );
  await lifecycle.open(
    'guilds to leave',
    () => uninvited.open(),
    () => uninvited.close(),
  );
  const asked = firstCalls(parts);
  for (const [name, call] of Object.entries(asked)) {
    await lifecycle.open(
      `first call: ${name}`,
      () => call.start(),
      () => call.close(),
    );
  }
  await logIn(client, { token: config.discord.token, apiUrl: config.discord.apiUrl, signal: stop.signal });
  rooms.recover();
  const applicationId = client.application?.id ?? '';
  await registerCommands({
    rest: client.rest,
    applicationId,
    commands: features.flatMap(({ commands }) => commands),
    messageCommands: features.flatMap(({ messageCommands }) => messageCommands ?? []),
    languages: allWords,
    guildId: config.discord.guildId,
    otherGuildIds: [...client.guilds.cache.keys()],
    log,
  });
  for (const { what, settings } of off)
    log.info({ settings }, `off: ${what}. To switch it on, set ${settings.join(' and ')}`);
  const answers: Record<string, FirstOutcome> = {};
  for (const [name, { outcome }] of Object.entries(asked)) answers[name] = await outcome;
  const { dataDir } = config;
  const facts = { dataDir, region: config.service.region, ...answers, invite: invitationOf(applicationId) };
  const silent = Object.keys(answers).filter((name) => answers[name] !== 'answers');
  log.info(facts, silent.length === 0 ? 'ready' : `ready, but without: ${silent.join(', ')}`);
}

function readConfig(env: NodeJS.ProcessEnv): Config | undefined {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = decidedExitCode;
    return undefined;
  }
}

if (import.meta.main) await main();
