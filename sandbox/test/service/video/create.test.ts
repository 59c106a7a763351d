import { test as base, describe, expect } from 'vitest';
import { openService } from '../service-caller.ts';

const test = base.extend('service', () => openService());

const valid = { model: 'gen2.7-t2v', input: { prompt: 'A red fox in the snow' } };
const withParameters = (parameters: unknown) => ({ ...valid, parameters });
const withInput = (input: Record<string, unknown>) => ({ ...valid, input: { ...valid.input, ...input } });

describe('create task', () => {
  test('a valid request is answered with a task id, PENDING and a request id', async ({ service }) => {
    const { status, body } = await service.create(valid);
    expect(status).toBe(200);
    expect(body).toEqual({
      output: { task_status: 'PENDING', task_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test.each([{ 'X-Service-Async': '' }, { 'X-Service-Async': 'disable' }])(
    'without the asynchronous header (%o) the call is refused in the words of the document',
    async (headers) => {
      const service = await openService();
      const { status, body } = await service.create(valid, headers);
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'AccessDenied',
        message: 'current user api does not support synchronous calls.',
      });
    },
  );

  test('the header prefix can be spelled differently', async () => {
    const service = await openService({ headerPrefix: 'X-Other-' });
    expect((await service.create(valid)).status).toBe(403);
    expect((await service.create(valid, { 'X-Other-Async': 'enable' })).status).toBe(200);
  });

  test('a body of another content type is refused', async ({ service }) => {
    const { status, body } = await service.create(valid, { 'content-type': 'text/plain' });
    expect([status, body.code]).toEqual([400, 'InvalidParameter']);
    expect(body.message).toContain('Content-Type');
  });

  test('a body that is not JSON is refused', async ({ service }) => {
    const { status, body } = await service.create('{"model":');
    expect([status, body.code]).toEqual([400, 'InvalidParameter']);
  });

  test('an unknown model is not found', async ({ service }) => {
    const { status, body } = await service.create({ ...valid, model: 'gen9-t2v' });
    expect([status, body.code]).toEqual([404, 'ModelNotFound']);
  });

  test('a deployment that spells the model differently knows only its own spelling', async () => {
    const service = await openService({ modelNames: { 'gen2.7-t2v': 'film-2.7' } });
    expect((await service.create(valid)).body.code).toBe('ModelNotFound');
    expect((await service.create({ ...valid, model: 'film-2.7' })).status).toBe(200);
    expect(service.sandbox.tasks).toMatchObject([{ model: 'gen2.7-t2v', wireModel: 'film-2.7' }]);
  });

  test.each(['beijing', 'singapore'] as const)(
    'new-protocol text-to-video is served in %s',
    async (region) => {
      const service = await openService({ region });
      expect((await service.create(valid)).status).toBe(200);
    },
  );

  test.each(['virginia', 'frankfurt'] as const)('new-protocol text-to-video fails in %s', async (region) => {
    const service = await openService({ region });
    const { status, body } = await service.create(valid);
    expect([status, body.code]).toEqual([403, 'Model.AccessDenied']);
    expect(body.message).toContain(region);
  });
});

describe('fields of section A', () => {
  test.each([
    ['model', { input: valid.input }],
    ['model', { ...valid, model: 7 }],
    ['input', { model: valid.model }],
    ['input', { ...valid, input: 'A fox' }],
    ['input.prompt', { ...valid, input: {} }],
    ['input.prompt', withInput({ prompt: '' })],
    ['input.prompt', withInput({ prompt: ' \n' })],
    ['input.prompt', withInput({ prompt: 5 })],
    ['input.negative_prompt', withInput({ negative_prompt: 5 })],
    ['input.negative_prompt', withInput({ negative_prompt: null })],
    ['input.audio_url', withInput({ audio_url: 5 })],
    ['parameters', withParameters('none')],
    ['parameters', withParameters(null)],
    ['parameters.resolution', withParameters({ resolution: '480P' })],
    ['parameters.resolution', withParameters({ resolution: '720p' })],
    ['parameters.resolution', withParameters({ resolution: 720 })],
    ['parameters.ratio', withParameters({ ratio: '21:9' })],
    ['parameters.ratio', withParameters({ ratio: 1 })],
    ['parameters.duration', withParameters({ duration: 1 })],
    ['parameters.duration', withParameters({ duration: 16 })],
    ['parameters.duration', withParameters({ duration: 5.5 })],
    ['parameters.duration', withParameters({ duration: '5' })],
    ['parameters.duration', withParameters({ duration: null })],
    ['parameters.prompt_extend', withParameters({ prompt_extend: 'true' })],
    ['parameters.prompt_extend', withParameters({ prompt_extend: 1 })],
    ['parameters.watermark', withParameters({ watermark: 'false' })],
    ['parameters.seed', withParameters({ seed: -1 })],
    ['parameters.seed', withParameters({ seed: 2_147_483_648 })],
    ['parameters.seed', withParameters({ seed: 1.5 })],
    ['parameters.seed', withParameters({ seed: '7' })],
  ])('a wrong %s is refused and named', async (field, body) => {
    const service = await openService();
    const answer = await service.create(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'InvalidParameter', request_id: expect.any(String) });
    expect(answer.body.message?.split(' ')[0]).toBe(field);
    expect(service.sandbox.tasks).toHaveLength(0);
  });

  test.each(['ftp://127.0.0.1/a.wav', 'file:///a.wav', 'a.wav', ''])(
    'the audio address "%s" is refused as InvalidURL',
    async (audio_url) => {
      const service = await openService();
      const { status, body } = await service.create(withInput({ audio_url }));
      expect([status, body.code]).toEqual([400, 'InvalidURL']);
    },
  );

  test.each([
    'http://127.0.0.1/a.wav',
    'http://localhost/a.wav',
    'http://[::1]/a.wav',
    'http://10.0.0.7/a.wav',
  ])(
    'the private audio address %s is refused only where private addresses are not allowed',
    async (audio_url) => {
      const strict = await openService({ allowPrivateUrls: false });
      expect((await strict.create(withInput({ audio_url }))).body.code).toBe('InvalidURL');
      const open = await openService({ pace: { pendingMs: 1_000_000, runningMs: 0 } });
      expect((await open.create(withInput({ audio_url }))).status).toBe(200);
    },
  );

  test('what is left out gets the default of the document, and a seed is drawn', async ({ service }) => {
    await service.create(valid);
    const [task] = service.sandbox.tasks;
    expect(task?.request).toMatchObject({
      format: { tier: '1080P', ratio: '16:9', width: 1920, height: 1080 },
      durationSeconds: 5,
      promptExtend: true,
      watermark: false,
      seedGiven: false,
    });
    expect(task?.request.seed).toBeGreaterThanOrEqual(0);
    expect(task?.request.seed).toBeLessThanOrEqual(2_147_483_647);
  });

  test.each([
    { resolution: '720P', ratio: '9:16', duration: 2, prompt_extend: false, watermark: true, seed: 0 },
    {
      resolution: '1080P',
      ratio: '3:4',
      duration: 15,
      prompt_extend: true,
      watermark: false,
      seed: 2_147_483_647,
    },
  ])('the bounds %o are taken', async (parameters) => {
    const service = await openService();
    expect((await service.create(withParameters(parameters))).status).toBe(200);
    expect(service.sandbox.tasks[0]?.request).toMatchObject({
      durationSeconds: parameters.duration,
      seed: parameters.seed,
      promptExtend: parameters.prompt_extend,
      watermark: parameters.watermark,
    });
  });

  test('a prompt longer than 5,000 characters is cut, by whole characters', async ({ service }) => {
    const id = await service.accepted({ prompt: '🦊'.repeat(5_001) });
    const { body } = await service.ended(id);
    expect(body.output?.orig_prompt).toBe('🦊'.repeat(5_000));
  });

  test('a negative prompt longer than 500 characters is cut', async ({ service }) => {
    await service.accepted({ negative_prompt: 'n'.repeat(501) });
    expect(service.sandbox.tasks[0]?.request.negativePrompt).toBe('n'.repeat(500));
  });

  test('fields that the new protocol does not know have no effect and are recorded', async ({ service }) => {
    await service.create({
      ...withInput({ mood: 'calm' }),
      parameters: { size: '832*480', shot_type: 'multi', duration: 4 },
      extra: true,
    });
    const [task] = service.sandbox.tasks;
    expect(task?.ignoredFields).toEqual(['extra', 'input.mood', 'parameters.size']);
    expect(task?.request).toMatchObject({ format: { tier: '1080P', ratio: '16:9' }, durationSeconds: 4 });
  });
});

describe('moderation', () => {
  test.each(['something forbidden', 'FORBIDDEN!'])(
    'the prompt "%s" is refused at creation',
    async (prompt) => {
      const service = await openService();
      const { status, body } = await service.create(withInput({ prompt }));
      expect([status, body.code]).toEqual([400, 'DataInspectionFailed']);
    },
  );

  test('the trigger for later is accepted and fails at generation', async ({ service }) => {
    const { body } = await service.ended(await service.accepted({ prompt: 'something forbidden-later' }));
    expect(body.output).toMatchObject({ task_status: 'FAILED', code: 'DataInspectionFailed' });
  });

  test('a word that only contains the trigger is let through', async ({ service }) => {
    expect((await service.create(withInput({ prompt: 'unforbidden fruit' }))).status).toBe(200);
  });
});
