import { expect, test } from 'vitest';
import { clipFiles, pictureFiles, soundFiles } from '../../../commands/kit/file-types.ts';
import { fitsFileTypes } from '../../../sandbox/discord/file-types.ts';
import { videoModels } from '../../../src/service/models.ts';

const { audio } = videoModels['gen2.7-t2v'];
const { image, video } = videoModels['gen2.6-r2v'].references;

test.each([
  ['soundtracks', audio.formats, soundFiles],
  ['pictures', image.formats, pictureFiles],
  ['clips', video.formats, clipFiles],
] as const)('%s of every format can be chosen, and nothing that is none', (_what, formats, file_types) => {
  for (const format of formats) expect(fitsFileTypes(`some.${format}`, { file_types })).toBe(true);
  for (const other of ['some.gif', 'some.txt', 'mp3', 'png.exe'])
    expect(fitsFileTypes(other, { file_types })).toBe(false);
});

test('phones can give pictures and clips, too', () => {
  expect(pictureFiles).toContain('.jpg');
  expect(clipFiles).toEqual(expect.arrayContaining(['.mp4', '.mov']));
  expect(pictureFiles.length + clipFiles.length).toBeLessThanOrEqual(10);
});
