import { join } from 'node:path';
import { z } from 'zod';
import { logLevels } from '../operations/log.ts';
import type { NamedProxy } from '../operations/way-out.ts';
import { type Address, address, integer, oneOf } from './values.ts';

/** `off`, or where to listen. */
const listen = z.union([z.literal('off').transform(() => undefined), address], {
  error: 'must be off, or an address and a port such as 127.0.0.1:9464 or [::1]:9464',
});

const proxyMessage = 'must be an address that starts with http:// or https:// and has nothing after its port';

const proxyAddress = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && url?.pathname === '/' && !url.search && !url.hash;
}, proxyMessage);

/** Settings for running the bot: its log, health, back-ups, and the way out. */
export const operationsVariables = z.object({
  LOG_LEVEL: oneOf(logLevels, 'info'),
  HEALTH_LISTEN: listen.prefault('127.0.0.1:9464'),
  BACKUP_EVERY_HOURS: integer(0, 720, 24),
  BACKUP_KEEP: integer(1, 1_000, 7),
  BACKUP_DIR: z.string().optional(),
  HTTPS_PROXY: proxyAddress.optional(),
  NO_PROXY: z.string().default(''),
  LANG: z.string().optional(),
});

export interface OperationsConfig {
  /** What the bot's owner reads, `zh-CN.UTF-8`. Absent: English. */
  readonly locale?: string;
  /** Absent: nobody can ask. */
  readonly health?: Address | undefined;
  readonly backUps: {
    readonly folder: string;
    /** 0: none. */
    readonly everyMs: number;
    readonly most: number;
  };
  /** Absent: everything is reached directly. */
  readonly proxy?: NamedProxy;
}

export function operationsOf(
  values: z.output<typeof operationsVariables>,
  dataDir: string,
): OperationsConfig {
  return {
    ...(values.HEALTH_LISTEN ? { health: values.HEALTH_LISTEN } : {}),
    backUps: {
      folder: values.BACKUP_DIR ?? join(dataDir, 'backups'),
      everyMs: values.BACKUP_EVERY_HOURS * 3_600_000,
      most: values.BACKUP_KEEP,
    },
    ...ownersLocaleOf(values),
    ...wayOutOf(values),
  };
}

/** From the machine's `zh_CN.UTF-8`: Discord tells nobody's language before they use a command. */
export function ownersLocaleOf({
  LANG,
}: {
  readonly LANG?: string | undefined;
}): Pick<OperationsConfig, 'locale'> {
  return LANG ? { locale: LANG.replace('_', '-') } : {};
}

/** Nothing if everything is reached directly. */
export function wayOutOf(
  values: Pick<z.output<typeof operationsVariables>, 'HTTPS_PROXY' | 'NO_PROXY'>,
): Pick<OperationsConfig, 'proxy'> {
  if (!values.HTTPS_PROXY) return {};
  return { proxy: { url: values.HTTPS_PROXY, except: entriesOf(values.NO_PROXY) } };
}

function entriesOf(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((entry) => entry !== '');
}
