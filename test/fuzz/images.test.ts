import { expect } from 'vitest';
import { readImageHeader } from '../../src/media/image-file.ts';
import { bmp, picture } from '../support/image-samples.ts';
import { fuzz } from './fuzz.ts';
import { mutated } from './mutations.ts';

const pictures = [picture('jpeg', 64, 48), picture('png', 64, 48), picture('webp', 64, 48), bmp(64, 48)];

fuzz('a damaged picture has a known format or none', mutated(pictures), (bytes) => {
  expect(['jpeg', 'png', 'webp', 'bmp', undefined]).toContain(readImageHeader(bytes)?.format);
});
