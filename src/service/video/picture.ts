import type { VideoModel } from './model.ts';
import { defaultSize, type SizeFacts, sizesOf } from './sizes.ts';

/** What somebody asked of the picture: nothing in it is trusted, everything in it is optional. */
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
