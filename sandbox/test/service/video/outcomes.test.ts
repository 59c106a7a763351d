import { test as base, describe, expect } from 'vitest';
import { openService } from '../service-caller.ts';

const test = base.extend('service', () => openService());

describe('scripted outcomes', () => {
  test('FAILED with the code and message asked for, and the next task succeeds again', async () => {
    const service = await openService();
    service.sandbox.video.failNext({ code: 'InternalError.Algo', message: 'It broke.' });
    const { body } = await service.ended(await service.accepted());
    expect(body.output).toMatchObject({
      task_status: 'FAILED',
      code: 'InternalError.Algo',
      message: 'It broke.',
      orig_prompt: 'A red fox in the snow',
    });
    expect(service.sandbox.tasks[0]?.code).toBe('InternalError.Algo');
    expect((await service.ended(await service.accepted())).body.output?.task_status).toBe('SUCCEEDED');
  });

  test('FAILED without a code', async ({ service }) => {
    service.sandbox.video.failNext();
    const { body } = await service.ended(await service.accepted());
    expect(body.output?.task_status).toBe('FAILED');
    expect(body.output).not.toHaveProperty('code');
    expect(body.output).not.toHaveProperty('message');
  });

  test('CANCELED by the provider', async ({ service }) => {
    service.sandbox.video.cancelNext();
    const { body } = await service.ended(await service.accepted());
    expect(body.output?.task_status).toBe('CANCELED');
  });

  test('a status that the document does not name, in the place of RUNNING', async ({ service }) => {
    service.sandbox.video.statusNext('SUSPENDED');
    const id = await service.accepted();
    service.clock.now += 1_000;
    expect(await service.statusOf(id)).toBe('SUSPENDED');
    service.clock.now += 2_000;
    expect(await service.statusOf(id)).toBe('SUCCEEDED');
  });

  test('a status that stays takes no place from others', async () => {
    const service = await openService({ limits: { concurrentTasks: 1 } });
    service.sandbox.video.statusNext('SUSPENDED', { stays: true });
    const stuck = await service.accepted();
    await service.statusOf(stuck);
    service.clock.now += 60_000;
    await service.statusOf(stuck);
    expect((await service.ended(await service.accepted())).body.output?.task_status).toBe('SUCCEEDED');
    expect(await service.statusOf(stuck)).toBe('SUSPENDED');
  });

  test('a task id that is a number', async ({ service }) => {
    service.sandbox.video.numericTaskIdNext();
    const { body } = await service.create({ model: 'gen2.7-t2v', input: { prompt: 'A fox' } });
    expect(body.output?.task_id).toBeTypeOf('number');
    const answer = await service.ended(String(body.output?.task_id));
    expect(answer.body.output?.task_id).toBe(body.output?.task_id);
    const listed = await service.call('GET', '/api/v1/tasks/');
    expect(listed.body.data).toMatchObject([{ task_id: body.output?.task_id }]);
  });

  test('a bill with any number of seconds', async ({ service }) => {
    service.sandbox.video.billNext(5_000);
    const { body } = await service.ended(await service.accepted());
    expect(body.output?.task_status).toBe('SUCCEEDED');
    expect(body.usage).toMatchObject({ duration: 5_000 });
    expect((await service.ended(await service.accepted())).body.usage).toMatchObject({ duration: 5 });
  });

  test('UNKNOWN for so many queries', async ({ service }) => {
    service.sandbox.video.unknownNext(2);
    const id = await service.accepted();
    const answers = [await service.query(id), await service.query(id), await service.query(id)];
    expect(answers.map(({ body }) => body.output?.task_status)).toEqual(['UNKNOWN', 'UNKNOWN', 'PENDING']);
    expect(answers[0]?.body.output).toEqual({ task_id: id, task_status: 'UNKNOWN' });
  });

  test('a refused creation takes no outcome', async ({ service }) => {
    service.sandbox.video.cancelNext();
    await service.create({ model: 'gen2.7-t2v', input: { prompt: '' } });
    expect((await service.ended(await service.accepted())).body.output?.task_status).toBe('CANCELED');
  });
});

describe('faults', () => {
  test('a creation whose answer is lost was made nevertheless', async ({ service }) => {
    const path = '/api/v1/services/**';
    const { reached } = service.sandbox.faults.arm({ path, effect: { kind: 'drop', when: 'after' } });
    await expect(service.accepted()).rejects.toThrow();
    await reached;
    expect(service.sandbox.tasks).toHaveLength(1);
    const { body } = await service.call('GET', '/api/v1/tasks/');
    expect(body.data).toMatchObject([{ task_id: service.sandbox.tasks[0]?.id }]);
  });

  test('an answer before the effect makes nothing', async ({ service }) => {
    const effect = { kind: 'answer', when: 'before', status: 503, body: '<h1>busy</h1>' } as const;
    service.sandbox.faults.arm({ method: 'POST', path: '/api/**', effect });
    await expect(service.accepted()).rejects.toThrow('not valid JSON');
    expect(service.sandbox.tasks).toHaveLength(0);
    expect(service.sandbox.faults.seen).toMatchObject([{ method: 'POST', status: 503 }]);
  });
});
