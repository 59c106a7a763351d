import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterCount } from '../../../src/service/video/request-fields.ts';
import { audioNotices, checkAsk, cutText } from '../../../src/video/ask.ts';
import type { VideoAsk } from '../../../src/video/options.ts';
import { refusedWith } from '../../support/rejection.ts';

const check = (ask: Partial<VideoAsk>) => checkAsk({ of: 'text', prompt: 'a kite', ...ask }, 'singapore');
const refusalOf = (ask: Partial<VideoAsk>) => refusedWith(() => check(ask));

describe('an ask becomes a request', () => {
  it("with document 1's defaults where nothing was chosen", () => {
    expect(check({})).toMatchObject({
      request: {
        kind: 'new-text',
        model: 'gen2.7-t2v',
        prompt: 'a kite',
        resolution: '1080P',
        ratio: '16:9',
        durationSeconds: 5,
        promptExtend: true,
        watermark: false,
      },
      notices: [],
    });
  });

  it('with everything that was chosen', () => {
    const { request } = check({
      negativePrompt: 'rain',
      resolution: '720P',
      ratio: '3:4',
      duration: 15,
      promptExtend: false,
      watermark: true,
      seed: 0,
    });
    expect(request).toMatchObject({
      negativePrompt: 'rain',
      resolution: '720P',
      ratio: '3:4',
      durationSeconds: 15,
      promptExtend: false,
      watermark: true,
      seed: 0,
    });
  });

  it('cut at 5,000 characters as the service would, and says so', () => {
    const { request, notices } = check({ prompt: 'x'.repeat(6_000) });
    expect(request.prompt).toHaveLength(5_000);
    expect(notices).toEqual([{ code: 'prompt-cut', limit: 5_000 }]);
  });

  it('counting characters and not halves of them', () => {
    const { request, notices } = check({ prompt: '🪁'.repeat(5_000) });
    expect(Array.from(request.prompt)).toHaveLength(5_000);
    expect(notices).toEqual([]);
  });

  it('with a negative prompt of at most 500 characters', () => {
    const { request, notices } = check({ negativePrompt: 'y'.repeat(501) });
    expect(request.negativePrompt).toHaveLength(500);
    expect(notices).toEqual([{ code: 'negative-prompt-cut', limit: 500 }]);
  });

  it('without control characters and marks that turn the direction of writing', () => {
    const { request } = check({ prompt: 'a\u0000 k\u202Eite\u0007' });
    expect(request.prompt).toBe('a kite');
  });

  it('keeping @everyone and markdown, which mean nothing to the service', () => {
    expect(check({ prompt: '@everyone **loud**' }).request.prompt).toBe('@everyone **loud**');
  });
});

describe('an ask is refused', () => {
  it('with sizes that no two stars make slanted', () => {
    const refusal = refusalOf({ size: '1*1' });
    expect(refusal).toMatchObject({
      code: 'size-not-made',
      sizes: expect.arrayContaining(['1280×720 (16:9, 720p)']),
    });
    expect(JSON.stringify(refusal)).not.toContain('*');
  });

  it.each(['', '   ', '\u0000\u0001', '\u202E'])('when the prompt is empty: %j', (prompt) => {
    expect(refusalOf({ prompt })).toEqual({ code: 'prompt-empty' });
  });

  it.each([-1, 2_147_483_648, 0.1])('when seed does not fit: %d', (seed) => {
    expect(refusalOf({ seed })).toMatchObject({ code: 'option-invalid', option: 'seed' });
  });

  it.each([
    ['resolution', { resolution: '480P' }],
    ['resolution', { resolution: '__proto__' }],
    ['ratio', { ratio: '21:9' }],
  ])('when its model makes no such %s: %j', (option, wrong) => {
    expect(refusalOf({ ...wrong })).toMatchObject({
      code: 'size-not-made',
      model: 'gen2.7-t2v',
      option,
    });
  });

  it.each([1, 16, 5.5, Number.NaN])('when its model makes none that is %d s long', (duration) => {
    expect(refusalOf({ duration })).toMatchObject({
      code: 'length-not-made',
      model: 'gen2.7-t2v',
      seconds: expect.arrayContaining([2, 15]),
    });
  });

  it('or taken, whatever is typed: never anything else', () => {
    const anything = fc.record({
      prompt: fc.string({ unit: 'binary', maxLength: 7_000 }),
      negativePrompt: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      duration: fc.option(fc.double(), { nil: undefined }),
      seed: fc.option(fc.double(), { nil: undefined }),
    });
    fc.assert(
      fc.property(anything, (ask) => {
        const facts = refusedWith(() => {
          const { request } = check({ ...ask });
          expect(Array.from(request.prompt).length).toBeLessThanOrEqual(5_000);
          expect(request.prompt.trim()).not.toBe('');
          expect(request.durationSeconds).toBeGreaterThanOrEqual(2);
          expect(request.durationSeconds).toBeLessThanOrEqual(15);
        });
        if (facts) expect(['prompt-empty', 'option-invalid', 'length-not-made']).toContain(facts.code);
      }),
    );
  });
});

describe('the length of the audio', () => {
  it('is mentioned when the audio is cut or leaves silence', () => {
    expect(audioNotices(12, 5)).toEqual([{ code: 'audio-cut', audioSeconds: 12 }]);
    expect(audioNotices(3, 5)).toEqual([{ code: 'audio-short', audioSeconds: 3 }]);
    expect(audioNotices(5.2, 5)).toEqual([]);
  });
});

describe('a text that is too long', () => {
  it('a text is cut to the limit in characters, not in code units', () => {
    expect(cutText('🎬🎬🎬', 2)).toEqual({ text: '🎬🎬', cut: true });
  });

  it('a text of exactly the limit is left alone', () => {
    expect(cutText('🎬🎬', 2)).toEqual({ text: '🎬🎬', cut: false });
  });

  it('what is cut is a beginning of the text, is never longer than the limit, and halves no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), (text, limit) => {
        const { text: kept, cut } = cutText(text, limit);
        expect(text.startsWith(kept)).toBe(true);
        expect(characterCount(kept)).toBe(Math.min(limit, characterCount(text)));
        expect(cut).toBe(characterCount(text) > limit);
        if (text.isWellFormed()) expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });
});
