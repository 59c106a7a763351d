import { inspect } from 'node:util';
import type { Region } from './regions.ts';

/** The `service` group of the configuration: everything that differs between deployments. */
export interface ServiceSettings {
  readonly apiKey: string;
  readonly region: Region;
  /** Base address of the region, with `{workspace_id}` in the workspace's place (Frankfurt: document 1). */
  readonly baseUrl: string;
  /** Base address of the WebSocket interfaces. Default: `baseUrl` with `ws` for `http`. */
  readonly socketUrl?: string | undefined;
  readonly workspaceId?: string | undefined;
  /** Prefix of the service's own headers, such as `X-Service-` (field notes 1). */
  readonly headerPrefix: string;
  /** Our model name → the deployment's name (field notes 1). */
  readonly modelAliases: Readonly<Record<string, string>>;
  /** Dotted path in the live translation's settings for hot words; without it, none are sent. */
  readonly hotWordsField?: string | undefined;
  /** Time limit for an HTTP call, from connecting to the last byte. */
  readonly timeoutMs: number;
}

/** A deployment of the service, ready for calls. */
export interface ServiceProfile {
  readonly region: Region;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** For the WebSocket interfaces, without a trailing slash. */
  readonly socketUrl: string;
  readonly apiKey: ApiKey;
  readonly workspaceId: string | undefined;
  readonly headerPrefix: string;
  /** Dotted path in the live translation's settings for hot words. */
  readonly hotWordsField: string | undefined;
  readonly timeoutMs: number;
  /** This deployment's name for one of our models. */
  wireModel(name: string): string;
}

const workspacePlace = '{workspace_id}';

/** @throws Error in plain words if the address needs a workspace that isn't set, or isn't HTTP(S) */
export function openProfile(settings: ServiceSettings): ServiceProfile {
  const workspaceId = settings.workspaceId || undefined;
  const aliases = new Map(Object.entries(settings.modelAliases));
  const baseUrl = resolveAddress(settings.baseUrl, workspaceId, 'http');
  return {
    region: settings.region,
    baseUrl,
    socketUrl: settings.socketUrl
      ? resolveAddress(settings.socketUrl, workspaceId, 'ws')
      : baseUrl.replace(/^http/, 'ws'),
    apiKey: new ApiKey(settings.apiKey),
    workspaceId,
    headerPrefix: settings.headerPrefix,
    hotWordsField: settings.hotWordsField,
    timeoutMs: settings.timeoutMs,
    wireModel: (name) => aliases.get(name) ?? name,
  };
}

function resolveAddress(template: string, workspaceId: string | undefined, scheme: 'http' | 'ws'): string {
  if (template.includes(workspacePlace) && !workspaceId) {
    throw new Error(`the service address contains ${workspacePlace}, but no workspace id is set`);
  }
  const text = template.replaceAll(workspacePlace, encodeURIComponent(workspaceId ?? ''));
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== `${scheme}s:` && url.protocol !== `${scheme}:`)) {
    throw new Error(`the service address is not an ${scheme}(s) address`);
  }
  return `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, '');
}

/** The service's key. Logging, serialising or printing it shows nothing. */
export class ApiKey {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The key itself, only for the `Authorization` header. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[redacted]';
  }

  toJSON(): string {
    return '[redacted]';
  }

  [inspect.custom](): string {
    return '[redacted]';
  }
}
