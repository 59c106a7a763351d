import { inspect } from 'node:util';
import type { Region } from './regions.ts';

/** The `service` group of the configuration: everything that differs from one deployment to the next. */
export interface ServiceSettings {
  readonly apiKey: string;
  readonly region: Region;
  /** Base address of the region, with `{workspace_id}` where the workspace belongs (Frankfurt: document 1). */
  readonly baseUrl: string;
  /** Base address of the WebSocket interfaces; `baseUrl` with `ws` for `http` when absent. */
  readonly socketUrl?: string | undefined;
  readonly workspaceId?: string | undefined;
  /** Prefix of the service's own headers, for example `X-Service-` (field notes 1). */
  readonly headerPrefix: string;
  /** Our model name → the deployment's name (field notes 1). */
  readonly modelAliases: Readonly<Record<string, string>>;
  /** Where live translation takes hot words, as a dotted path in the session's settings; none are sent without it. */
  readonly hotWordsField?: string | undefined;
  /** Longest that one HTTP call may take, from connecting to the last byte. */
  readonly timeoutMs: number;
}

/** One deployment of the service, ready to be called. */
export interface ServiceProfile {
  readonly region: Region;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Of the WebSocket interfaces, without a slash at its end. */
  readonly socketUrl: string;
  readonly apiKey: ApiKey;
  readonly workspaceId: string | undefined;
  readonly headerPrefix: string;
  /** Where live translation takes hot words, as a dotted path in the session's settings. */
  readonly hotWordsField: string | undefined;
  readonly timeoutMs: number;
  /** How this deployment spells one of our model names. */
  wireModel(name: string): string;
}

const workspacePlace = '{workspace_id}';

/** @throws Error in plain words when the address needs a workspace that is not set, or is not an HTTP(S) address. */
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

/** The service's key, held so that logging, serialising or printing it shows nothing. */
export class ApiKey {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The key itself: for the `Authorization` header only. */
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
