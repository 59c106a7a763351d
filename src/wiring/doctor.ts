import { type REST, RESTEvents, Routes } from 'discord.js';
import type { Logger } from 'pino';
import packageFile from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { OperationsConfig } from '../config/operations.ts';
import { BotOwners } from '../discord/bot-owners.ts';
import { askDiscord } from '../discord/first-contact.ts';
import { checkIntents, checkToken } from '../doctor/checks/discord.ts';
import { checkClock, checkDisk, checkFfmpeg, checkVersions } from '../doctor/checks/machine.ts';
import { checkKnowledge, checkService } from '../doctor/checks/service.ts';
import {
  checkBackUp,
  checkClosedDatabase,
  checkClosedStore,
  checkFiles,
  checkOpenStore,
  checkWorkers,
} from '../doctor/checks/store.ts';
import { checkEncryption, checkOpus, checkUdp, checkVoiceCiphers } from '../doctor/checks/voice.ts';
import { DoctorDesk } from '../doctor/desk.ts';
import type { Check } from '../doctor/doctor.ts';
import type { CheckName } from '../doctor/finding.ts';
import { type Clock, systemClock } from '../operations/clock.ts';
import type { Role } from '../operations/role.ts';
import type { ServiceHttp } from '../service/http.ts';
import { backUpsIn } from '../storage/back-ups.ts';
import type { Rooms } from '../voice/room/rooms.ts';
import { openFiles } from './files.ts';
import { freeCalls } from './first-calls.ts';
import type { SharedParts } from './parts.ts';

type Checks = Readonly<Partial<Record<CheckName, Check>>>;

const { version, engines } = packageFile;

/** What needs no valid settings. */
export function machineChecks(where: {
  readonly dataDir: string;
  readonly storeUrl?: string | undefined;
  readonly role?: Role;
  readonly searchPath: string;
  readonly releasesUrl?: string | undefined;
  readonly operations?: Pick<OperationsConfig, 'proxy'>;
}): Checks {
  const needsNode = engines.node.replace(/^\D+/, '');
  return {
    ciphers: checkVoiceCiphers(),
    opus: checkOpus(),
    encryption: checkEncryption(),
    udp: checkUdp(undefined, where.operations?.proxy !== undefined),
    ffmpeg: checkFfmpeg(where.searchPath, where.dataDir),
    disk: checkDisk(where.dataDir),
    store: where.storeUrl ? checkClosedDatabase(where.storeUrl) : checkClosedStore(where.dataDir),
    ...(where.role === 'gateway' && where.storeUrl ? { workers: checkWorkers(where.storeUrl) } : {}),
    versions: checkVersions({ version, node: process.version, needsNode, releasesUrl: where.releasesUrl }),
  };
}

interface OutsideParts {
  readonly config: Config;
  readonly rest: REST;
  readonly http: ServiceHttp;
  readonly clock: Clock;
  readonly log: Logger;
  /** Absent if there's no bot running. */
  readonly isConnected?: () => boolean;
}

/** What asks Discord and the service, the way the bot does. */
export function outsideChecks({ config, rest, http, clock, log, isConnected }: OutsideParts): Checks {
  const { apiUrl, messageContent } = config.discord;
  const { files } = config;
  const calls = freeCalls({ config, http, clock, log });
  return {
    token: checkToken({ ask: async (signal) => await askDiscord({ rest, apiUrl, signal }), isConnected }),
    intents: checkIntents({
      wanted: messageContent,
      application: async (signal) =>
        (await rest.get(Routes.currentApplication(), { signal })) as { flags: number },
    }),
    clock: checkClock(
      async (signal) => await discordsTime(rest, signal),
      () => clock.now(),
    ),
    service: checkService(calls.service, config.service.region),
    knowledge: checkKnowledge(calls.knowledge),
    files: checkFiles(files && (() => openFiles(files))),
    'back-up': checkBackUp({
      everyMs: config.operations.backUps.everyMs,
      isDatabase: config.storeUrl !== undefined,
      ageMs: () => newestBackUpAge(config),
    }),
  };
}

/** Whatever clock the rest goes by. */
function newestBackUpAge({ operations }: Config): number | undefined {
  const [newest] = backUpsIn(operations.backUps.folder);
  return newest && systemClock.now() - newest.madeAt;
}

/** The `Date` of Discord's answer, whatever it answers. */
async function discordsTime(rest: REST, signal: AbortSignal): Promise<number | undefined> {
  let told: string | null = null;
  const hear = (_: unknown, { headers }: { readonly headers: { get(name: string): string | null } }) => {
    told ??= headers.get('date');
  };
  rest.on(RESTEvents.Response, hear);
  try {
    await rest.get(Routes.gateway(), { signal, auth: false }).catch(() => undefined);
  } finally {
    rest.off(RESTEvents.Response, hear);
  }
  return told === null ? undefined : Date.parse(told);
}

export function doctorDesk(parts: SharedParts, rooms: Pick<Rooms, 'datagramsArrive'>): DoctorDesk {
  const { config, client, http, store, clock, log } = parts;
  const owners = new BotOwners(client);
  return new DoctorDesk(
    () => ({
      ...machineChecks(config),
      ...outsideChecks({ config, rest: client.rest, http, clock, log, isConnected: () => client.isReady() }),
      udp: checkUdp(undefined, config.operations.proxy !== undefined, () => rooms.datagramsArrive),
      store: checkOpenStore(store.atomic.leases),
    }),
    async (userId) => await owners.isOwner(userId),
    systemClock,
  );
}
