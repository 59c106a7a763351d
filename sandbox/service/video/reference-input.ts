import type { ReferencePicture } from '../rendering/renderer.ts';
import { mostReferenceVideos } from './create-reference.ts';
import type { ReferenceAddress } from './create-request.ts';
import { download } from './file-download.ts';
import { FileRefusal } from './file-refusal.ts';
import { checkReference, mostReferenceMegabytes } from './reference-file.ts';

export interface References {
  /** `character1` first. */
  readonly pictures: readonly ReferencePicture[];
  /** Of all videos together, rounded to whole seconds: what is billed. */
  readonly inputVideoSeconds: number;
}

/** Fetches the files of a request when its task starts, one after another. Rejects with `FileRefusal`. */
export async function fetchReferences(
  addresses: readonly ReferenceAddress[],
  allowPrivateUrls: boolean,
  signal: AbortSignal,
): Promise<References> {
  const pictures: ReferencePicture[] = [];
  const videoSeconds: number[] = [];
  for (const { field, url, deprecated } of addresses) {
    const rules = { field, mostMegabytes: mostReferenceMegabytes, allowPrivateUrls };
    const file = await checkReference(await download(url, rules, signal), field, deprecated);
    pictures.push({ label: `character${pictures.length + 1}`, ...file });
    if (file.kind === 'video' && videoSeconds.push(file.seconds) > mostReferenceVideos) {
      throw new FileRefusal(
        'InvalidParameter',
        `input.reference_urls must name at most ${mostReferenceVideos} videos; ${field} is one more.`,
      );
    }
  }
  return { pictures, inputVideoSeconds: Math.round(videoSeconds.reduce((sum, each) => sum + each, 0)) };
}
