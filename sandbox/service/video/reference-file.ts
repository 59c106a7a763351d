import { loadImage } from '@napi-rs/canvas';
import type { Span } from '../models.ts';
import { megabyte } from './file-download.ts';
import { FileRefusal } from './file-refusal.ts';
import { type ImageFormat, imageFormatOf } from './image-format.ts';
import { isTransparentPng } from './png-transparency.ts';
import { videoSecondsOf } from './video-seconds.ts';

/** Document 1, section C, "Reference file requirements". */
const mostImageMegabytes = 20;
const imagePixels: Span = { least: 240, most: 8_000 };
const videoSeconds: Span = { least: 1, most: 30 };
/** The deprecated field has a rule of its own. */
const deprecatedVideoSeconds: Span = { least: 2, most: 30 };

export const mostReferenceMegabytes = 100;

export type ReferenceFile =
  | { readonly kind: 'image'; readonly bytes: Uint8Array }
  | { readonly kind: 'video'; readonly seconds: number };

/**
 * What a reference is, by its content, held against the document.
 *
 * @param field how messages call it. Rejects with `FileRefusal`.
 */
export async function checkReference(
  bytes: Uint8Array,
  field: string,
  deprecated: boolean,
): Promise<ReferenceFile> {
  const format = imageFormatOf(bytes);
  if (format && !deprecated) {
    await checkImage(bytes, format, field);
    return { kind: 'image', bytes };
  }
  const seconds = format ? undefined : videoSecondsOf(bytes);
  if (seconds === undefined) {
    const wanted = deprecated
      ? 'an MP4 or MOV video'
      : 'a JPEG, PNG, BMP or WEBP image or an MP4 or MOV video';
    throw new FileRefusal('InvalidFile.Format', `The file in ${field} must be ${wanted}.`);
  }
  const { least, most } = deprecated ? deprecatedVideoSeconds : videoSeconds;
  if (seconds < least || seconds > most) {
    throw new FileRefusal(
      'InvalidFile.Duration',
      `The video in ${field} must last ${least} to ${most} seconds, this one lasts ${seconds.toFixed(2)}.`,
    );
  }
  return { kind: 'video', seconds };
}

async function checkImage(bytes: Uint8Array, format: ImageFormat, field: string): Promise<void> {
  if (bytes.length > mostImageMegabytes * megabyte) {
    throw new FileRefusal(
      'InvalidFile.Size',
      `The image in ${field} is larger than ${mostImageMegabytes} MB.`,
    );
  }
  const image = await loadImage(bytes).catch((cause: unknown) => {
    throw new FileRefusal('InvalidFile.Format', `The image in ${field} cannot be read.`, { cause });
  });
  const { width, height } = image;
  const { least, most } = imagePixels;
  if (Math.min(width, height) < least || Math.max(width, height) > most) {
    throw new FileRefusal(
      'InvalidFile.Resolution',
      `The image in ${field} must be ${least} to ${most} pixels wide and high, this one is ${width}*${height}.`,
    );
  }
  if (format === 'png' && isTransparentPng(bytes, image)) {
    throw new FileRefusal('InvalidFile.Format', `The PNG image in ${field} must not be transparent.`);
  }
}
