import { expect, test } from 'vitest';
import { openService } from '../service-caller.ts';
import { connectSpeech } from './speech-caller.ts';

const open = () => openService({ synthesis: { speaker: 'built-in', tasksPerSecond: 100 } });

test('the pace and the limits of speech can be changed and are told', async () => {
  const service = await open();
  const synthesis = { pace: { realTimeFactor: 0 }, packetMs: 60, wordsIn: 'end', textTimeoutMs: 5_000 };
  const { status, body } = await service.call('PATCH', '/sandbox/settings', { body: { synthesis } });
  expect(status).toBe(200);
  expect(body.synthesis).toMatchObject({
    speaker: 'built-in',
    voicesPath: expect.stringMatching(/voices\.json$/),
    pace: { firstAudioLeastMs: 200, firstAudioMostMs: 800, realTimeFactor: 0 },
    packetMs: 60,
    wordsIn: 'end',
    textTimeoutMs: 5_000,
  });
});

test('a fault of speech is armed, listed, strikes, and is cleared', async () => {
  const service = await open();
  const fault = { at: 'run', times: 0, effect: { kind: 'fail', code: 'SystemError', message: 'No.' } };
  const path = '/sandbox/synthesis/faults';
  expect((await service.call('POST', path, { body: fault })).status).toBe(201);
  expect((await service.call('GET', path)).body).toEqual([fault]);
  const caller = await connectSpeech(service.sandbox);
  caller.run();
  expect(await caller.failure()).toEqual(['SystemError', 'No.']);
  expect((await service.call('DELETE', path)).status).toBe(204);
  await (await connectSpeech(service.sandbox)).started();
  const { body } = await service.call('GET', '/sandbox/synthesis/tasks');
  expect(body).toMatchObject([{ status: 'failed', failure: { code: 'SystemError' } }, { status: 'started' }]);
});

test.each([
  ['/sandbox/synthesis/faults', 'POST', { at: 'lunch', effect: { kind: 'drop' } }],
  [
    '/sandbox/synthesis/faults',
    'POST',
    { at: 'run', effect: { kind: 'answer', status: 403, code: '', message: '' } },
  ],
  ['/sandbox/synthesis/faults', 'POST', { at: 'connect', effect: { kind: 'garbled' } }],
  ['/sandbox/synthesis/faults', 'POST', { at: 'audio', effect: { kind: 'close', code: 1006 } }],
  ['/sandbox/settings', 'PATCH', { synthesis: { packetMs: 30 } }],
  ['/sandbox/settings', 'PATCH', { synthesis: { speaker: 'espeak-ng' } }],
])('%s %s with %o is refused', async (path, method, body) => {
  expect((await (await open()).call(method, path, { body })).status).toBe(400);
});
