import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServiceSandbox, startServiceSandbox } from '../../../service/server.ts';
import { mp4Facts } from '../../support/mp4-facts.ts';
import { ffmpeg } from '../../support/needs.ts';
import { file, served } from '../file-server.ts';
import { imageOf, mp4Of } from '../reference-files.ts';
import { ServiceCaller } from '../service-caller.ts';

const timeoutMs = 120_000;
let sandbox: ServiceSandbox;

beforeAll(async () => {
  const queriesPerSecond = 1_000;
  sandbox = await startServiceSandbox({
    port: 0,
    pace: { pendingMs: 0, runningMs: 0 },
    limits: { queriesPerSecond },
  });
  return () => sandbox.close();
});

async function filmOf(model: string, parameters: object, input: object = {}) {
  const caller = new ServiceCaller(sandbox, { now: 0 });
  const created = await caller.create({ model, input: { prompt: 'A red fox', ...input }, parameters });
  const id = String(created.body.output?.task_id);
  return vi.waitFor(
    async () => {
      const { body } = await caller.query(id);
      expect(body.output).toMatchObject({ task_status: 'SUCCEEDED' });
      const film = await (await fetch(String(body.output?.video_url))).bytes();
      return { facts: mp4Facts(film), usage: body.usage };
    },
    { timeout: timeoutMs, interval: 100 },
  );
}

describe('a film of the legacy protocol', () => {
  const heard = ffmpeg ? 2 : 1;

  test.each([
    ['gen2.1-t2v-turbo', { size: '480*832', duration: 5 }, 1],
    ['gen2.5-t2v-preview', { size: '624*624', duration: 5 }, heard],
    ['gen2.6-t2v', { size: '832*1088', duration: 2, shot_type: 'multi' }, heard],
  ])('%s with %j has its size, its duration and its sound', async (model, parameters, tracks) => {
    const { facts } = await filmOf(model, parameters);
    const [width, height] = parameters.size.split('*').map(Number);
    expect(facts).toMatchObject({ width, height });
    expect(facts.codecs).toHaveLength(tracks);
    expect(Math.abs(facts.seconds - parameters.duration)).toBeLessThanOrEqual(0.1);
  });

  test.each([
    ['gen2.6-r2v', {}, heard],
    ['gen2.6-r2v-flash', { audio: false }, 1],
  ])('%s with %j is made of a picture and a video', async (model, parameters, tracks) => {
    const reference_urls = [
      await served(file(await imageOf('webp', 400, 300))),
      await served(file(await mp4Of(2))),
    ];
    const { facts, usage } = await filmOf(
      model,
      { ...parameters, size: '1280*720', duration: 2 },
      { reference_urls },
    );
    expect(facts).toMatchObject({ width: 1280, height: 720 });
    expect(facts.codecs).toHaveLength(tracks);
    expect(usage).toMatchObject({ duration: 4, input_video_duration: 2, output_video_duration: 2 });
  });
});
