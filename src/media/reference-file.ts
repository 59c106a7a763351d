import { join } from 'node:path';
import { Refusal, type RefusalFacts } from '../refusal/refusal.ts';
import { type AddressPolicy, anyAddress, typedAddresses } from './addresses.ts';
import { DownloadError, downloadToFile } from './download.ts';
import type { ImageFormat } from './image-file.ts';
import { type Inspectors, inspectGiven } from './inspection/inspectors.ts';
import type { ReferenceContent } from './reference-content.ts';

/** What a reference file must be; the values are in `src/service/models.ts` (document 1, section C). */
interface ReferenceLimits {
  readonly image: {
    readonly minSidePixels: number;
    readonly maxSidePixels: number;
    readonly maxBytes: number;
  };
  readonly video: { readonly minSeconds: number; readonly maxSeconds: number; readonly maxBytes: number };
}

export interface ReferenceInspection {
  readonly inspectors: Inspectors;
  /** The person who gave it. */
  readonly personId: string;
  readonly url: string;
  /** The address is a Discord attachment's, not one that a person typed. */
  readonly trusted: boolean;
  /** Its number, starting at 1: `character1` and so on in the prompt. */
  readonly index: number;
  /** The option that had the address, for the sentences. */
  readonly option: string;
  readonly limits: ReferenceLimits;
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Which typed addresses are allowed; tests use another policy because they have no public host. */
  readonly typedPolicy?: AddressPolicy;
}

type InspectedReference = {
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
} & (
  | { readonly kind: 'image'; readonly format: ImageFormat }
  | { readonly kind: 'video'; readonly format: 'mp4' | 'mov'; readonly seconds: number }
);

const bytesPerMegabyte = 1024 * 1024;

/**
 * Downloads a reference file and checks its content, so that a request the service would refuse costs nothing.
 * @throws Refusal `url-not-http`, `url-private`, `file-unreachable`, `file-unreadable`, `files-busy`, `own-files-busy`,
 * `reference-too-large`, `reference-wrong-kind`, `reference-wrong-size`, `reference-transparent` or
 * `reference-wrong-length`; DownloadError `aborted` if the signal aborts
 */
export async function inspectReference(inspection: ReferenceInspection): Promise<InspectedReference> {
  return await inspection.inspectors.inFolder(async (folder) => {
    const path = join(folder, 'reference');
    const bytes = await fetchReference(inspection, path);
    const { inspectors, personId, limits, option } = inspection;
    const job = { kind: 'reference', path, bounds: limits.image } as const;
    const content = await inspectGiven(inspectors, job, personId, option);
    const refused = refusalOf(content, bytes, inspection);
    if (refused) throw new Refusal(refused);
    return inspected(content, bytes, inspection.index);
  });
}

function refusalOf(
  content: ReferenceContent,
  bytes: number,
  { index, limits }: ReferenceInspection,
): RefusalFacts | undefined {
  if (content.is === 'other') return { code: 'reference-wrong-kind', index };
  const { maxBytes } = limits[content.is];
  if (bytes > maxBytes) return tooLarge(index, maxBytes);
  if (content.is === 'video') {
    const { minSeconds, maxSeconds } = limits.video;
    const fits = content.seconds >= minSeconds && content.seconds <= maxSeconds;
    return fits ? undefined : { code: 'reference-wrong-length', index, minSeconds, maxSeconds };
  }
  const { minSidePixels: minPixels, maxSidePixels: maxPixels } = limits.image;
  const sides = [content.width, content.height];
  if (sides.some((side) => side < minPixels || side > maxPixels)) {
    return { code: 'reference-wrong-size', index, minPixels, maxPixels };
  }
  return content.transparent ? { code: 'reference-transparent', index } : undefined;
}

function inspected(content: ReferenceContent, bytes: number, index: number): InspectedReference {
  switch (content.is) {
    case 'image': {
      const { format, width, height } = content;
      return { kind: 'image', format, bytes, width, height };
    }
    case 'video': {
      const { format, width, height, seconds } = content;
      return { kind: 'video', format, bytes, width, height, seconds };
    }
    case 'other':
      throw new Refusal({ code: 'reference-wrong-kind', index });
  }
}

function tooLarge(index: number, maxBytes: number): RefusalFacts {
  return { code: 'reference-too-large', index, limitMegabytes: Math.floor(maxBytes / bytesPerMegabyte) };
}

async function fetchReference(inspection: ReferenceInspection, path: string): Promise<number> {
  const { url, trusted, index, option, limits, signal } = inspection;
  const maxBytes = Math.max(limits.image.maxBytes, limits.video.maxBytes);
  try {
    const { bytes } = await downloadToFile({
      url,
      path,
      maxBytes,
      timeoutMs: inspection.timeoutMs ?? 120_000,
      idleTimeoutMs: inspection.idleTimeoutMs ?? 15_000,
      policy: trusted ? anyAddress : (inspection.typedPolicy ?? typedAddresses(option)),
      signal,
    });
    return bytes;
  } catch (error) {
    if (!(error instanceof DownloadError) || error.reason === 'aborted') throw error;
    throw new Refusal(
      error.reason === 'too-large' ? tooLarge(index, maxBytes) : { code: 'file-unreachable', option },
    );
  }
}
