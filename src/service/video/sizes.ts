import type { SizeTable, VideoModel } from './model.ts';
import type { FrameSize, VideoRatio, VideoRequest, VideoTier } from './request.ts';
import { legacySizes, newProtocolSizes } from './size-tables.ts';

export interface SizeFacts {
  readonly size: FrameSize;
  readonly width: number;
  readonly height: number;
  readonly tier: VideoTier;
  /** By the documents' naming: `1088*832` counts as 4:3. */
  readonly ratio: VideoRatio;
}

/** Every size of a model, smallest tier first, in the documents' order. */
export function sizesOf(model: Pick<VideoModel, 'sizes'>): readonly SizeFacts[] {
  return rowsOf(model.sizes);
}

/** The facts about a size; undefined if no model has it. */
export function sizeFacts(size: string): SizeFacts | undefined {
  return everySize.get(size);
}

/** A request's picture, for either protocol. */
export function pictureFacts(request: VideoRequest): SizeFacts {
  const size =
    request.kind === 'new-text' ? newProtocolSizes[request.resolution][request.ratio] : request.size;
  const facts = sizeFacts(size);
  if (!facts) throw new Error(`no model has the size ${size}`);
  return facts;
}

/** The size of a request that doesn't name one. */
export function defaultSize(model: Pick<VideoModel, 'name' | 'sizes' | 'defaults'>): SizeFacts {
  const { resolution, ratio } = model.defaults;
  const size = sizesOf(model).find((each) => each.tier === resolution && each.ratio === ratio);
  if (!size) throw new Error(`${model.name} does not have its own default size`);
  return size;
}

/** The picture that a person asked for: every part is optional and untrusted. */
export interface PictureWish {
  /** `1280*720`; also accepts `1280x720` and `1280×720`. */
  readonly size?: string | undefined;
  readonly resolution?: string | undefined;
  readonly ratio?: string | undefined;
}

export type Picture =
  | { readonly size: SizeFacts }
  /** No size of the model has everything that was asked for; `has` lists the ones it has. */
  | { readonly refused: keyof PictureWish; readonly has: readonly SizeFacts[] };

/**
 * The model's size that fits a wish, with defaults for what was left open. If it can't be had, alone or in combination,
 * the result names the wish that's in the way.
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

/** Keeping the default tier matters more than keeping its ratio, because the tier sets the price. */
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
