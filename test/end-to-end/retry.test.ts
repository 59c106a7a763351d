import { afterAll, expect, it } from 'vitest';
import type { Stage } from '../support/stage.ts';
import { doneOf, openQuickStage } from '../support/video-scene.ts';

const patience = 90_000;
const textOf = (message: unknown) => JSON.stringify(message);
const stages: Stage[] = [];

afterAll(async () => {
  for (const stage of stages) await stage.close();
});

it('trying again after a failure makes a new task, never the old one', async () => {
  const stage = await openQuickStage();
  stages.push(stage);
  const member = await stage.person();
  stage.service.video.failNext({ code: 'InternalError', message: 'No luck.' });
  const invoked = await member.invoke(stage.discord.channels.general, ['video', 'text'], {
    prompt: 'a kite',
    resolution: '720P',
    duration: 2,
    seed: 1,
  });
  const failed = await member.answerTo(invoked, (panel) => textOf(panel).includes('Retry'), patience);
  const pressed = await member.click(failed, 'Retry · 2 s');
  await doneOf(member, pressed);
  const [first, second, ...more] = stage.service.tasks;
  expect(more).toEqual([]);
  expect(first?.status).toBe('FAILED');
  expect(second).toMatchObject({ status: 'SUCCEEDED', request: { prompt: 'a kite', durationSeconds: 2 } });
  expect(second?.id).not.toBe(first?.id);
});
