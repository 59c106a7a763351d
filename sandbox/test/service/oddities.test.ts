import { test as base, expect } from 'vitest';
import { openKnowledge } from './knowledge/knowledge-caller.ts';
import { openService } from './service-caller.ts';
import { connectSpeech, openSpeech } from './synthesis/speech-caller.ts';

const test = base.extend('service', () => openService());

test('fields and routes that no document names are written down once, and can be read', async () => {
  const service = await openService();
  const body = { model: 'gen2.7-t2v', input: { prompt: 'A fox', mood: 'calm' }, extra: 1 };
  for (let times = 0; times < 2; times += 1) await service.create(body);
  await service.call('GET', '/api/v1/unicorns?x=1');
  const { oddities } = service.sandbox;
  expect(oddities).toEqual([
    'creation: extra',
    'creation: input.mood',
    'GET /api/v1/unicorns: no such route',
  ]);
  expect((await service.call('GET', '/sandbox/oddities')).body).toEqual(oddities);
});

test('a field that the document names, though it has no effect, is none of them', async ({ service }) => {
  const parameters = { shot_type: 'multi', size: '1280*720' };
  await service.create({ model: 'gen2.7-t2v', input: { prompt: 'A fox' }, parameters });
  expect(service.sandbox.oddities).toEqual(['creation: parameters.size']);
});

test('a parameter of the list that no document names is written down', async ({ service }) => {
  expect((await service.call('GET', '/api/v1/tasks/?page_no=1&mood=calm')).status).toBe(200);
  expect(service.sandbox.oddities).toEqual(['list: mood']);
});

test('what a speech task says too much is written down, and the task goes on', async () => {
  const sandbox = await openSpeech();
  const caller = await connectSpeech(sandbox);
  await caller.say('Hello.', { speed: 1 });
  expect(sandbox.oddities).toEqual(['speech: payload.parameters.speed']);
});

test('a query parameter that document 3 does not name is written down', async () => {
  const caller = await openKnowledge();
  expect((await caller.list({ Mood: 'calm' })).status).toBe(200);
  expect(caller.service.sandbox.oddities).toEqual(['knowledge: Mood']);
});

test('a task is also found at its address with a slash behind it', async ({ service }) => {
  const id = await service.accepted();
  const { body } = await service.call('GET', `/api/v1/tasks/${id}/`);
  expect(body.output).toMatchObject({ task_id: id, task_status: 'PENDING' });
});
