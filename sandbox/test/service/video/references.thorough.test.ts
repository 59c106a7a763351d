import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { RenderJob } from '../../../service/server.ts';
import { file, served } from '../file-server.ts';
import { bmpOf, imageOf, movOf, mp4Of, palettePngOf } from '../reference-files.ts';
import { fakeVideo, openService } from '../service-caller.ts';

const megabyte = 1_024 * 1_024;
const films = new Map<number, Uint8Array>();
const film = (seconds: number) => films.get(seconds) ?? Buffer.alloc(0);

beforeAll(async () => {
  for (const seconds of [0.5, 1, 2, 4.5, 30, 30.5]) films.set(seconds, await mp4Of(seconds));
});

/** Follows a picture, whose end decoders find by themselves, with so many bytes that mean nothing. */
function padded(bytes: Uint8Array, size: number): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

async function create(input: Record<string, unknown>, parameters: Record<string, unknown> = {}) {
  const jobs: RenderJob[] = [];
  const service = await openService({
    pace: { pendingMs: 0, runningMs: 0 },
    renderer: async (job) => {
      jobs.push(job);
      return fakeVideo;
    },
  });
  const body = { model: 'gen2.6-r2v', input: { prompt: 'character1 dances', ...input }, parameters };
  return { service, jobs, answer: await service.create(body) };
}

async function finished(input: Record<string, unknown>, parameters: Record<string, unknown> = {}) {
  const { service, jobs, answer } = await create(input, parameters);
  expect(answer.body).toMatchObject({ output: { task_status: 'PENDING' } });
  const taskId = String(answer.body.output?.task_id);
  const { output, usage } = await vi.waitFor(
    async () => {
      const { body } = await service.query(taskId);
      expect(body.output?.task_status).toMatch(/SUCCEEDED|FAILED/);
      return body;
    },
    { timeout: 60_000, interval: 5 },
  );
  return { output, usage, jobs };
}

/** What becomes of a task that refers to this one file. */
async function outcomeOf(bytes: Uint8Array, field = 'reference_urls') {
  return finished({ [field]: [await served(file(bytes))] });
}

describe('a reference picture', () => {
  test.each([
    ['a JPEG', () => imageOf('jpeg', 240, 240)],
    ['a PNG without transparency', () => imageOf('png', 240, 400)],
    ['a PNG with a palette', () => palettePngOf(240)],
    ['a PNG whose palette is opaque by its own word', () => palettePngOf(240, 255)],
    ['a WEBP', () => imageOf('webp', 300, 240)],
    ['a BMP', () => bmpOf(241, 240)],
    ['a picture of 8,000 × 240', () => imageOf('jpeg', 8_000, 240)],
    ['a picture of 240 × 8,000', () => imageOf('png', 240, 8_000)],
    ['a picture of 20 MB', async () => padded(await imageOf('jpeg', 240, 240), 20 * megabyte)],
  ])('%s is taken and reaches the film', async (_name, make) => {
    const bytes = await make();
    const { output, usage, jobs } = await outcomeOf(bytes);
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(jobs[0]?.references).toMatchObject([{ label: 'character1', kind: 'image' }]);
    expect(usage).toMatchObject({ duration: 5, input_video_duration: 0, output_video_duration: 5 });
  });

  test.each([
    ['239 pixels wide', () => imageOf('jpeg', 239, 240), 'InvalidFile.Resolution'],
    ['239 pixels high', () => imageOf('png', 240, 239), 'InvalidFile.Resolution'],
    ['8,001 pixels wide', () => imageOf('jpeg', 8_001, 240), 'InvalidFile.Resolution'],
    ['8,001 pixels high', () => bmpOf(240, 8_001), 'InvalidFile.Resolution'],
    ['a transparent PNG', () => imageOf('png', 240, 240, '#00000000'), 'InvalidFile.Format'],
    [
      'a PNG that can be seen through a little',
      () => imageOf('png', 240, 240, '#c03020fe'),
      'InvalidFile.Format',
    ],
    ['a PNG with a transparent palette', () => palettePngOf(240, 0), 'InvalidFile.Format'],
    ['a GIF', () => imageOf('gif', 240, 240), 'InvalidFile.Format'],
    [
      'a JPEG that is cut off',
      async () => (await imageOf('jpeg', 240, 240)).subarray(0, 100),
      'InvalidFile.Format',
    ],
    [
      'a picture of more than 20 MB',
      async () => padded(await imageOf('jpeg', 240, 240), 20 * megabyte + 1),
      'InvalidFile.Size',
    ],
  ])('%s fails the task, and the message names the field', async (_name, make, code) => {
    const { output, jobs } = await outcomeOf(await make());
    expect(output).toMatchObject({ task_status: 'FAILED', code });
    expect(output?.message).toContain('input.reference_urls.0');
    expect(jobs).toEqual([]);
  });

  test('a WEBP may be transparent', async () => {
    const { output } = await outcomeOf(await imageOf('webp', 240, 240, '#00000000'));
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
  });
});

describe('a reference video', () => {
  test.each([1, 2, 4.5, 30])('an MP4 of %d s is taken', async (seconds) => {
    const { output, jobs } = await outcomeOf(film(seconds));
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(jobs[0]?.references).toEqual([{ label: 'character1', kind: 'video', seconds }]);
  });

  test('a MOV is taken', async () => {
    expect((await outcomeOf(movOf(film(2)))).output).toMatchObject({ task_status: 'SUCCEEDED' });
  });

  test.each([
    ['an MP4 of less than 1 s', () => film(0.5), 'InvalidFile.Duration'],
    ['an MP4 of more than 30 s', () => film(30.5), 'InvalidFile.Duration'],
    ['an MP4 that is cut off', () => film(2).subarray(0, 2_000), 'InvalidFile.Format'],
    ['a text', () => Buffer.from('Dear reader'), 'InvalidFile.Format'],
    ['a web page', () => Buffer.from('<!doctype html><p>hello'), 'InvalidFile.Format'],
    ['a WebM', () => Buffer.from('1a45dfa3010000000000001f4286810142f7', 'hex'), 'InvalidFile.Format'],
    ['an empty file', () => Buffer.alloc(0), 'InvalidFile.Format'],
  ])('%s fails the task, and the message names the field', async (_name, make, code) => {
    const { output, jobs } = await outcomeOf(make());
    expect(output).toMatchObject({ task_status: 'FAILED', code });
    expect(output?.message).toContain('input.reference_urls.0');
    expect(jobs).toEqual([]);
  });

  test('a file of more than 100 MB fails the task before it has ended', async () => {
    let sentMegabytes = 0;
    const endless: RequestListener = (_request, response) => {
      response.write(film(2));
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(megabyte))) sentMegabytes += 1;
      };
      response.on('drain', send);
      send();
    };
    const { output } = await finished({ reference_urls: [await served(endless)] });
    expect(output).toMatchObject({ task_status: 'FAILED', code: 'InvalidFile.Size' });
    expect(sentMegabytes).toBeLessThan(200);
  });
});

describe('several references', () => {
  test('are fetched once each, in their order, and called character1 and so on', async () => {
    const asked: (string | undefined)[] = [];
    const picture = await imageOf('jpeg', 240, 240);
    const url = await served((request, response) => {
      asked.push(request.url);
      response.end(request.url?.includes('film') ? film(2) : picture);
    });
    const urls = ['picture-a', 'film-b', 'picture-c'].map((name) => `${url}/${name}`);
    const { jobs } = await finished({ reference_urls: urls });
    expect(asked).toEqual(['/file/picture-a', '/file/film-b', '/file/picture-c']);
    expect(jobs[0]?.references).toMatchObject([
      { label: 'character1', kind: 'image' },
      { label: 'character2', kind: 'video' },
      { label: 'character3', kind: 'image' },
    ]);
  });

  test('five pictures are taken', async () => {
    const url = await served(file(await imageOf('jpeg', 240, 240)));
    const { output, jobs } = await finished({ reference_urls: Array(5).fill(url) });
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(jobs[0]?.references).toHaveLength(5);
  });

  test('three videos are taken and their seconds are billed, rounded to whole ones', async () => {
    const urls = await Promise.all([2, 4.5, 1].map((seconds) => served(file(film(seconds)))));
    const { usage } = await finished({ reference_urls: urls }, { size: '960*960', duration: 4 });
    expect(usage).toEqual({
      duration: 12,
      input_video_duration: 8,
      output_video_duration: 4,
      SR: 720,
      size: '960*960',
      video_count: 1,
    });
  });

  test('a fourth video fails the task', async () => {
    const url = await served(file(film(1)));
    const { output } = await finished({ reference_urls: Array(4).fill(url) });
    expect(output).toMatchObject({ task_status: 'FAILED', code: 'InvalidParameter' });
    expect(output?.message).toContain('input.reference_urls');
  });

  test('the first one that is wrong is named', async () => {
    const good = await served(file(film(1)));
    const bad = await served(file(Buffer.from('no picture')));
    const { output } = await finished({ reference_urls: [good, bad, good] });
    expect(output?.message).toContain('input.reference_urls.1');
  });
});

describe('addresses of references', () => {
  const url = 'http://127.0.0.1/a.png';

  test.each<[string, Record<string, unknown>]>([
    ['input.reference_urls', {}],
    ['input.reference_urls', { reference_urls: [] }],
    ['input.reference_urls', { reference_urls: url }],
    ['input.reference_urls', { reference_urls: null }],
    ['input.reference_urls', { reference_urls: Array(6).fill(url) }],
    ['input.reference_urls.1', { reference_urls: [url, 5] }],
    ['input.reference_video_urls', { reference_video_urls: [] }],
    ['input.reference_video_urls', { reference_video_urls: Array(4).fill(url) }],
    ['input.reference_video_urls.0', { reference_video_urls: [null] }],
    [
      'input.reference_urls',
      { reference_urls: Array(3).fill(url), reference_video_urls: Array(3).fill(url) },
    ],
  ])('%s is refused and named in %j', async (field, input) => {
    const { answer } = await create(input);
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidParameter']);
    expect(answer.body.message?.split(' ')[0]).toBe(field);
  });

  test.each(['ftp://127.0.0.1/a.png', 'file:///a.png', 'data:image/png;base64,', 'a.png', ''])(
    '"%s" is refused as InvalidURL',
    async (address) => {
      const { answer } = await create({ reference_urls: [url, address] });
      expect([answer.status, answer.body.code]).toEqual([400, 'InvalidURL']);
      expect(answer.body.message).toContain('input.reference_urls.1');
    },
  );

  test('a private one is refused where private addresses are not allowed', async () => {
    const service = await openService({ allowPrivateUrls: false });
    const { body } = await service.create({
      model: 'gen2.6-r2v',
      input: { prompt: 'A fox', reference_urls: [url] },
    });
    expect(body).toMatchObject({ code: 'InvalidURL', message: 'input.reference_urls.0 must be public.' });
  });

  test.each<[string, RequestListener]>([
    ['answers 404', (_request, response) => void response.writeHead(404).end()],
    ['hangs up', (request) => void request.socket.destroy()],
  ])('one that %s fails the task', async (_name, listener) => {
    const { output } = await finished({ reference_urls: [await served(listener)] });
    expect(output).toMatchObject({ task_status: 'FAILED', code: 'InvalidURL' });
    expect(output?.message).toContain('input.reference_urls.0');
  });
});

describe('the deprecated reference_video_urls', () => {
  test('serve alone', async () => {
    const { output, usage } = await outcomeOf(film(2), 'reference_video_urls');
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(usage).toMatchObject({ duration: 7, input_video_duration: 2 });
  });

  test('name further characters behind those of reference_urls', async () => {
    const { jobs } = await finished({
      reference_video_urls: [await served(file(film(2)))],
      reference_urls: [await served(file(await imageOf('png', 240, 240)))],
    });
    expect(jobs[0]?.references).toMatchObject([
      { label: 'character1', kind: 'image' },
      { label: 'character2', kind: 'video' },
    ]);
  });

  test.each([
    ['a video of less than 2 s', () => film(1), 'InvalidFile.Duration'],
    ['a picture', () => imageOf('jpeg', 240, 240), 'InvalidFile.Format'],
  ])('%s in them fails the task', async (_name, make, code) => {
    const { output } = await outcomeOf(await make(), 'reference_video_urls');
    expect(output).toMatchObject({ task_status: 'FAILED', code });
    expect(output?.message).toContain('input.reference_video_urls.0');
  });
});
