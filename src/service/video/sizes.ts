import type { SizeTable, VideoModel } from './model.ts';
import type { FrameSize, VideoRatio, VideoTier } from './request.ts';
import { legacySizes, newProtocolSizes } from './size-tables.ts';

export interface SizeFacts {
  readonly size: FrameSize;
  readonly width: number;
  readonly height: number;
  readonly tier: VideoTier;
  /** As the documents name it: `1088*832` counts as 4:3. */
  readonly ratio: VideoRatio;
}

/** Every size of a model, smallest tier first, in the order of the documents. */
export function sizesOf(model: Pick<VideoModel, 'sizes'>): readonly SizeFacts[] {
  return rowsOf(model.sizes);
}

/** What a size of any model is; undefined for a size that no model has. */
export function sizeFacts(size: string): SizeFacts | undefined {
  return everySize.get(size);
}

/** The size that a request without one gets. */
export function defaultSize(model: Pick<VideoModel, 'name' | 'sizes' | 'defaults'>): SizeFacts {
  const { resolution, ratio } = model.defaults;
  const size = sizesOf(model).find((each) => each.tier === resolution && each.ratio === ratio);
  if (!size) throw new Error(`${model.name} does not have its own default size`);
  return size;
}

function rowsOf(table: SizeTable): readonly SizeFacts[] {
  return Object.entries(table).flatMap(([tier, row]) =>
    Object.entries(row ?? {}).map(([ratio, size]) => ({
      size,
      ...pixelsOf(size),
      tier: tier as VideoTier,
      ratio: ratio as VideoRatio,
    })),
  );
}

function pixelsOf(size: FrameSize): { readonly width: number; readonly height: number } {
  const [width = 0, height = 0] = size.split('*').map(Number);
  return { width, height };
}

const everySize: ReadonlyMap<string, SizeFacts> = new Map(
  [...rowsOf(newProtocolSizes), ...rowsOf(legacySizes)].map((facts) => [facts.size, facts]),
);
