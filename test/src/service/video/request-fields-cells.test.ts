import { describe, expect, test } from 'vitest';
import { videoModels } from '../../../../src/service/models.ts';
import type { VideoRequest } from '../../../../src/service/video/request.ts';
import { checkVideoRequest } from '../../../../src/service/video/request-fields.ts';
import type { RuleViolation } from '../../../../src/service/video/rule-violation.ts';
import {
  type DocumentedModel,
  documentedModels,
  legacyRows,
  newProtocolRows,
  referenceRequest,
  requestTo,
  rowsOf,
} from '../../../support/model-tables.ts';

const everySize = [...new Set([...newProtocolRows, ...legacyRows].map(([, , size]) => size))];
const oddSizes = ['16:9', '720P', '1280x720', '*', ''];
const lengths = Array.from({ length: 19 }, (_, index) => index - 1);

/** The request with other fields, checked as a hand-made one would be. */
function check(request: VideoRequest, changes: Record<string, unknown>): readonly RuleViolation[] {
  return checkVideoRequest({ ...request, ...changes } as VideoRequest);
}

const brokenFields = (violations: readonly RuleViolation[]) => violations.map(({ field }) => field);

const newProtocol = documentedModels.filter(({ kind }) => kind === 'new-text');
const legacyProtocol = documentedModels.filter(({ kind }) => kind !== 'new-text');
const sizesOf = (model: DocumentedModel) => new Set<string>(rowsOf(model).map(([, , size]) => size));

/** The fields of which something is expected to be broken. */
const brokenOf = (rules: Readonly<Record<string, boolean>>) =>
  Object.keys(rules).filter((field) => rules[field] === false);

test.each(legacyProtocol)('$name takes exactly its sizes, each at exactly its lengths', (model) => {
  const has = sizesOf(model);
  const cells = [...everySize, ...oddSizes].flatMap((size) =>
    lengths.map((durationSeconds) => ({ size, durationSeconds })),
  );
  for (const cell of cells) {
    const broken = brokenOf({
      size: has.has(cell.size),
      durationSeconds: model.durations.includes(cell.durationSeconds),
    });
    expect(brokenFields(check(requestTo(model), cell)), JSON.stringify(cell)).toEqual(broken);
  }
});

test.each(newProtocol)('$name takes its tiers and ratios, each at exactly its lengths', (model) => {
  const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4'];
  const cells = ['480P', '720P', '1080P', '720p', '1280*720'].flatMap((resolution) =>
    [...ratios, '21:9', '16/9'].flatMap((ratio) =>
      lengths.map((durationSeconds) => ({ resolution, ratio, durationSeconds })),
    ),
  );
  for (const cell of cells) {
    const broken = brokenOf({
      resolution: ['720P', '1080P'].includes(cell.resolution),
      ratio: ratios.includes(cell.ratio),
      durationSeconds: model.durations.includes(cell.durationSeconds),
    });
    expect(brokenFields(check(requestTo(model), cell)), JSON.stringify(cell)).toEqual(broken);
  }
});

describe.each(documentedModels)('$name', (model) => {
  const base = requestTo(model);
  const has = sizesOf(model);

  test('names every size that it has when another one is asked for', () => {
    if (model.kind === 'new-text') {
      expect(check(base, { size: '1280*720' })).toMatchObject([{ field: 'size', rule: 'not-offered' }]);
    } else {
      expect(check(base, { size: '1*1' })).toEqual([{ field: 'size', rule: 'unknown', allowed: [...has] }]);
    }
  });

  test('says which lengths it has when another one is asked for', () => {
    const range = model.durations.length > 2;
    const [min, max] = [model.durations[0], model.durations.at(-1)];
    const expected = range
      ? { rule: 'out-of-range', min, max }
      : { rule: 'unknown', allowed: model.durations.map(String) };
    expect(check(base, { durationSeconds: 99 })).toEqual([{ field: 'durationSeconds', ...expected }]);
  });

  test.each([2.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined, [5]])(
    'takes no length of %j',
    (durationSeconds) => {
      expect(brokenFields(check(base, { durationSeconds }))).toEqual(['durationSeconds']);
    },
  );

  test('has the options of the document and no others', () => {
    const isReference = model.kind === 'reference';
    const options = [
      { field: 'audioUrl', value: 'https://files.test/a.wav', offered: model.audioFrom !== undefined },
      { field: 'promptExtend', value: false, offered: model.kind !== 'reference' },
      { field: 'shotType', value: 'multi', offered: model.shotType },
      { field: 'shotType', value: 'single', offered: model.shotType },
      { field: 'audio', value: false, offered: model.audioSwitch },
      { field: 'audio', value: true, offered: model.audioSwitch },
      { field: 'referenceUrls', value: ['https://files.test/a.png'], offered: isReference },
      { field: 'referenceVideoUrls', value: ['https://files.test/a.mp4'], offered: isReference },
      { field: 'resolution', value: '720P', offered: model.kind === 'new-text' },
      { field: 'ratio', value: '16:9', offered: model.kind === 'new-text' },
      { field: 'size', value: '1280*720', offered: model.kind !== 'new-text' && has.has('1280*720') },
    ];
    for (const { field, value, offered } of options) {
      const violations = check(base, { [field]: value });
      expect(brokenFields(violations), `${field} ${value}`).toEqual(offered ? [] : [field]);
    }
  });

  test('takes options of the right type only', () => {
    const broken = (changes: Record<string, unknown>) => brokenFields(check(base, changes));
    if (model.shotType) expect(broken({ shotType: 'double' })).toEqual(['shotType']);
    if (model.audioSwitch) expect(broken({ audio: 'no' })).toEqual(['audio']);
    if (model.audioFrom) expect(broken({ audioUrl: 'files.test/a.wav' })).toEqual(['audioUrl']);
    if (model.kind !== 'reference') expect(broken({ promptExtend: 'yes' })).toEqual(['promptExtend']);
    expect(broken({ watermark: 'yes' })).toEqual(['watermark']);
    for (const seed of [-1, 2 ** 31, 0.5, '7']) expect(broken({ seed })).toEqual(['seed']);
    for (const seed of [0, 2 ** 31 - 1, undefined]) expect(broken({ seed })).toEqual([]);
  });

  test('tells which models have what it does not have', () => {
    const url = 'https://files.test/a.wav';
    const having = (has: (each: DocumentedModel) => boolean) =>
      documentedModels.filter(has).map(({ name }) => name);
    const options = [
      { field: 'audioUrl', value: url, models: having(({ audioFrom }) => audioFrom !== undefined) },
      { field: 'promptExtend', value: true, models: having(({ kind }) => kind !== 'reference') },
      { field: 'shotType', value: 'multi', models: having(({ shotType }) => shotType) },
      { field: 'audio', value: true, models: having(({ audioSwitch }) => audioSwitch) },
      { field: 'referenceUrls', value: [url], models: having(({ kind }) => kind === 'reference') },
      { field: 'ratio', value: '16:9', models: having(({ kind }) => kind === 'new-text') },
      { field: 'size', value: '1280*720', models: having(({ kind }) => kind !== 'new-text') },
    ].filter(({ models }) => !models.includes(model.name));
    expect(options.length).toBeGreaterThan(0);
    for (const { field, value, models } of options) {
      expect(check(base, { [field]: value })).toEqual([{ field, rule: 'not-offered', offeredBy: models }]);
    }
  });

  test('takes texts up to its limits, in characters', () => {
    const long = '🎬'.repeat(model.promptLimit);
    expect(check(base, { prompt: long, negativePrompt: '🎬'.repeat(500) })).toEqual([]);
    expect(check(base, { prompt: `${long}.`, negativePrompt: '🎬'.repeat(501) })).toEqual([
      { field: 'prompt', rule: 'too-long', min: 1, max: model.promptLimit },
      { field: 'negativePrompt', rule: 'too-long', min: 0, max: 500 },
    ]);
    expect(brokenFields(check(base, { prompt: ' \n' }))).toEqual(['prompt']);
  });

  test('takes only requests of its own kind', () => {
    for (const kind of ['new-text', 'legacy-text', 'reference', 'text']) {
      expect(brokenFields(check(base, { kind }))).toEqual(kind === model.kind ? [] : ['kind']);
    }
  });

  test('needs what the document requires', () => {
    expect(brokenFields(check(base, { prompt: undefined }))).toEqual(['prompt']);
    expect(brokenFields(check(base, { negativePrompt: null }))).toEqual(['negativePrompt']);
    if (model.kind === 'reference') {
      expect(brokenFields(check(base, { referenceUrls: undefined }))).toEqual(['referenceUrls']);
    }
  });
});

describe('reference files', () => {
  const base = referenceRequest();
  const files = (count: number) => Array.from({ length: count }, (_, index) => `https://files.test/${index}`);

  test.each([0, 1, 5, 6])('%i of them', (count) => {
    const fine = count >= 1 && count <= videoModels['gen2.6-r2v'].references.maxFiles;
    expect(check(base, { referenceUrls: files(count) })).toEqual(
      fine ? [] : [{ field: 'referenceUrls', rule: 'wrong-count', min: 1, max: 5 }],
    );
  });

  test.each([
    [1, 0, false],
    [4, 1, true],
    [1, 3, true],
    [2, 3, true],
    [1, 4, false],
    [3, 3, false],
    [5, 1, false],
  ])('%i of them and %i under the deprecated name: taken is %s', (current, deprecated, taken) => {
    const violations = check(base, { referenceUrls: files(current), referenceVideoUrls: files(deprecated) });
    expect(brokenFields(violations)).toEqual(taken ? [] : ['referenceVideoUrls']);
  });

  test.each([['ftp://files.test/a.png'], ['a.png'], [7], ['https://files.test/a.png', '']])(
    'at %j are refused once',
    (...referenceUrls) => {
      expect(brokenFields(check(base, { referenceUrls }))).toEqual(['referenceUrls']);
    },
  );

  test.each(['https://files.test/a.png', 7, null])('that are no list (%j) are refused', (referenceUrls) => {
    expect(check(base, { referenceUrls })).toEqual([
      { field: 'referenceUrls', rule: 'wrong-type', min: 1, max: 5 },
    ]);
  });
});
