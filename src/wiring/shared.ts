import { join } from 'node:path';
import type { Logger } from 'pino';
import { FeatureGate } from '../community/feature-access.ts';
import { NeverHeard, neverHeardSchema } from '../community/never-heard.ts';
import {
  ServerSettings,
  settingsChangeIndex,
  settingsChangeSchema,
  settingsIndex,
  settingsRecordSchema,
  untouchedOff,
} from '../community/server-settings.ts';
import { holdMoney, keptLeases, spendsNothing } from '../community/spending-lease.ts';
import type { Config } from '../config/config.ts';
import { BotOwners } from '../discord/bot-owners.ts';
import { ChannelPace } from '../discord/channel-pace.ts';
import { createClient } from '../discord/client.ts';
import { sendGatewayWayOut } from '../discord/gateway-proxy.ts';
import { OwnerNotices, toldTroubleSchema } from '../discord/owner-notices.ts';
import { RestMessenger } from '../discord/rest-messenger.ts';
import { Inspectors } from '../media/inspection/inspectors.ts';
import { emptyTemporaryFolder } from '../media/temporary-folder.ts';
import { type Clock, systemClock } from '../operations/clock.ts';
import { InHand, openJournal } from '../operations/in-hand.ts';
import type { Lifecycle } from '../operations/lifecycle.ts';
import type { createLog } from '../operations/log.ts';
import { hasOthers } from '../operations/role.ts';
import { decidedExitCode } from '../operations/stop-signals.ts';
import { shownProxy, takeWayOut } from '../operations/way-out.ts';
import { ServiceHttp } from '../service/http.ts';
import { openProfile } from '../service/profile.ts';
import { Checkpoints } from '../storage/checkpoints.ts';
import type { KeptStore } from '../storage/kept.ts';
import { ownRecords } from '../storage/own-records.ts';
import { openPostgresStore } from '../storage/postgres/open.ts';
import { nobodys, ofPerson } from '../storage/record-index.ts';
import { openStore } from '../storage/store.ts';
import { StoreHealth } from '../storage/store-health.ts';
import { awaitStoreLock } from '../storage/store-lock.ts';
import { wordsFor } from '../words/index.ts';
import { openFiles } from './files.ts';
import { watchStore } from './health.ts';
import { limitRules } from './limits.ts';
import { moderatorsNews } from './news.ts';

export interface Opening {
  readonly log: ReturnType<typeof createLog>;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly stop: AbortController;
  readonly close: (reason: string, exitCode: number) => Promise<void>;
}

/**
 * Opens what every process of the bot stands on, whatever its role: the store and the right to spend from it, what servers decided, the
 * way to Discord (without its gateway) and to the service.
 */
export async function openShared(config: Config, { log, clock, lifecycle, stop, close }: Opening) {
  useProxy(config, log);
  const storeHealth: StoreHealth = new StoreHealth({
    dataDir: config.dataDir,
    probe: async () => await store.probe(),
    clock: systemClock,
    log,
  });
  const { role } = config;
  const { shards } = config.discord;
  const store: KeptStore = await lifecycle.open(
    'store',
    async () => {
      const { dataDir, storeUrl } = config;
      const waiting = { clock: systemClock, log, signal: stop.signal };
      const onWrite = (succeeded: boolean) => storeHealth.noteWrite(succeeded);
      const shared = { log, now: () => clock.now(), onWrite };
      const onLost = () => void close('another bot uses the store', decidedExitCode);
      if (storeUrl) {
        const opened = await openPostgresStore({
          url: storeUrl,
          shards,
          role,
          onLost,
          ...waiting,
          ...shared,
        });
        return ownRecords(opened, shards);
      }
      return openStore({ dataDir, lock: await awaitStoreLock({ dataDir, ...waiting }), ...shared });
    },
    (opened) => opened.close(),
  );
  // Files that a process works on are in a folder of its own.
  if (hasOthers({ role, shards }))
    await lifecycle.open(
      'folder',
      async () =>
        await awaitStoreLock({ dataDir: config.dataDir, clock: systemClock, log, signal: stop.signal }),
      (lock) => lock.release(),
    );
  await lifecycle.start("the store's health", storeHealth);
  await lifecycle.start('checkpoints of the store', new Checkpoints(store, systemClock, log));
  const assertMayPay = () => storeHealth.assertMayPay();
  const held = role === 'worker' ? spendsNothing(store.atomic) : await holdMoney(store.atomic, shards);
  const { leases } = store.atomic;
  const onLost = () => void close('another process has taken over', decidedExitCode);
  await lifecycle.start('money', keptLeases({ leases, held: held.leases, clock, log, onLost }));
  const settings = new ServerSettings({
    records: store.collection('server-settings', settingsRecordSchema, settingsIndex),
    changes: store.collection('settings-changes', settingsChangeSchema, settingsChangeIndex),
    ...(config.discord.newServersOn ? {} : { untouched: untouchedOff }),
    now: () => clock.now(),
    log,
  });
  store.elsewhere.onWrite('server-settings', async (id) => settings.readAgain(id));
  const neverHeard = new NeverHeard({
    shelf: store.collection('never-heard', neverHeardSchema, ofPerson),
    clock,
  });
  store.elsewhere.onWrite('never-heard', async (id) => await neverHeard.readAgain(id));
  await neverHeard.open();
  const neverWritten = new NeverHeard({
    shelf: store.collection('never-written', neverHeardSchema, ofPerson),
    clock,
  });
  store.elsewhere.onWrite('never-written', async (id) => await neverWritten.readAgain(id));
  await neverWritten.open();
  const inHand = new InHand({ journal: openJournal(join(config.dataDir, 'in-hand.log')), log });
  await lifecycle.keep('work in hand', inHand);
  const client = createClient({
    apiUrl: config.discord.apiUrl,
    messageContent: config.discord.messageContent,
    shards,
    paces: store.paces,
    log,
    onLost: () => void close('Discord closed the connection', decidedExitCode),
  });
  const http = new ServiceHttp({ profile: openProfile(config.service), now: () => clock.now() });
  await lifecycle.keep('service', http);
  // How long a process works is real time, whatever clock the rest goes by.
  const inspectors = new Inspectors({
    clock: systemClock,
    log,
    folder: emptyTemporaryFolder(config.dataDir),
  });
  await lifecycle.keep('file inspectors', inspectors);
  const fileStore = config.files && openFiles(config.files);
  if (fileStore) await lifecycle.keep('store of files', fileStore);
  const messenger = new RestMessenger(client, () => clock.now());
  const news = moderatorsNews({ settings, client, messenger, store, clock, log });
  const gate = new FeatureGate(settings.page('access'));
  const { signal } = stop;
  const limits = await limitRules({ config, store, settings, client, news, clock, log });
  await lifecycle.keep('alarms of limits', limits.rules);
  const spent = { ...held, assertMayPay, rules: limits.rules };
  const parts = {
    config,
    log,
    clock,
    store,
    spent,
    limits,
    settings,
    neverHeard,
    neverWritten,
    news,
    gate,
    client,
    messenger,
    pace: new ChannelPace(clock),
    http,
    inspectors,
    fileStore,
    inHand,
    signal,
  };
  const notices = new OwnerNotices({
    owners: new BotOwners(client),
    messenger,
    shelf: store.collection('owner-notices', toldTroubleSchema, nobodys),
    words: wordsFor(config.operations.locale),
    clock: systemClock,
    log,
  });
  watchStore(notices, storeHealth);
  return { parts, storeHealth, notices };
}

function useProxy({ operations: { proxy } }: Config, log: Logger): void {
  takeWayOut(proxy);
  if (!proxy) return;
  sendGatewayWayOut();
  log.warn(
    { proxy: shownProxy(proxy), except: proxy.except },
    'HTTPS_PROXY leads to everything but voice, which needs a direct way out (UDP, and WebSockets to *.discord.media)',
  );
}
