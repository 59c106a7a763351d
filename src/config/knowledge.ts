import { z } from 'zod';
import { baseFileSchema, type KnowledgeBase } from '../knowledge/base-listing.ts';
import { documentUrlPattern } from '../knowledge/document-address.ts';
import type { KnowledgeSettings } from '../service/knowledge/settings.ts';
import type { Reading } from './reading.ts';
import { readSettingsFile } from './settings-file.ts';
import { httpAddress, integer, oneOf, secret } from './values.ts';

const schemes = ['acs3', 'bearer', 'none'] as const;
const word = /^[\w.-]{1,64}$/;

/** Settings of the knowledge base (document 3; what it leaves open: field notes 6). */
export const knowledgeVariables = z.object({
  KNOWLEDGE_URL: httpAddress.optional(),
  KNOWLEDGE_BASES: z.string().optional(),
  KNOWLEDGE_DOCUMENT_URL: documentUrlPattern.optional(),
  KNOWLEDGE_SIGNER: oneOf(schemes, 'acs3'),
  KNOWLEDGE_ACCESS_KEY_ID: secret('the access key id').optional(),
  KNOWLEDGE_ACCESS_KEY_SECRET: secret('the access key secret').optional(),
  KNOWLEDGE_SECURITY_TOKEN: secret('the security token').optional(),
  KNOWLEDGE_VERSION: z.string().regex(word, 'must be letters, digits, hyphens').optional(),
  KNOWLEDGE_LIST_ACTION: z.string().regex(word, 'must be letters, digits, hyphens').optional(),
  KNOWLEDGE_RETRIEVE_ACTION: z.string().regex(word, 'must be letters, digits, hyphens').optional(),
  KNOWLEDGE_RETRIEVAL: oneOf(['on', 'off'], 'off'),
  KNOWLEDGE_MIN_SCORE: z
    .string()
    .regex(/^(0\.\d{1,4}|1(\.0{1,4})?)$/, 'must be a number from 0.01 to 1')
    .transform(Number)
    .pipe(z.number().min(0.01, 'must be a number from 0.01 to 1'))
    .default(0.3),
  KNOWLEDGE_LISTS_PER_SECOND: integer(1, 50, 5),
  KNOWLEDGE_SEARCHES_PER_SECOND: integer(1, 50, 1),
  KNOWLEDGE_STUCK_MINUTES: integer(1, 10_080, 60),
  KNOWLEDGE_WATCH_SECONDS: integer(10, 3_600, 60),
});
type KnowledgeVariables = z.output<typeof knowledgeVariables>;

export interface KnowledgeConfig {
  readonly service: Omit<KnowledgeSettings, 'workspaceId' | 'indexId'>;
  readonly bases: readonly KnowledgeBase[];
  /** Passages with a lower score aren't shown; 0.01 to 1. */
  readonly leastScore: number;
  readonly listsPerSecond: number;
  readonly searchesPerSecond: number;
  /** An import that takes longer counts as stuck. */
  readonly stuckMs: number;
  /** How often a watched base is checked while something is changing. */
  readonly watchEveryMs: number;
}

/** Undefined if no knowledge base is set up, or if it can't be used, which adds a problem. */
export function knowledgeOf(
  values: KnowledgeVariables & { readonly SERVICE_API_KEY: string },
  reading: Reading,
): KnowledgeConfig | undefined {
  const { KNOWLEDGE_URL: baseUrl, KNOWLEDGE_BASES: path } = values;
  const { problems, faulty } = reading;
  const isWanted = baseUrl || path || faulty.has('KNOWLEDGE_URL') || faulty.has('KNOWLEDGE_BASES');
  if (!isWanted) return undefined;
  if (baseUrl === undefined) problems.push('KNOWLEDGE_URL is missing: the address of the knowledge bases');
  if (path === undefined)
    problems.push('KNOWLEDGE_BASES is missing: the file that lists the knowledge bases');
  const file = path && readSettingsFile('KNOWLEDGE_BASES', path, baseFileSchema, reading);
  const signing = signingOf(values, values.SERVICE_API_KEY, problems);
  if (!baseUrl || !file || !signing) return undefined;
  return {
    service: {
      baseUrl,
      signing,
      retrieval: values.KNOWLEDGE_RETRIEVAL === 'on',
      version: values.KNOWLEDGE_VERSION,
      listAction: values.KNOWLEDGE_LIST_ACTION,
      retrieveAction: values.KNOWLEDGE_RETRIEVE_ACTION,
    },
    bases: file.bases.map((base) => withDocumentUrl(base, values.KNOWLEDGE_DOCUMENT_URL)),
    leastScore: values.KNOWLEDGE_MIN_SCORE,
    listsPerSecond: values.KNOWLEDGE_LISTS_PER_SECOND,
    searchesPerSecond: values.KNOWLEDGE_SEARCHES_PER_SECOND,
    stuckMs: values.KNOWLEDGE_STUCK_MINUTES * 60_000,
    watchEveryMs: values.KNOWLEDGE_WATCH_SECONDS * 1_000,
  };
}

/** A base's own pattern comes first. */
function withDocumentUrl(base: KnowledgeBase, usual: string | undefined): KnowledgeBase {
  const documentUrl = base.documentUrl ?? usual;
  return documentUrl === undefined ? base : { ...base, documentUrl };
}

function signingOf(
  values: KnowledgeVariables,
  serviceKey: string,
  problems: string[],
): KnowledgeSettings['signing'] | undefined {
  const { KNOWLEDGE_SIGNER: scheme, KNOWLEDGE_SECURITY_TOKEN: securityToken } = values;
  if (scheme === 'none') return { scheme };
  if (scheme === 'bearer') return { scheme, token: serviceKey };
  const { KNOWLEDGE_ACCESS_KEY_ID: accessKeyId, KNOWLEDGE_ACCESS_KEY_SECRET: accessKeySecret } = values;
  for (const [name, value] of [
    ['KNOWLEDGE_ACCESS_KEY_ID', accessKeyId],
    ['KNOWLEDGE_ACCESS_KEY_SECRET', accessKeySecret],
  ] as const) {
    if (!value) problems.push(`${name} is missing: calls are signed with it (KNOWLEDGE_SIGNER is acs3)`);
  }
  if (!accessKeyId || !accessKeySecret) return undefined;
  return { scheme, accessKeyId, accessKeySecret, ...(securityToken ? { securityToken } : {}) };
}
