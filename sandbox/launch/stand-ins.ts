import type { DiscordSandbox } from '../discord/server.ts';
import type { ServiceSandbox, ServiceSandboxOptions } from '../service/server.ts';
import { startListening } from './listening.ts';
import type { Environment, SandboxSettings } from './settings.ts';

/** Which sides have nothing real to talk to. */
export interface Wanted {
  readonly discord: boolean;
  readonly service: boolean;
}

export interface StandIns {
  readonly discord?: DiscordSandbox;
  readonly service?: ServiceSandbox;
  /** Address of the chat page, which belongs to the Discord stand-in. */
  readonly pageUrl?: string;
  close(): Promise<void>;
}

interface Closable {
  close(): Promise<void>;
}

/** Starts what is wanted; when one does not start, the others are closed again. */
export async function startStandIns(
  wanted: Wanted,
  settings: SandboxSettings,
  env: Environment,
): Promise<StandIns> {
  const opened: Closable[] = [];
  const keep = async <Started extends Closable>(starting: Promise<Started>): Promise<Started> => {
    const started = await starting;
    opened.push(started);
    return started;
  };
  const close = async () => {
    await Promise.allSettled(opened.map((standIn) => standIn.close()));
  };
  const starting = wanted.service ? keep(startService(settings, env)) : undefined;
  const outcomes = await Promise.allSettled([
    wanted.discord ? keepDiscord(keep, settings, starting) : {},
    starting,
  ]);
  const [discordSide, service] = outcomes;
  if (discordSide.status === 'fulfilled' && service.status === 'fulfilled') {
    return { ...discordSide.value, ...(service.value ? { service: service.value } : {}), close };
  }
  await close();
  throw discordSide.status === 'rejected' ? discordSide.reason : failureOf(service);
}

async function keepDiscord(
  keep: <Started extends Closable>(starting: Promise<Started>) => Promise<Started>,
  { host, ports }: SandboxSettings,
  startingService: Promise<ServiceSandbox> | undefined,
): Promise<Pick<StandIns, 'discord' | 'pageUrl'>> {
  const { startDiscordSandbox } = await import('../discord/server.ts');
  const discord = await keep(
    startListening('discord', { host, port: ports.discord }, (address) =>
      startDiscordSandbox({ ...address, privilegedIntents: ['MessageContent'] }),
    ),
  );
  const { startConsole } = await import('../console/server.ts');
  // The page says sentences with the service's voice. Without a service there's still a page.
  const service = await startingService?.catch(() => undefined);
  const page = await keep(
    startListening('page', { host, port: ports.page }, (address) =>
      startConsole({
        ...address,
        discordUrl: discord.baseUrl,
        ...(service ? { serviceUrl: service.baseUrl } : {}),
      }),
    ),
  );
  return { discord, pageUrl: page.url };
}

async function startService({ host, ports }: SandboxSettings, env: Environment): Promise<ServiceSandbox> {
  const { startServiceSandbox } = await import('../service/server.ts');
  const region = regionOf(env.SERVICE_REGION);
  return startListening('service', { host, port: ports.service }, (address) =>
    startServiceSandbox({ ...address, ...(region ? { region } : {}) }),
  );
}

/** The region that the bot will name; one that does not exist is for the bot to complain about. */
function regionOf(text: string | undefined): ServiceSandboxOptions['region'] {
  return (['singapore', 'virginia', 'frankfurt', 'beijing'] as const).find(
    (region) => region === text?.trim(),
  );
}

function failureOf(outcome: PromiseSettledResult<unknown>): unknown {
  return outcome.status === 'rejected' ? outcome.reason : undefined;
}
