import { expect, test } from 'vitest';
import {
  accountLimits,
  isVideoModelName,
  type VideoModel,
  videoModelNames,
  videoModels,
} from '../../../src/service/models.ts';
import { durationChoices } from '../../../src/service/video/request-fields.ts';
import { defaultSize, sizeFacts, sizesOf } from '../../../src/service/video/sizes.ts';
import { documentedModels, legacyRows, newProtocolRows, rowsOf } from '../../support/model-tables.ts';

test('there are the nine models of the document, in its order', () => {
  expect(videoModelNames).toEqual(documentedModels.map(({ name }) => name));
});

test.each(documentedModels)('$name is what the document says', (documented) => {
  const model: VideoModel = videoModels[documented.name];
  expect(model).toMatchObject({
    name: documented.name,
    kind: documented.kind,
    family: documented.small ? 'small' : 'standard',
    promptLimit: documented.promptLimit,
    negativePromptLimit: 500,
    shotTypes: documented.shotType ? ['single', 'multi'] : [],
    extendsPrompt: documented.kind !== 'reference',
    tellsActualPrompt: documented.actualPrompt,
    makesSound: documented.sound,
    hasAudioSwitch: documented.audioSwitch,
    seed: { min: 0, max: 2_147_483_647 },
    duration: { defaultSeconds: 5 },
    defaults: { promptExtend: documented.kind !== 'reference', watermark: false },
  });
  expect(durationChoices(model)).toEqual(documented.durations);
  expect(sizesOf(model).map(({ tier, ratio, size }) => [tier, ratio, size])).toEqual(rowsOf(documented));
  expect(defaultSize(model).size).toBe(documented.defaultSize);
});

test.each(documentedModels)('$name takes the audio files that the document says', ({ name, audioFrom }) => {
  const megabyte = 1024 * 1024;
  const expected =
    audioFrom === undefined
      ? undefined
      : { formats: ['wav', 'mp3'], minSeconds: audioFrom, maxSeconds: 30, maxBytes: 15 * megabyte };
  expect(videoModels[name].audio).toEqual(expected);
});

test.each(documentedModels)('$name takes reference files if it is made for them', ({ name, kind }) => {
  const megabyte = 1024 * 1024;
  const expected = {
    maxImages: 5,
    maxVideos: 3,
    maxFiles: 5,
    image: {
      formats: ['jpeg', 'png', 'bmp', 'webp'],
      minSidePixels: 240,
      maxSidePixels: 8_000,
      maxBytes: 20 * megabyte,
    },
    video: { formats: ['mp4', 'mov'], minSeconds: 1, maxSeconds: 30, maxBytes: 100 * megabyte },
  };
  expect(videoModels[name].references).toEqual(kind === 'reference' ? expected : undefined);
});

test('the account may do less with the small models', () => {
  expect(accountLimits).toEqual({
    standard: { createsPerSecond: 5, tasksAtOnce: 5 },
    small: { createsPerSecond: 2, tasksAtOnce: 2 },
  });
});

test.each([...newProtocolRows, ...legacyRows])('%s, %s: what %s is can be told', (tier, ratio, size) => {
  const [width, height] = size.split('*').map(Number);
  expect(sizeFacts(size)).toEqual({ size, width, height, tier, ratio });
});

test.each(['1280*721', '720P', '', 'toString'])('%j is no size of any model', (size) => {
  expect(sizeFacts(size)).toBeUndefined();
});

test('only a model of the table is a model', () => {
  const models = ['gen2.7-t2v', 'gen2.6-r2v'];
  expect([...models, 'gen9', 'toString'].filter(isVideoModelName)).toEqual(models);
});
