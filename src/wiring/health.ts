import { dayOf } from '../community/spending.ts';
import { isGatewayConnected } from '../discord/gateway-health.ts';
import type { OwnerNotices, OwnerTrouble } from '../discord/owner-notices.ts';
import { HealthServer } from '../operations/health-server.ts';
import { measures } from '../operations/measures.ts';
import { type MetricSources, Metrics } from '../operations/metrics.ts';
import { spendingUnits } from '../refusal/spending.ts';
import { BackUps, backUpOf } from '../storage/back-ups.ts';
import type { StoreHealth } from '../storage/store-health.ts';
import type { VideoWorker } from '../video/worker.ts';
import type { makeFeatures } from './features.ts';
import type { SharedParts } from './parts.ts';

interface HealthNeeds {
  readonly features: Awaited<ReturnType<typeof makeFeatures>>;
  readonly storeHealth: StoreHealth;
  readonly backUps: BackUps | undefined;
  readonly notices: OwnerNotices;
}

interface OpenablePart {
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Undefined if the bot's owner wants none, or makes their own: a database isn't the bot's to copy. */
export function automaticBackUps(
  { config, clock, log }: SharedParts,
  notices: OwnerNotices,
): BackUps | undefined {
  const { everyMs, folder, most } = config.operations.backUps;
  if (everyMs === 0 || config.storeUrl) return undefined;
  return new BackUps({
    ...{ everyMs, folder, most, clock, log },
    make: backUpOf(config.dataDir),
    onAge: (tooOld) => notices.report('backup-old', tooOld),
  });
}

/** The server that answers questions about the bot's health; nothing if the bot's owner wants none. */
export function healthServer(parts: SharedParts, needs: HealthNeeds): OpenablePart {
  const { client } = parts;
  const { features, storeHealth, backUps, notices } = needs;
  return answeringServer(parts, storeHealth, {
    gatewayReady: () => isGatewayConnected(client),
    gatewayLatencyMs: () => client.ws.ping,
    jobs: () => features.studio.jobsByState,
    rooms: () => features.rooms.size,
    calls: () => ({
      conversation: features.conversation.runningCalls,
      interpreter: features.interpreter.runningCalls,
    }),
    connectsLeft: () => features.translations.connectsLeft,
    backUpAgeSeconds: () => (backUps?.ageMs === undefined ? undefined : backUps.ageMs / 1_000),
    ownerTroubles: () => notices.troubles,
  });
}

function answeringServer(
  { config, store, clock, log }: SharedParts,
  storeHealth: StoreHealth,
  sources: Omit<MetricSources, 'unitsSpent' | 'storeFailing' | 'diskFreeBytes'>,
): OpenablePart {
  const { health } = config.operations;
  if (!health) return { open: async () => undefined, close: async () => undefined };
  const metrics = new Metrics({
    ...sources,
    unitsSpent: async () => {
      const today = dayOf(clock.now());
      const spent = await store.atomic.money.balances(spendingUnits.map((unit) => ({ unit, period: today })));
      return Object.fromEntries(spendingUnits.map((unit, index) => [unit, spent[index] ?? 0]));
    },
    storeFailing: () => storeHealth.ailment !== undefined,
    diskFreeBytes: () => storeHealth.freeBytes,
  });
  const server = new HealthServer({
    ...health,
    metrics,
    checks: () => {
      const gateway = sources.gatewayReady();
      return {
        ...(gateway === undefined ? {} : { gateway }),
        store: storeHealth.ailment !== 'unwritable',
        disk: storeHealth.ailment !== 'disk-full',
      };
    },
    log,
  });
  return {
    open: async () => await server.open(),
    close: async () => {
      await server.close();
      metrics.close();
    },
  };
}

/** The same for a worker, which has no gateway, no rooms and no calls. */
export function workersHealth(
  parts: SharedParts,
  needs: { readonly worker: VideoWorker } & Pick<HealthNeeds, 'storeHealth' | 'notices'>,
): OpenablePart {
  const { worker, storeHealth, notices } = needs;
  const nothing = () => undefined;
  return answeringServer(parts, storeHealth, {
    gatewayReady: nothing,
    gatewayLatencyMs: nothing,
    jobs: () => worker.jobsByState,
    rooms: nothing,
    calls: () => ({}),
    connectsLeft: nothing,
    backUpAgeSeconds: nothing,
    ownerTroubles: () => notices.troubles,
  });
}

/**
 * The bot's owner hears of a refused key and of an account without credit; each is over when the same call is answered again. Answers
 * are only looked at until then.
 */
export function watchService(notices: Pick<OwnerNotices, 'report'>): OpenablePart {
  const failing = new Map<OwnerTrouble, Set<string>>();
  let stopFailures = () => {};
  let stopAnswers: (() => void) | undefined;
  const noMoreAnswers = () => {
    stopAnswers?.();
    stopAnswers = undefined;
  };
  const onAnswer = (call: string) => {
    for (const [trouble, calls] of failing) {
      if (!calls.delete(call) || calls.size > 0) continue;
      failing.delete(trouble);
      notices.report(trouble, false);
    }
    if (failing.size === 0) noMoreAnswers();
  };
  return {
    open: async () => {
      stopFailures = measures.serviceFailure.listen(({ call, fault }) => {
        const trouble = troubleOf(call, fault);
        if (!trouble) return;
        failing.set(trouble, (failing.get(trouble) ?? new Set()).add(call));
        notices.report(trouble, true);
        stopAnswers ??= measures.serviceCall.listen((answered) => {
          if (!answered.failure) onAnswer(answered.call);
        });
      });
    },
    close: async () => {
      stopFailures();
      noMoreAnswers();
    },
  };
}

function troubleOf(call: string, fault: string): OwnerTrouble | undefined {
  if (fault === 'arrears') return 'account-arrears';
  if (fault !== 'credentials') return undefined;
  return call.startsWith('knowledge ') ? 'knowledge-key-refused' : 'key-refused';
}

/** What the store's disk does to the bot is its owner's to put right. */
export function watchStore(notices: OwnerNotices, storeHealth: StoreHealth): void {
  storeHealth.onChange((ailment) => {
    notices.report('disk-full', ailment === 'disk-full');
    notices.report('store-unwritable', ailment === 'unwritable');
  });
}
