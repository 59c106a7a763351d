import { describe, expect, test } from 'vitest';
import { allModels, legacyRows, type ModelRow } from './document-tables.ts';
import { modelService } from './model-service.ts';

const service = modelService();

async function accepted(body: unknown) {
  const created = await service.caller.create(body);
  expect(created.body).toMatchObject({ output: { task_status: 'PENDING' } });
  const answer = await service.caller.ended(String(created.body.output?.task_id));
  const task = service.caller.sandbox.tasks.at(-1);
  return { output: answer.body.output, request: task?.request, ignored: task?.ignoredFields };
}

async function refusal(body: unknown) {
  const { status, body: answer } = await service.caller.create(body);
  expect([status, answer.code]).toEqual([400, 'InvalidParameter']);
  return answer.message?.split(' ')[0];
}

describe.each(allModels)('%s', (model) => {
  test.each([
    ['watermark', true, { watermark: true }],
    ['watermark', false, { watermark: false }],
    ['seed', 0, { seed: 0, seedGiven: true }],
    ['seed', 2_147_483_647, { seed: 2_147_483_647, seedGiven: true }],
  ])('takes %s %j', async (name, value, understood) => {
    const { request } = await accepted(service.body(model, { [name]: value }));
    expect(request).toMatchObject(understood);
  });

  test.each([
    ['watermark', 'true'],
    ['watermark', 0],
    ['watermark', null],
    ['seed', -1],
    ['seed', 2_147_483_648],
    ['seed', 0.5],
    ['seed', '7'],
  ])('refuses %s %j and names it', async (name, value) => {
    expect(await refusal(service.body(model, { [name]: value }))).toBe(`parameters.${name}`);
  });

  test.each([
    ['prompt', ''],
    ['prompt', ' \n'],
    ['prompt', 5],
    ['prompt', undefined],
    ['negative_prompt', 5],
    ['negative_prompt', null],
  ])('refuses the %s %j and names it', async (name, value) => {
    expect(await refusal(service.body(model, {}, { [name]: value }))).toBe(`input.${name}`);
  });

  test('is without a watermark and draws a seed when nothing is said', async () => {
    const { request } = await accepted(service.body(model));
    expect(request).toMatchObject({ watermark: false, seedGiven: false });
  });

  test('cuts a negative prompt at 500 characters', async () => {
    const { request } = await accepted(service.body(model, {}, { negative_prompt: `${'n'.repeat(500)}x` }));
    expect(request?.negativePrompt).toBe('n'.repeat(500));
  });

  test('is refused by moderation at creation, and at generation, by the words of the prompt', async () => {
    const early = await service.caller.create(service.body(model, {}, { prompt: 'something forbidden' }));
    expect([early.status, early.body.code]).toEqual([400, 'DataInspectionFailed']);
    const later = await accepted(service.body(model, {}, { prompt: 'something forbidden-later' }));
    expect(later.output).toMatchObject({ task_status: 'FAILED', code: 'DataInspectionFailed' });
  });

  test('is found in the list by its name', async () => {
    const created = await service.caller.create(service.body(model));
    const { body } = await service.caller.call('GET', `/api/v1/tasks/?model_name=${model}`);
    expect(body.data?.[0]).toMatchObject({ task_id: created.body.output?.task_id, model_name: model });
    expect(new Set(body.data?.map((row) => row.model_name))).toEqual(new Set([model]));
  });
});

describe.each(legacyRows)('$model', (row) => {
  const { model, promptCharacters } = row;

  test(`cuts a prompt at ${promptCharacters} characters`, async () => {
    const prompt = '🦊'.repeat(promptCharacters);
    expect((await accepted(service.body(model, {}, { prompt }))).output?.orig_prompt).toBe(prompt);
    const longer = await accepted(service.body(model, {}, { prompt: `${prompt}x` }));
    expect(longer.output?.orig_prompt).toBe(prompt);
  });

  test('ignores what belongs to the new protocol, and records it', async () => {
    const { ignored, request } = await accepted(service.body(model, { resolution: '480P', ratio: '9:16' }));
    expect(ignored).toEqual(['parameters.resolution', 'parameters.ratio']);
    expect(request?.format.ratio).toBe('16:9');
  });

  test.each([{}, { prompt_extend: true }, { prompt_extend: false }])(
    'with %j tells the rewritten prompt only where the document says so',
    async (parameters) => {
      const { output } = await accepted(service.body(model, parameters, { prompt: 'A calm fox' }));
      expect(output?.orig_prompt).toBe('A calm fox');
      if (row.tellsActualPrompt && parameters.prompt_extend !== false) {
        expect(output?.actual_prompt).toMatch(/^Rewritten .*A calm fox$/);
      } else {
        expect(output).not.toHaveProperty('actual_prompt');
      }
    },
  );

  test('makes sound unless it is a silent model', async () => {
    await accepted(service.body(model));
    expect(service.jobs.at(-1)?.sound).toBe(!/^gen2\.[12]/.test(model));
  });
});

const modelsWhere = (has: (row: ModelRow) => boolean) => legacyRows.filter(has).map(({ model }) => model);
const isReference = ({ usage }: ModelRow) => usage === 'reference';

describe.each(modelsWhere(({ takesShotType }) => takesShotType))('%s', (model) => {
  test.each(['single', 'multi'])('takes the shot type %s', async (shot_type) => {
    expect((await accepted(service.body(model, { shot_type }))).request?.shotType).toBe(shot_type);
  });

  test('makes a single shot when nothing is said', async () => {
    expect((await accepted(service.body(model))).request?.shotType).toBe('single');
  });

  test.each(['Multi', '', true, null])('refuses the shot type %j and names it', async (shot_type) => {
    expect(await refusal(service.body(model, { shot_type }))).toBe('parameters.shot_type');
  });
});

describe.each(modelsWhere(({ takesShotType }) => !takesShotType))('%s', (model) => {
  test.each(['single', 'multi'])(
    'refuses the shot type %s, which it lacks, and names it',
    async (shot_type) => {
      expect(await refusal(service.body(model, { shot_type }))).toBe('parameters.shot_type');
    },
  );
});

describe.each(modelsWhere(({ takesAudioSwitch }) => takesAudioSwitch))('%s', (model) => {
  test.each([
    [{ audio: true }, true],
    [{ audio: false }, false],
    [{}, true],
  ])('with %j is heard: %j', async (parameters, sound) => {
    await accepted(service.body(model, parameters));
    expect(service.jobs.at(-1)?.sound).toBe(sound);
  });

  test.each(['false', 0, null])('refuses audio %j and names it', async (audio) => {
    expect(await refusal(service.body(model, { audio }))).toBe('parameters.audio');
  });
});

describe.each(modelsWhere((row) => isReference(row) && !row.takesAudioSwitch))('%s', (model) => {
  test.each([true, false])('refuses audio %j, which it lacks, and names it', async (audio) => {
    expect(await refusal(service.body(model, { audio }))).toBe('parameters.audio');
  });
});

describe.each(modelsWhere(({ takesAudio }) => takesAudio))('%s', (model) => {
  test('refuses an audio address that is none as InvalidURL', async () => {
    const { body } = await service.caller.create(service.body(model, {}, { audio_url: 'a.wav' }));
    expect(body).toMatchObject({ code: 'InvalidURL', message: expect.stringContaining('input.audio_url') });
  });
});

describe.each(modelsWhere((row) => !row.takesAudio && !isReference(row)))('%s', (model) => {
  test('refuses an audio address, which it lacks, and names it', async () => {
    const body = service.body(model, {}, { audio_url: 'http://127.0.0.1/a.wav' });
    expect(await refusal(body)).toBe('input.audio_url');
  });
});

describe.each(modelsWhere((row) => !isReference(row)))('%s', (model) => {
  test.each(['yes', 1, null])('refuses prompt_extend %j and names it', async (value) => {
    expect(await refusal(service.body(model, { prompt_extend: value }))).toBe('parameters.prompt_extend');
  });
});

describe('several shots', () => {
  test.each([
    ['gen2.6-t2v', { shot_type: 'multi' }, true],
    ['gen2.6-t2v', { shot_type: 'multi', prompt_extend: true }, true],
    ['gen2.6-t2v', { shot_type: 'multi', prompt_extend: false }, undefined],
    ['gen2.6-t2v-us', { shot_type: 'multi', prompt_extend: false }, undefined],
    ['gen2.6-t2v', { shot_type: 'single' }, undefined],
    ['gen2.6-r2v', { shot_type: 'multi' }, true],
    ['gen2.6-r2v-flash', { shot_type: 'single' }, undefined],
  ])('%s with %j: %j', async (model, parameters, severalShots) => {
    await accepted(service.body(model, parameters));
    expect(service.jobs.at(-1)?.severalShots).toBe(severalShots);
  });
});

test('gen2.7-t2v never tells a rewritten prompt', async () => {
  const { output } = await accepted(service.body('gen2.7-t2v', { prompt_extend: true }));
  expect(output).not.toHaveProperty('actual_prompt');
});

test('a model without prompt_extend ignores it, and records it', async () => {
  const { ignored } = await accepted(service.body('gen2.6-r2v', { prompt_extend: 'whatever' }));
  expect(ignored).toEqual(['parameters.prompt_extend']);
});
