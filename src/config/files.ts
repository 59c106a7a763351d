import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { S3Settings } from '../storage/files/s3-settings.ts';
import type { Reading } from './reading.ts';
import { secret } from './values.ts';

/** Where files wait that any process of the bot may have to deliver. */
export type FilesConfig =
  | { readonly in: 'folder'; readonly folder: string }
  | { readonly in: 's3'; readonly settings: S3Settings };

type Place =
  | { readonly in: 'folder'; readonly folder: string }
  | { readonly in: 's3'; readonly place: Omit<S3Settings, 'accessKeyId' | 'accessKeySecret'> };

const message =
  'must be a folder such as file:///mnt/emcee, or a bucket such as s3://BUCKET/PREFIX?region=eu-central-1, with &endpoint=https://HOST if it is not at Amazon';

const filesUrl = z.string().transform((value, context): Place => {
  const place = URL.canParse(value) ? placeOf(new URL(value)) : undefined;
  if (place) return place;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export const filesVariables = z.object({
  FILES_URL: filesUrl.optional(),
  FILES_ACCESS_KEY_ID: secret('the access key id').optional(),
  FILES_ACCESS_KEY_SECRET: secret('the access key secret').optional(),
});

/** Undefined if files stay in `DATA_DIR`, or if what's set can't be used, which adds a problem. */
export function filesOf(
  values: z.output<typeof filesVariables>,
  { problems, faulty }: Pick<Reading, 'problems' | 'faulty'>,
): FilesConfig | undefined {
  const {
    FILES_URL: url,
    FILES_ACCESS_KEY_ID: accessKeyId,
    FILES_ACCESS_KEY_SECRET: accessKeySecret,
  } = values;
  if (url?.in === 'folder') return url;
  const keys = { FILES_ACCESS_KEY_ID: accessKeyId, FILES_ACCESS_KEY_SECRET: accessKeySecret };
  for (const [name, key] of Object.entries(keys)) {
    if (url && !key)
      problems.push(`${name} is missing: requests to the bucket in FILES_URL are signed with it`);
    if (!url && key && !faulty.has('FILES_URL'))
      problems.push(`${name} is set, but FILES_URL names no bucket`);
  }
  if (!url || !accessKeyId || !accessKeySecret) return undefined;
  return { in: 's3', settings: { ...url.place, accessKeyId, accessKeySecret } };
}

function placeOf(url: URL): Place | undefined {
  if (url.username || url.password || url.hash) return undefined;
  if (url.protocol === 'file:') return folderOf(url);
  return url.protocol === 's3:' ? bucketOf(url) : undefined;
}

function folderOf(url: URL): Place | undefined {
  if (url.host || url.search || url.pathname === '/') return undefined;
  const folder = fileURLToPath(url);
  return isAbsolute(folder) ? { in: 'folder', folder } : undefined;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const regionName = /^[a-z0-9-]{1,40}$/;
const prefixName = /^[\w.-]+(\/[\w.-]+)*$/;

function bucketOf({ hostname: bucket, port, pathname, searchParams }: URL): Place | undefined {
  const given = [...searchParams.keys()];
  const written = pathname.replace(/^\/|\/$/g, '');
  const region = searchParams.get('region') ?? 'us-east-1';
  const areRight =
    bucketName.test(bucket) &&
    !port &&
    regionName.test(region) &&
    (written === '' || prefixName.test(written));
  const areKnown = given.every((name) => name === 'region' || name === 'endpoint');
  const endpoint = endpointOf(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  if (!areRight || !areKnown || new Set(given).size < given.length || !endpoint) return undefined;
  const prefix = written === '' ? '' : `${written}/`;
  // A dot in it wouldn't fit Amazon's certificate.
  const bucketIn = searchParams.has('endpoint') || bucket.includes('.') ? 'path' : 'host';
  return { in: 's3', place: { endpoint, region, bucket, prefix, bucketIn } };
}

function endpointOf(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username || url.password || url.search || url.hash ? undefined : url.href.replace(/\/+$/, '');
}
