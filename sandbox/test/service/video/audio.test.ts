import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { RenderJob } from '../../../service/server.ts';
import { fetchAudio } from '../../../service/video/audio-input.ts';
import { FileRefusal } from '../../../service/video/file-refusal.ts';
import { mpegOf, wavOf } from '../audio-files.ts';
import { file, served } from '../file-server.ts';
import { fakeVideo, openService } from '../service-caller.ts';

/** What becomes of a task with this audio file, and what the renderer got. */
async function outcomeWith(listener: RequestListener, model = 'gen2.7-t2v') {
  const jobs: RenderJob[] = [];
  const service = await openService({
    renderer: async (job) => {
      jobs.push(job);
      return fakeVideo;
    },
  });
  const created = await service.create({
    model,
    input: { prompt: 'A fox', audio_url: await served(listener) },
  });
  const { body } = await service.ended(String(created.body.output?.task_id));
  return { output: body.output, jobs };
}

describe('audio_url', () => {
  test.each([
    ['a WAV of 2 s', wavOf(2)],
    ['a WAV of 30 s', wavOf(30)],
    ['an MP3 of 4 s', mpegOf(4)],
  ])('%s reaches the film', async (_name, bytes) => {
    const { output, jobs } = await outcomeWith(file(bytes));
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(jobs[0]?.audio?.length).toBe(bytes.length);
  });

  test.each([
    ['a WAV shorter than 2 s', wavOf(1.9), 'InvalidFile.Duration'],
    ['a WAV longer than 30 s', wavOf(30.1), 'InvalidFile.Duration'],
    ['an MP3 shorter than 2 s', mpegOf(1.5), 'InvalidFile.Duration'],
    ['a text', Buffer.from('not music at all'), 'InvalidFile.Format'],
    ['a web page', Buffer.from('<!doctype html><p>hello'), 'InvalidFile.Format'],
    ['an Ogg file', Buffer.from('OggS\0\x02'.padEnd(200, '\0')), 'InvalidFile.Format'],
    ['MPEG audio of another layer', mpegOf(4, 2), 'InvalidFile.Format'],
    ['an empty file', Buffer.alloc(0), 'InvalidFile.Format'],
    [
      'a file of more than 15 MB',
      Buffer.concat([wavOf(3), Buffer.alloc(15 * 1_024 * 1_024)]),
      'InvalidFile.Size',
    ],
  ])('%s fails the task', async (_name, bytes, code) => {
    const { output, jobs } = await outcomeWith(file(bytes));
    expect(output).toMatchObject({ task_status: 'FAILED', code, message: expect.any(String) });
    expect(jobs).toHaveLength(0);
  });

  test('an address that answers 404 fails the task', async () => {
    const { output } = await outcomeWith((_request, response) => void response.writeHead(404).end());
    expect(output).toMatchObject({ task_status: 'FAILED', code: 'InvalidURL' });
  });

  test('an address that hangs up fails the task', async () => {
    const { output } = await outcomeWith((request) => void request.socket.destroy());
    expect(output).toMatchObject({ task_status: 'FAILED', code: 'InvalidURL' });
  });

  test('the file is fetched once, and only when the task starts', async () => {
    let fetched = 0;
    const audioUrl = await served((_request, response) => {
      fetched += 1;
      response.end(wavOf(3));
    });
    const service = await openService();
    const id = await service.accepted({ audio_url: audioUrl });
    await service.query(id);
    expect(fetched).toBe(0);
    await service.ended(id);
    expect(fetched).toBe(1);
  });

  test('an address that turns out to be private is not fetched where that is not allowed', async () => {
    let fetched = 0;
    const url = await served((_request, response) => {
      fetched += 1;
      response.end(wavOf(3));
    });
    const signal = new AbortController().signal;
    const span = { least: 2, most: 30 };
    await expect(fetchAudio(url, span, false, signal)).rejects.toBeInstanceOf(FileRefusal);
    expect(fetched).toBe(0);
    expect((await fetchAudio(url, span, true, signal)).length).toBe(wavOf(3).length);
  });
});

describe.each(['gen2.6-t2v', 'gen2.6-t2v-us', 'gen2.5-t2v-preview'])('audio_url of %s', (model) => {
  test.each([
    ['a WAV of 3 s', wavOf(3)],
    ['a WAV of 30 s', wavOf(30)],
    ['an MP3 of 4 s', mpegOf(4)],
  ])('%s reaches the film', async (_name, bytes) => {
    const { output, jobs } = await outcomeWith(file(bytes), model);
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(jobs[0]?.audio?.length).toBe(bytes.length);
  });

  test.each([
    ['a WAV shorter than 3 s', wavOf(2.9), 'InvalidFile.Duration'],
    ['a WAV longer than 30 s', wavOf(30.1), 'InvalidFile.Duration'],
    ['a text', Buffer.from('not music at all'), 'InvalidFile.Format'],
  ])('%s fails the task, and the message names the field', async (_name, bytes, code) => {
    const { output } = await outcomeWith(file(bytes), model);
    expect(output).toMatchObject({ task_status: 'FAILED', code });
    expect(output?.message).toContain('input.audio_url');
  });
});
