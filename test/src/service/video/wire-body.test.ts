import { describe, expect, test } from 'vitest';
import type { VideoRequest } from '../../../../src/service/video/request.ts';
import { createBody } from '../../../../src/service/video/wire.ts';
import {
  documentedModels,
  legacyTextRequest,
  referenceRequest,
  requestTo,
  rowsOf,
} from '../../../support/model-tables.ts';

/** What goes over the wire: without the fields that are undefined. */
const sent = (request: VideoRequest, model: string = request.model): unknown =>
  JSON.parse(JSON.stringify(createBody(request, model)));

describe.each(documentedModels)('$name', (model) => {
  const base = requestTo(model);

  test('is told every size and length in the fields of its protocol', () => {
    for (const [tier, ratio, size] of rowsOf(model)) {
      for (const durationSeconds of model.durations) {
        const picture = model.kind === 'new-text' ? { resolution: tier, ratio } : { size };
        const request = { ...base, ...picture, durationSeconds } as VideoRequest;
        expect(sent(request)).toEqual({
          model: model.name,
          input: {
            prompt: base.prompt,
            ...(model.kind === 'reference' ? { reference_urls: ['https://files.test/cat.jpg'] } : {}),
          },
          parameters: {
            ...picture,
            duration: durationSeconds,
            watermark: false,
            ...(model.kind === 'reference' ? {} : { prompt_extend: true }),
          },
        });
      }
    }
  });
});

test('a request of section B with everything', () => {
  const request = legacyTextRequest({
    negativePrompt: 'people',
    audioUrl: 'https://files.test/a.wav',
    size: '832*1088',
    durationSeconds: 15,
    promptExtend: true,
    shotType: 'multi',
    watermark: true,
    seed: 7,
  });
  expect(sent(request, 'film-2')).toEqual({
    model: 'film-2',
    input: {
      prompt: request.prompt,
      negative_prompt: 'people',
      audio_url: 'https://files.test/a.wav',
    },
    parameters: {
      size: '832*1088',
      duration: 15,
      prompt_extend: true,
      shot_type: 'multi',
      watermark: true,
      seed: 7,
    },
  });
});

test('a request of section C with everything, its files in order', () => {
  const request = referenceRequest({
    model: 'gen2.6-r2v-flash',
    negativePrompt: 'rain',
    referenceUrls: ['https://files.test/2.mp4', 'https://files.test/1.png'],
    referenceVideoUrls: ['https://files.test/3.mov'],
    size: '1080*1920',
    durationSeconds: 10,
    shotType: 'single',
    audio: false,
    watermark: true,
    seed: 2_147_483_647,
  });
  expect(sent(request)).toEqual({
    model: 'gen2.6-r2v-flash',
    input: {
      prompt: request.prompt,
      negative_prompt: 'rain',
      reference_urls: ['https://files.test/2.mp4', 'https://files.test/1.png'],
      reference_video_urls: ['https://files.test/3.mov'],
    },
    parameters: {
      size: '1080*1920',
      duration: 10,
      shot_type: 'single',
      audio: false,
      watermark: true,
      seed: 2_147_483_647,
    },
  });
});
