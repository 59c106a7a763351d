import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { FileStoreError, type FileTrouble, type StoredFile } from './file-store.ts';

/** What an S3 store calls its errors ("Error responses" in its API reference), as far as the bot's owner can do something about them. */
const troubles: Readonly<Record<string, FileTrouble>> = {
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  IllegalLocationConstraintException: 'region',
  NoSuchBucket: 'missing',
  RequestTimeTooSkewed: 'clock',
  SlowDown: 'failing',
};

/** What an answer without the file means. Only its body says what a 403 is about. */
export function troubleOf(status: number, body: string): FileStoreError {
  const code = rootOf(body, 'Error') && textIn(rootOf(body, 'Error'), 'Code');
  const known = code && troubles[code];
  if (known) return new FileStoreError(known, code);
  const named = code || `HTTP ${status}`;
  if (status === 301 || status === 307) return new FileStoreError('region', named);
  if (status >= 500 || status === 429 || status === 408) return new FileStoreError('failing', named);
  return new FileStoreError(status === 404 ? 'missing' : 'refused', named);
}

export interface ListedPage {
  readonly files: readonly StoredFile[];
  /** Leads to the next page; undefined after the last one. */
  readonly next: string | undefined;
}

/** A page of `ListObjectsV2`, whose keys begin with the prefix. @throws FileStoreError if it's something else */
export function listedPage(body: string, prefix: string): ListedPage {
  const root = rootOf(body, 'ListBucketResult');
  if (!root) throw new FileStoreError('failing', 'no list');
  const files = childrenOf(root, 'Contents').flatMap((entry) => {
    const [key, at] = [textIn(entry, 'Key') ?? '', Date.parse(textIn(entry, 'LastModified') ?? '')];
    return key.startsWith(prefix) && !Number.isNaN(at) ? [{ name: key.slice(prefix.length), at }] : [];
  });
  const isCut = textIn(root, 'IsTruncated') === 'true';
  return { files, next: isCut ? textIn(root, 'NextContinuationToken') : undefined };
}

function rootOf(body: string, name: string): XmlElement | undefined {
  try {
    const { root } = parseXml(body);
    return root?.name === name ? root : undefined;
  } catch {
    return undefined;
  }
}

function childrenOf(element: XmlElement | null | undefined, name: string): readonly XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => child.type === 'element' && (child as XmlElement).name === name,
  );
}

function textIn(element: XmlElement | undefined, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}
