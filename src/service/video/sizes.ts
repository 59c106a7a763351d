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

/** What a person asked of the picture: nothing in it is trusted, everything is optional. */
export interface PictureWish {
  /** `1280*720`; `1280x720` and `1280×720` are understood, too. */
  readonly size?: string | undefined;
  readonly resolution?: string | undefined;
  readonly ratio?: string | undefined;
}

export type Picture =
  | { readonly size: SizeFacts }
  /** No size of the model is all that was asked; `has` is every size that it has. */
  | { readonly refused: keyof PictureWish; readonly has: readonly SizeFacts[] };

/**
 * The size of a model that a wish amounts to, with the model's defaults for what was left open. The one of the wishes
 * that cannot be had, alone or together with the others, is named.
 */
export function pictureOf(
  model: Pick<VideoModel, 'name' | 'sizes' | 'defaults'>,
  wish: PictureWish,
): Picture {
  const has = sizesOf(model);
  const size = wish.size?.trim().replace(/^(\d+) *[x×*] *(\d+)$/i, '$1*$2');
  const ofSize = has.filter((each) => size === undefined || each.size === size);
  if (ofSize.length === 0) return { refused: 'size', has };
  const ofTier = ofSize.filter((each) => wish.resolution === undefined || each.tier === wish.resolution);
  if (ofTier.length === 0) return { refused: 'resolution', has };
  const fitting = ofTier.filter((each) => wish.ratio === undefined || each.ratio === wish.ratio);
  const best = closest(fitting, defaultSize(model));
  return best ? { size: best } : { refused: 'ratio', has };
}

/** The default's tier matters more than its ratio: it decides what is paid. */
function closest(sizes: readonly SizeFacts[], usual: SizeFacts): SizeFacts | undefined {
  const ofTier = sizes.filter(({ tier }) => tier === usual.tier);
  const candidates = ofTier.length > 0 ? ofTier : sizes;
  return candidates.find(({ ratio }) => ratio === usual.ratio) ?? candidates[0];
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
