import { afterAll, beforeAll } from 'vitest';
import type { RenderJob } from '../../../service/server.ts';
import { file, startServing } from '../file-server.ts';
import { imageOf } from '../reference-files.ts';
import { fakeVideo, type ServiceCaller, startService } from '../service-caller.ts';

export interface ModelService {
  readonly caller: ServiceCaller;
  /** What the renderer got, oldest first. */
  readonly jobs: readonly RenderJob[];
  /** A valid request of this model, with the parameters given. */
  body(model: string, parameters?: Record<string, unknown>, input?: Record<string, unknown>): unknown;
}

/** For a whole file of tests: a stand-in whose tasks end at once, and a picture for the models that refer to one. */
export function modelService(): ModelService {
  const jobs: RenderJob[] = [];
  let caller: ServiceCaller | undefined;
  let picture = { url: '', close: () => {} };
  beforeAll(async () => {
    picture = await startServing(file(await imageOf('jpeg', 240, 240)));
    caller = await startService({
      pace: { pendingMs: 0, runningMs: 0 },
      renderer: async (job) => {
        jobs.push(job);
        return fakeVideo;
      },
    });
  });
  afterAll(async () => {
    await caller?.sandbox.close();
    picture.close();
  });
  return {
    jobs,
    get caller() {
      if (!caller) throw new Error('not started yet');
      return caller;
    },
    body(model, parameters = {}, input = {}) {
      const references = model.includes('r2v') ? { reference_urls: [picture.url] } : {};
      return { model, input: { prompt: 'A red fox in the snow', ...references, ...input }, parameters };
    },
  };
}
