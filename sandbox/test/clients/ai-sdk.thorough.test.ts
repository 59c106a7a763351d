import { createAlibaba } from '@ai-sdk/alibaba';
import { expect, onTestFinished, test } from 'vitest';
import { startServiceSandbox } from '../../service/server.ts';
import { file, served } from '../service/file-server.ts';
import { imageOf } from '../service/reference-files.ts';

const it = test.extend('scene', () => openScene());

const film = Buffer.from('a film of thirty-two characters.');

/** The public client, unmodified: this deployment spells header and models as that client does. */
async function openScene() {
  const sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    headerPrefix: 'X-DashScope-',
    modelNames: {
      'gen2.7-t2v': 'wan2.7-t2v',
      'gen2.6-t2v': 'wan2.6-t2v',
      'gen2.6-r2v-flash': 'wan2.6-r2v-flash',
    },
    pace: { pendingMs: 0, runningMs: 0 },
    renderer: async () => film,
  });
  onTestFinished(async () => await sandbox.close());
  const logIn = (apiKey: string) => createAlibaba({ apiKey, videoBaseURL: sandbox.baseUrl });
  return { sandbox, client: logIn(sandbox.apiKey), logIn };
}

type Scene = Awaited<ReturnType<typeof openScene>>;
type Model = ReturnType<Scene['client']['video']>;
type Order = Parameters<Model['doGenerate']>[0];

async function generate(client: Scene['client'], model: string, order: Partial<Order>) {
  return await client.video(model).doGenerate({
    prompt: 'A paper kite over a grey sea',
    n: 1,
    image: undefined,
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: undefined,
    aspectRatio: undefined,
    resolution: undefined,
    duration: 5,
    fps: undefined,
    seed: undefined,
    ...order,
    providerOptions: { alibaba: { pollIntervalMs: 1, ...order.providerOptions?.alibaba } },
  });
}

async function watched(made: Awaited<ReturnType<typeof generate>>): Promise<string> {
  const [video] = made.videos;
  if (video?.type !== 'url') throw new Error('It gave no address.');
  return await (await fetch(video.url)).text();
}

it('makes a video of a sentence with a model of today', async ({ scene: { sandbox, client } }) => {
  const made = await generate(client, 'wan2.7-t2v', { resolution: '1280x720', seed: 7 });
  expect(await watched(made)).toBe(film.toString());
  expect(made.warnings).toEqual([]);
  expect(made.providerMetadata).toMatchObject({
    alibaba: { taskId: expect.any(String), usage: { duration: 5, outputVideoDuration: 5 } },
  });
  expect(sandbox.tasks).toMatchObject([{ model: 'gen2.7-t2v', status: 'SUCCEEDED' }]);
  expect(sandbox.oddities).toEqual([]);
});

it('makes one with an earlier model, by its size and with its shots', async () => {
  const { sandbox, client } = await openScene();
  const made = await generate(client, 'wan2.6-t2v', {
    resolution: '1280x720',
    providerOptions: { alibaba: { shotType: 'multi', promptExtend: true, negativePrompt: 'rain' } },
  });
  expect(await watched(made)).toBe(film.toString());
  expect(made.providerMetadata?.alibaba).toMatchObject({ usage: { duration: 5 } });
  expect(sandbox.oddities).toEqual([]);
});

it('makes one after reference pictures', async ({ scene: { sandbox, client } }) => {
  const kite = await served(file(await imageOf('jpeg', 240, 240)));
  const made = await generate(client, 'wan2.6-r2v-flash', {
    prompt: 'character1 flies a kite',
    resolution: '1280x720',
    providerOptions: { alibaba: { referenceUrls: [kite], audio: false } },
  });
  expect(await watched(made)).toBe(film.toString());
  expect(sandbox.oddities).toEqual([]);
});

it.each<[string, string, Partial<Order>, RegExp]>([
  ['a size that no model makes', 'wan2.6-t2v', { resolution: '100x100' }, /size/],
  ['a model that is not here', 'wan9-t2v', {}, /model/i],
  ['a video of an hour', 'wan2.7-t2v', { duration: 3_600 }, /duration/],
  ['what may not be shown', 'wan2.7-t2v', { prompt: 'something forbidden' }, /inappropriate/],
])('is refused %s, in the words of the service', async (_what, model, order, words) => {
  const { client } = await openScene();
  await expect(generate(client, model, order)).rejects.toThrow(words);
});

it('is refused with a key that is not one', async ({ scene: { logIn } }) => {
  await expect(generate(logIn('guessed'), 'wan2.7-t2v', {})).rejects.toMatchObject({ statusCode: 401 });
});

it('hears that a video failed', async ({ scene: { sandbox, client } }) => {
  sandbox.video.failNext({ code: 'InternalError', message: 'The film tore.' });
  await expect(generate(client, 'wan2.7-t2v', {})).rejects.toThrow(/failed.*The film tore\./i);
});
