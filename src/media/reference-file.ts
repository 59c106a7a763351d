import { join } from 'node:path';
import { Refusal, type RefusalFacts } from '../refusal/refusal.ts';
import { downloadGiven } from './download.ts';
import { type GivenFile, inspectGiven } from './inspection/inspectors.ts';
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

export interface GivenReference extends GivenFile {
  /** Its number, starting at 1: `character1` and so on in the prompt. */
  readonly index: number;
  readonly limits: ReferenceLimits;
}

/** What a usable reference file is. */
type Reference = Exclude<ReferenceContent, { kind: 'other' }>;

const bytesPerMegabyte = 1024 * 1024;

/**
 * Downloads a reference file and checks its content, so that a request the service would refuse costs nothing.
 * @throws Refusal `url-not-http`, `url-private`, `file-unreachable`, `file-unreadable`, `files-busy`, `own-files-busy`,
 * `reference-too-large`, `reference-wrong-kind`, `reference-wrong-size`, `reference-transparent` or
 * `reference-wrong-length`; DownloadError `aborted` if the signal aborts
 */
export async function inspectReference(given: GivenReference): Promise<Reference> {
  const { inspectors, index, limits, option } = given;
  const maxBytes = Math.max(limits.image.maxBytes, limits.video.maxBytes);
  return await inspectors.inFolder(async (folder) => {
    const path = join(folder, 'reference');
    const bytes = await downloadGiven(
      { ...given, path, maxBytes, timeoutMs: 120_000, idleTimeoutMs: 15_000 },
      { tooLarge: tooLarge(index, maxBytes), unreachable: { code: 'file-unreachable', option } },
    );
    const content = await inspectGiven(given, { kind: 'reference', path, bounds: limits.image });
    if (content.kind === 'other') throw new Refusal({ code: 'reference-wrong-kind', index });
    const refused = refusalOf(content, bytes, given);
    if (refused) throw new Refusal(refused);
    return content;
  });
}

function refusalOf(
  content: Reference,
  bytes: number,
  { index, limits }: GivenReference,
): RefusalFacts | undefined {
  const { maxBytes } = limits[content.kind];
  if (bytes > maxBytes) return tooLarge(index, maxBytes);
  if (content.kind === 'video') {
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

function tooLarge(index: number, maxBytes: number): RefusalFacts {
  return { code: 'reference-too-large', index, limitMegabytes: Math.floor(maxBytes / bytesPerMegabyte) };
}
