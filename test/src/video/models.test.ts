import { describe, expect, it } from 'vitest';
import { videoModelNames, videoModels } from '../../../src/service/models.ts';
import { regionsServing } from '../../../src/service/regions.ts';
import type { VideoModel } from '../../../src/service/video/model.ts';
import { checkVideoRequest, durationChoices } from '../../../src/service/video/request-fields.ts';
import { sizesOf } from '../../../src/service/video/sizes.ts';
import { checkMedia } from '../../../src/video/acceptance.ts';
import { checkAsk, modelsFor } from '../../../src/video/ask.ts';
import type { VideoAsk } from '../../../src/video/options.ts';
import { refusedWith as refusalOf } from '../../support/rejection.ts';

const ofModel = (model: VideoModel): VideoAsk['of'] => (model.kind === 'reference' ? 'reference' : 'text');

describe.each(videoModelNames)('an ask for %s', (name) => {
  const model: VideoModel = videoModels[name];
  const ask: VideoAsk = { of: ofModel(model), model: name, prompt: 'a kite over character1' };

  it("gets the model's own default picture and length", () => {
    const { request } = checkAsk(ask, 'singapore');
    expect(request.durationSeconds).toBe(5);
    const size = 'size' in request ? request.size : `${request.resolution} ${request.ratio}`;
    const usual = {
      'gen2.7-t2v': '1080P 16:9',
      'gen2.1-t2v-turbo': '1280*720',
      'gen2.1-t2v-plus': '1280*720',
    };
    expect(size).toBe(usual[name as keyof typeof usual] ?? '1920*1080');
  });

  it("may have each size and each length of the model, and the service's rules hold", () => {
    for (const { size } of sizesOf(model)) {
      for (const duration of durationChoices(model)) {
        const { request } = checkAsk({ ...ask, size, duration }, 'singapore');
        const sent =
          request.kind === 'reference'
            ? { ...request, referenceUrls: ['https://example.org/a.png'] }
            : request;
        expect(checkVideoRequest(sent), `${size} ${duration} s`).toEqual([]);
      }
    }
  });

  it('is refused a size of another model, with every size that it has', () => {
    const all = new Set(
      videoModelNames.flatMap((each) => sizesOf(videoModels[each]).map(({ size }) => size)),
    );
    const own = sizesOf(model).map(({ size }) => size);
    for (const size of all) {
      if (own.includes(size)) continue;
      const facts = refusalOf(() => checkAsk({ ...ask, size }, 'singapore'));
      expect(facts).toMatchObject({ code: 'size-not-made', model: name, option: 'size' });
      const offered = facts?.code === 'size-not-made' ? facts.sizes.map((each) => each.split(' ')[0]) : [];
      expect(offered).toEqual(own.map((has) => has.replace('*', '×')));
    }
  });

  it('is refused a length that it does not have', () => {
    const own = durationChoices(model);
    for (let duration = 0; duration <= 20; duration += 1) {
      if (own.includes(duration)) continue;
      expect(
        refusalOf(() => checkAsk({ ...ask, duration }, 'singapore')),
        `${duration} s`,
      ).toEqual({ code: 'length-not-made', model: name, seconds: own });
    }
  });

  it("cuts the prompt at the model's limit and says so", () => {
    const { request, notices } = checkAsk({ ...ask, prompt: '鸢'.repeat(6_000) }, 'singapore');
    expect(Array.from(request.prompt)).toHaveLength(model.promptLimit);
    expect(notices).toContainEqual({ code: 'prompt-cut', limit: model.promptLimit });
  });

  it('is refused an option that only other models have, with those that have it', () => {
    const partial = [
      { option: 'shot_type', has: model.shotTypes.length > 0, given: { shotType: 'multi' } },
      { option: 'sound', has: model.hasAudioSwitch, given: { audio: false } },
      { option: 'prompt_extend', has: model.extendsPrompt, given: { promptExtend: false } },
    ];
    for (const { option, has, given } of partial) {
      const facts = refusalOf(() => checkAsk({ ...ask, ...given }, 'singapore'));
      if (has) expect(facts).toBeUndefined();
      else expect(facts).toMatchObject({ code: 'option-not-offered', option, model: name });
    }
  });

  it('takes audio only where the model does', async () => {
    const { request } = checkAsk(ask, 'singapore');
    const audio = { url: 'https://example.org/a.mp3', attachment: false };
    const references = model.references ? [{ url: 'https://example.org/a.png', attachment: false }] : [];
    const inspectors = { audio: async () => 5, reference: async () => ({ kind: 'image' as const }) };
    const checking = checkMedia(request, model, { audio, references }, inspectors, 'ann');
    if (model.audio) expect((await checking).request).toMatchObject({ audioUrl: audio.url });
    else if (model.references) expect((await checking).request).not.toHaveProperty('audioUrl');
    else
      await expect(checking).rejects.toMatchObject({
        facts: { code: 'option-not-offered', option: 'audio' },
      });
  });
});

describe('models and regions', () => {
  it.each(['singapore', 'beijing', 'virginia', 'frankfurt'] as const)(
    '%s offers what it serves, the newest first',
    (region) => {
      const text = modelsFor('text', region);
      expect(text.includes('gen2.7-t2v')).toBe(regionsServing('new-text').includes(region));
      expect(text[0]).toBe(text.includes('gen2.7-t2v') ? 'gen2.7-t2v' : 'gen2.6-t2v');
      expect(modelsFor('reference', region)).toEqual(['gen2.6-r2v', 'gen2.6-r2v-flash']);
    },
  );

  it('refuse a model of another kind, or one that nobody knows, with those that there are', () => {
    for (const model of ['gen2.6-r2v', 'gen9', '__proto__', '']) {
      expect(refusalOf(() => checkAsk({ of: 'text', model, prompt: 'a kite' }, 'singapore'))).toMatchObject({
        code: 'option-invalid',
        option: 'model',
        rule: expect.stringContaining('gen2.7-t2v'),
      });
    }
  });

  it('read tier and ratio for legacy models, and a size for the new one', () => {
    const legacy = { of: 'text', model: 'gen2.6-t2v', prompt: 'a kite' } as const;
    const tiered = checkAsk({ ...legacy, resolution: '720P', ratio: '3:4' }, 'singapore');
    expect(tiered.request).toMatchObject({ size: '832*1088' });
    const newest = { of: 'text', prompt: 'a kite', size: '1104x832' } as const;
    expect(checkAsk(newest, 'singapore').request).toMatchObject({ resolution: '720P', ratio: '4:3' });
  });

  it('say it when a shot type has no effect', () => {
    const ask = { of: 'text', model: 'gen2.6-t2v', prompt: 'a kite', shotType: 'multi' } as const;
    expect(checkAsk({ ...ask, promptExtend: false }, 'singapore').notices).toEqual([
      { code: 'shot-type-idle' },
    ]);
  });
});

describe('reference files', () => {
  const { request, model } = checkAsk({ of: 'reference', prompt: 'character1 flies' }, 'singapore');
  const sources = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      url: `https://example.org/${index}`,
      attachment: index % 2 === 0,
    }));
  const all = (kind: 'image' | 'video') => ({
    audio: async () => 5,
    reference: async () => (kind === 'image' ? { kind } : { kind, seconds: 3.2 }),
  });

  it('keep their order, and say what they are', async () => {
    const media = await checkMedia(request, model, { references: sources(3) }, all('video'), 'ann');
    expect(media.request).toMatchObject({
      referenceUrls: ['https://example.org/0', 'https://example.org/1', 'https://example.org/2'],
    });
    expect(media.references).toEqual(Array.from({ length: 3 }, () => ({ kind: 'video', seconds: 3.2 })));
    expect(media.attachments.map(({ url }) => url)).toEqual([
      'https://example.org/0',
      'https://example.org/2',
    ]);
  });

  it('are looked at under their number', async () => {
    const seen: number[] = [];
    const inspectors = {
      ...all('image'),
      reference: async (_: unknown, __: unknown, index: number) => {
        seen.push(index);
        return { kind: 'image' as const };
      },
    };
    await checkMedia(request, model, { references: sources(5) }, inspectors, 'ann');
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['none', 0, 'image', 'references-missing'],
    ['six files', 6, 'image', 'references-too-many'],
    ['four videos', 4, 'video', 'references-too-many'],
  ] as const)('are refused when there are %s', async (_, count, kind, code) => {
    const checking = checkMedia(request, model, { references: sources(count) }, all(kind), 'ann');
    await expect(checking).rejects.toMatchObject({ facts: { code } });
  });
});
