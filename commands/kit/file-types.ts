import type { FileType } from '../../src/discord/command.ts';

/** File endings of readable pictures: JPEG, PNG, WebP and BMP. */
export const pictureFiles = [
  '.jpg',
  '.jpeg',
  '.jfif',
  '.png',
  '.webp',
  '.bmp',
] as const satisfies readonly FileType[];

/** File endings of clips that a video can refer to. */
export const clipFiles = ['.mp4', '.mov'] as const satisfies readonly FileType[];

/** File endings of soundtracks for a video. */
export const soundFiles = ['.wav', '.mp3'] as const satisfies readonly FileType[];
