import { z } from 'zod';
import { type Region, regions } from '../service/regions.ts';
import type { Reading } from './reading.ts';
import { readSettingsFile } from './settings-file.ts';
import {
  headerPrefix,
  hosts,
  hotWordsField,
  httpAddress,
  integer,
  modelAliases,
  oneOf,
  secret,
  socketAddress,
} from './values.ts';

/** Settings of the way to the AI service (field notes 1). */
export const serviceVariables = z.object({
  SERVICE_API_KEY: secret('the API key of the AI service'),
  SERVICE_BASE_URL: httpAddress.optional(),
  SERVICE_SOCKET_URL: socketAddress.optional(),
  SERVICE_REGION: oneOf(regions, 'singapore'),
  SERVICE_WORKSPACE_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters, digits and hyphens')
    .optional(),
  SERVICE_HEADER_PREFIX: headerPrefix.optional(),
  SERVICE_MODEL_ALIASES: modelAliases.optional(),
  SERVICE_HOT_WORDS_FIELD: hotWordsField.optional(),
  SERVICE_PROFILE: z.string().optional(),
  SERVICE_FILE_HOSTS: hosts.optional(),
  SERVICE_TIMEOUT_MS: integer(1_000, 600_000, 30_000),
});

export interface ServiceConfig {
  readonly apiKey: string;
  readonly region: Region;
  /** May contain `{workspace_id}`; then the workspace id is set. */
  readonly baseUrl: string;
  /** Base of the WebSocket interfaces; if absent, `baseUrl` with `ws` instead of `http`. */
  readonly socketUrl?: string;
  readonly workspaceId?: string;
  readonly headerPrefix: string;
  /** Our model name → the deployment's. */
  readonly modelAliases: Readonly<Record<string, string>>;
  /** Where live translation takes hot words; without it none are sent. */
  readonly hotWordsField?: string;
  /** Hosts inside the operator's own network that finished videos may come from, each `host:port`. */
  readonly fileHosts: readonly string[];
  readonly timeoutMs: number;
}

/** Undefined, with a problem added, if there's no address to call. Variables take precedence over the profile. */
export function serviceOf(
  values: z.output<typeof serviceVariables>,
  reading: Reading,
): ServiceConfig | undefined {
  const { SERVICE_REGION: region, SERVICE_WORKSPACE_ID: workspaceId, SERVICE_PROFILE: path } = values;
  const { problems, faulty } = reading;
  const profile = path ? readSettingsFile('SERVICE_PROFILE', path, providerProfile, reading) : {};
  if (!profile || faulty.has('SERVICE_REGION')) return undefined;
  const baseUrl = values.SERVICE_BASE_URL ?? profile.bases?.[region];
  if (!baseUrl) {
    const also = path ? ", which SERVICE_PROFILE doesn't have either" : '';
    problems.push(
      `SERVICE_BASE_URL is missing: the address of the AI service in the region ${region}${also}`,
    );
    return undefined;
  }
  if (baseUrl.includes('{workspace_id}') && !workspaceId)
    problems.push('SERVICE_WORKSPACE_ID is missing: the address of the AI service contains {workspace_id}');
  const socketUrl = values.SERVICE_SOCKET_URL ?? profile.socketBases?.[region];
  const hotWords = values.SERVICE_HOT_WORDS_FIELD ?? profile.hotWordsField;
  return {
    apiKey: values.SERVICE_API_KEY,
    region,
    baseUrl,
    ...(socketUrl ? { socketUrl } : {}),
    ...(workspaceId ? { workspaceId } : {}),
    headerPrefix: values.SERVICE_HEADER_PREFIX ?? profile.headerPrefix ?? 'X-Service-',
    modelAliases: { ...profile.models, ...values.SERVICE_MODEL_ALIASES },
    ...(hotWords ? { hotWordsField: hotWords } : {}),
    fileHosts: values.SERVICE_FILE_HOSTS ?? [],
    timeoutMs: values.SERVICE_TIMEOUT_MS,
  };
}

/**
 * How one deployment of the service spells things (field notes 1): addresses by region, header prefix, model names, the
 * field for hot words. Kept in a JSON file that everyone using that deployment can share.
 */
export const providerProfile = z.strictObject({
  bases: z.partialRecord(z.enum(regions), httpAddress).optional(),
  /** Addresses of the WebSocket interfaces, if they're not the same with `ws` instead of `http`. */
  socketBases: z.partialRecord(z.enum(regions), socketAddress).optional(),
  headerPrefix: headerPrefix.optional(),
  /** Where live translation takes names and terms that may come up. */
  hotWordsField: hotWordsField.optional(),
  models: z.record(z.string().min(1), z.string().min(1)).optional(),
});
