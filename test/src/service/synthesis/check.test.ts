import { describe, expect, test } from 'vitest';
import { checkSynthesis } from '../../../../src/service/synthesis/check.ts';
import { synthesisModels, type VoiceKind } from '../../../../src/service/synthesis/models.ts';
import { isOffered, isVoiceOf } from '../../../../src/service/synthesis/offered.ts';
import type { SynthesisRequest } from '../../../../src/service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../../../../src/service/synthesis/voice-list.ts';
import { synthesisRequest, voiceListing } from '../../../support/scripted-synthesis.ts';

function voice(kind: VoiceKind, changes: Partial<VoiceListing> = {}): VoiceListing {
  return voiceListing({ kind, models: [...synthesisModels], ...changes });
}

/** A request whose field has that value, whatever its type. */
function request(changes: Readonly<Record<string, unknown>>): SynthesisRequest {
  return Object.assign(synthesisRequest({ voice: voice('cloned') }), changes);
}

function problems(changes: Readonly<Record<string, unknown>>): string[] {
  return checkSynthesis(request(changes)).map(({ field, rule }) => `${field} ${rule}`);
}

test('a request with every field within its rules breaks none', () => {
  const all = request({
    format: 'opus',
    sampleRateHz: 48_000,
    volume: 0,
    rate: 0.5,
    pitch: 2,
    bitRateKbps: 510,
    ssml: true,
    wordTimestamps: true,
    seed: 65_535,
    language: 'ja',
    instruction: 'Speak calmly.',
    aigcTag: { propagator: 'us', propagateId: 'id-1' },
    hotFix: { pronunciation: [{ word: '行', pinyin: 'hang2' }], replace: [{ word: 'AI', by: 'A I' }] },
    markdownFilter: true,
  });
  expect(checkSynthesis(all)).toEqual([]);
});

describe('values', () => {
  test.each([
    ['model', 'tts-v9', 'model unknown'],
    ['format', 'flac', 'format unknown'],
    ['format', undefined, 'format unknown'],
    ['sampleRateHz', 44_000, 'sampleRateHz unknown'],
    ['sampleRateHz', '24000', 'sampleRateHz unknown'],
    ['volume', -1, 'volume out-of-range'],
    ['volume', 101, 'volume out-of-range'],
    ['volume', 50.5, 'volume not-whole'],
    ['volume', '50', 'volume wrong-type'],
    ['rate', 0.49, 'rate out-of-range'],
    ['rate', 2.01, 'rate out-of-range'],
    ['rate', Number.NaN, 'rate wrong-type'],
    ['pitch', 0.49, 'pitch out-of-range'],
    ['pitch', 2.01, 'pitch out-of-range'],
    ['seed', -1, 'seed out-of-range'],
    ['seed', 65_536, 'seed out-of-range'],
    ['seed', 1.5, 'seed not-whole'],
    ['language', 'xx', 'language unknown'],
    ['language', ['en', 'de'], 'language unknown'],
    ['ssml', 'yes', 'ssml wrong-type'],
    ['wordTimestamps', 1, 'wordTimestamps wrong-type'],
    ['markdownFilter', 'on', 'markdownFilter wrong-type'],
    ['instruction', 7, 'instruction wrong-type'],
    ['instruction', '  ', 'instruction empty'],
    ['aigcTag', 'yes', 'aigcTag wrong-type'],
    ['aigcTag', { propagator: '' }, 'aigcTag wrong-type'],
    ['aigcTag', { propagateId: 7 }, 'aigcTag wrong-type'],
    ['hotFix', [], 'hotFix wrong-type'],
    ['hotFix', { replace: [{ word: 'a' }] }, 'hotFix wrong-type'],
    ['hotFix', { pronunciation: 'a' }, 'hotFix wrong-type'],
    ['hotFix', { pronunciation: [{ word: ' ', pinyin: 'a' }] }, 'hotFix empty'],
  ])('%s %j is refused: %s', (field, value, problem) => {
    expect(problems({ [field]: value })).toEqual([problem]);
  });

  test.each([8_000, 16_000, 22_050, 24_000, 44_100, 48_000])(
    'a sample rate of %i is one in every format',
    (rate) => {
      for (const format of ['pcm', 'wav', 'mp3', 'opus']) {
        expect(problems({ format, sampleRateHz: rate })).toEqual([]);
      }
    },
  );

  test.each(['zh', 'en', 'fr', 'de', 'ja', 'ko', 'ru', 'pt', 'th', 'id', 'vi'])(
    '%s is a language',
    (language) => {
      expect(problems({ language })).toEqual([]);
    },
  );

  test.each([
    [5, ['bitRateKbps out-of-range']],
    [6, []],
    [510, []],
    [511, ['bitRateKbps out-of-range']],
    [32.5, ['bitRateKbps not-whole']],
  ])('a bit rate of %d', (bitRateKbps, expected) => {
    expect(problems({ format: 'opus', bitRateKbps })).toEqual(expected);
  });

  test.each(['pcm', 'wav', 'mp3'])('a bit rate is for opus, not for %s', (format) => {
    expect(problems({ format, bitRateKbps: 32 })).toEqual(['bitRateKbps other-format']);
  });

  test('every broken rule is told at once, with what is allowed', () => {
    expect(checkSynthesis(request({ volume: 200, format: 'ogg' }))).toEqual([
      { field: 'format', rule: 'unknown', allowed: ['pcm', 'wav', 'mp3', 'opus'] },
      { field: 'volume', rule: 'out-of-range', min: 0, max: 100 },
    ]);
  });
});

describe('a voice', () => {
  test.each(['tts-v3.5-flash', 'tts-v3.5-plus'] as const)('of the system is not for %s', (model) => {
    const broken = checkSynthesis(request({ model, voice: voice('system') }));
    expect(broken).toEqual([{ field: 'voice', rule: 'no-such-kind', allowed: ['cloned', 'designed'] }]);
    expect(isVoiceOf(model, voice('system'))).toBe(false);
    expect(problems({ model, voice: voice('designed') })).toEqual([]);
  });

  test.each(['tts-v3-flash', 'tts-v3-plus', 'tts-v2'] as const)('of every kind can be for %s', (model) => {
    for (const kind of ['system', 'cloned', 'designed'] as const) {
      expect(problems({ model, voice: voice(kind) })).toEqual([]);
    }
  });

  test('belongs to its models only', () => {
    const own = voice('cloned', { models: ['tts-v2'] });
    expect(checkSynthesis(request({ model: 'tts-v3-flash', voice: own }))).toEqual([
      { field: 'voice', rule: 'other-model', allowed: ['tts-v2'] },
    ]);
    expect(isVoiceOf('tts-v3-flash', own)).toBe(false);
  });
});

/** Document 2 A once more: which models have it for cloned, designed and unmarked system voices. */
const availability = [
  { field: 'wordTimestamps', value: true, cloned: '3f 3p 2', designed: '', system: '' },
  { field: 'instruction', value: 'Whisper.', cloned: '3.5f 3.5p 3f', designed: '3.5f 3.5p', system: '' },
  { field: 'aigcTag', value: {}, cloned: '3f 3p 2', designed: '3f 3p 2', system: '3f 3p 2' },
  { field: 'hotFix', value: { replace: [] }, cloned: '3f', designed: '', system: '' },
  { field: 'markdownFilter', value: true, cloned: '3f', designed: '', system: '' },
] as const;
const shortNames = {
  '3.5f': 'tts-v3.5-flash',
  '3.5p': 'tts-v3.5-plus',
  '3f': 'tts-v3-flash',
  '3p': 'tts-v3-plus',
  '2': 'tts-v2',
} as const;
const cells = availability.flatMap((row) =>
  Object.entries(shortNames).flatMap(([short, model]) =>
    (['cloned', 'designed', 'system'] as const)
      .filter((kind) => kind !== 'system' || !model.includes('3.5'))
      .map((kind) => ({ ...row, model, kind, there: row[kind].split(' ').includes(short) })),
  ),
);

describe('availability', () => {
  test.each(cells)('$field with a $kind voice of $model: $there', ({ field, value, model, kind, there }) => {
    const broken = problems({ model, voice: voice(kind), [field]: value });
    expect(broken).toEqual(there ? [] : [`${field} not-offered`]);
    expect(isOffered(field, model, voice(kind))).toBe(there);
  });

  test('is told with a refusal', () => {
    const offeredBy = [{ model: 'tts-v3-flash', kind: 'cloned' }];
    expect(checkSynthesis(request({ model: 'tts-v2', markdownFilter: true }))).toEqual([
      { field: 'markdownFilter', rule: 'not-offered', offeredBy, marked: false },
    ]);
  });

  test('of a switch that is off does not matter', () => {
    expect(
      problems({ model: 'tts-v2', voice: voice('system'), markdownFilter: false, wordTimestamps: false }),
    ).toEqual([]);
  });

  test('of word timestamps is marked for system voices', () => {
    const marked = voice('system', { wordTimestamps: true });
    expect(problems({ model: 'tts-v3-plus', voice: marked, wordTimestamps: true })).toEqual([]);
    expect(
      problems({ model: 'tts-v2', voice: voice('designed', { wordTimestamps: true }), wordTimestamps: true }),
    ).toEqual(['wordTimestamps not-offered']);
  });

  test.each(['wav', 'mp3', 'opus'])('of the watermark: %s can carry it', (format) => {
    expect(problems({ format, aigcTag: {} })).toEqual([]);
  });

  test('of the watermark: pcm cannot carry it', () => {
    expect(problems({ format: 'pcm', aigcTag: {} })).toEqual(['aigcTag other-format']);
  });
});

describe('an instruction', () => {
  test.each([
    ['a'.repeat(100), []],
    ['a'.repeat(101), ['instruction too-long']],
    ['語'.repeat(50), []],
    [`${'語'.repeat(50)}a`, ['instruction too-long']],
    ['漢'.repeat(40) + 'あ'.repeat(20), []],
    ['漢'.repeat(40) + 'あ'.repeat(21), ['instruction too-long']],
    ['韓'.repeat(25) + '한'.repeat(51), ['instruction too-long']],
    ['😀'.repeat(100), []],
  ])('%j counts Han twice and everything else once, up to 100', (instruction, expected) => {
    expect(problems({ instruction })).toEqual(expected);
  });

  test('for a system voice is one of those that it is marked with', () => {
    const marked = voice('system', { instructions: ['Speak happily.'] });
    expect(problems({ voice: marked, instruction: 'Speak happily.' })).toEqual([]);
    expect(checkSynthesis(request({ voice: marked, instruction: 'Speak sadly.' }))).toEqual([
      { field: 'instruction', rule: 'unknown', allowed: ['Speak happily.'] },
    ]);
  });

  test.each([
    'Cantonese',
    'Northeastern',
    'Gansu',
    'Guizhou',
    'Henan',
    'Hubei',
    'Jiangxi',
    'Minnan',
    'Ningxia',
    'Shanxi',
    'Shaanxi',
    'Shandong',
    'Shanghainese',
    'Sichuan',
    'Tianjin',
    'Yunnan',
  ])('may ask a cloned voice of tts-v3-flash for the dialect %s', (dialect) => {
    expect(problems({ instruction: `Please speak the ${dialect} dialect.` })).toEqual([]);
  });
});
