import type { FileType } from '../../src/discord/command.ts';

/** Endings of the pictures that can be read: JPEG, PNG, WebP and BMP. */
export const pictureFiles = [
  '.jpg',
  '.jpeg',
  '.jfif',
  '.png',
  '.webp',
  '.bmp',
] as const satisfies readonly FileType[];

/** Of the clips that a video can refer to. */
export const clipFiles = ['.mp4', '.mov'] as const satisfies readonly FileType[];

/** Of the soundtracks that a video can have. */
export const soundFiles = ['.wav', '.mp3'] as const satisfies readonly FileType[];
