import * as fc from 'fast-check';
import { expect } from 'vitest';
import { refusedAnswer, requestIdOf } from '../../src/service/answer.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { faultOfKnowledge } from '../../src/service/knowledge/error-codes.ts';
import { documentOf, passageOf } from '../../src/service/knowledge/http-client.ts';
import { wireAnswer, wireDocumentPage, wirePassages } from '../../src/service/knowledge/wire.ts';
import { openProfile } from '../../src/service/profile.ts';
import { retryAfterMs } from '../../src/service/retry-after.ts';
import { WordTimes } from '../../src/service/synthesis/continuation.ts';
import { readEvent } from '../../src/service/synthesis/wire.ts';
import { taskFailure } from '../../src/service/synthesis/wire-task.ts';
import { taskOfWire, wireListRow, wireTaskList, wireTaskResult } from '../../src/service/video/wire.ts';
import { spokenSoFar } from '../../src/speech/captions.ts';
import { serviceSettings } from '../support/service-settings.ts';
import { fuzz } from './fuzz.ts';

const profile = openProfile(serviceSettings('http://127.0.0.1:1'));
const short = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
/** The service's own field, or something else in its place. */
const field = (...usual: readonly unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, short, fc.anything({ maxDepth: 2 }));
const some = <Fields>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record(fields, { requiredKeys: [] });

const word = some({
  text: field('hello', ' world', ''),
  begin_index: field(0, 6, -1),
  begin_time: field(0, 100, 1e300, -5),
  end_time: field(50, 200, 0),
});
const event = some({
  header: some({
    event: field('task-started', 'result-generated', 'task-finished', 'task-failed'),
    task_id: field('t'),
    error_code: field('InvalidParameter', 'Throttling', '418'),
    error_message: field('error code: 418', 'request timeout after 23 seconds'),
    attributes: field({ request_uuid: 'r' }),
  }),
  payload: some({
    output: some({
      sentence: some({
        index: field(0, 1, 2),
        words: fc.oneof(fc.array(fc.oneof(word, short), { maxLength: 8 }), short),
      }),
    }),
    usage: field({ characters: 4 }, { characters: -1 }),
  }),
});
const events = fc.oneof(
  event.map((each) => JSON.stringify(each)),
  fc.string(),
  fc.json(),
);

fuzz('a frame of speech synthesis is an event, or no JSON', fc.array(events, { maxLength: 12 }), (frames) => {
  const heard: { text: string; beginMs: number; endMs: number; sentence: number }[] = [];
  const times = new WordTimes((each) => heard.push(each));
  for (const frame of frames) {
    const read = readEvent(frame);
    if (read?.is === 'result') times.take(read.sentence, read.words);
    if (read?.is === 'failed')
      expect(taskFailure(read, { profile, anythingHeard: false })).toBeInstanceOf(ServiceError);
  }
  for (const each of heard) expect(each.endMs).toBeGreaterThanOrEqual(each.beginMs);
  expect('hello world'.startsWith(spokenSoFar('hello world', heard, 1_000))).toBe(true);
});

const task = some({
  output: some({
    task_id: field('0f-1'),
    task_status: field('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN', 'x'.repeat(500)),
    submit_time: field('2025-01-01 00:00:00.000', '2025-13-45 99:00:00'),
    end_time: field('2025-01-01 00:00:00'),
    video_url: field('https://a.b/c.mp4', 'file:///etc/passwd', 'http://'),
    orig_prompt: field('a', 'b'.repeat(20_000)),
    actual_prompt: field('a', 'b'.repeat(20_000)),
    code: field('Bad'),
    message: field('because'),
  }),
  usage: fc.oneof(
    some({
      duration: field(5, '5', '5.', -1),
      size: field('1*2', '*'),
      SR: field(720),
      video_ratio: field('1280*720'),
    }),
    short,
  ),
  data: fc.oneof(
    fc.array(some({ task_id: field('a'), status: field('b'), gmt_create: field(1, '1700000000000') })),
    short,
  ),
  page_no: field(1, '2'),
});

fuzz("a video's answer is a task, or refused as malformed", task, (answer) => {
  const parsed = wireTaskResult.safeParse(answer);
  if (parsed.success) {
    try {
      const video = taskOfWire('asked', undefined, parsed.data);
      expect((video.actualPrompt ?? '').length).toBeLessThanOrEqual(10_000);
      if (video.status === 'succeeded') expect(video.videoUrl).toMatch(/^https?:/);
    } catch (error) {
      expect(error).toMatchObject({ fault: 'malformed' });
    }
  }
  const list = wireTaskList.safeParse(answer);
  for (const row of list.success ? list.data.data : []) wireListRow.safeParse(row);
});

const document = some({
  Id: field('d', 7, ''),
  Name: field('a.md', 'n'.repeat(5_000)),
  Status: field('FINISH', 's'.repeat(500)),
  Size: field(1, '2', -1),
  GmtModified: field(1_700_000_000_000, 'never'),
  Code: field('Parse', 9),
});
const knowledge = some({
  RequestId: field('r'),
  Success: field(true, 'true', 'no'),
  Code: field('Throttling', 'x'.repeat(5_000)),
  Message: field('m'.repeat(5_000)),
  Data: fc.oneof(
    some({
      Documents: fc.oneof(fc.array(fc.oneof(document, short), { maxLength: 40 }), short),
      Nodes: fc.oneof(
        fc.array(
          some({
            Text: field('t'.repeat(30_000)),
            Score: field(0.5, '0.7', 3),
            Metadata: field({ doc_id: 'd' }, '{"a":1}', '[', '[]'),
          }),
          { maxLength: 40 },
        ),
        short,
      ),
      TotalCount: field(1, '2'),
    }),
    short,
  ),
});

fuzz('an answer of a knowledge base holds what is worth having, within its limits', knowledge, (answer) => {
  const { Code, Data } = wireAnswer.catch({}).parse(answer);
  expect(typeof faultOfKnowledge(400, Code)).toBe('string');
  const page = wireDocumentPage.safeParse(Data);
  const documents = (page.data?.Documents ?? []).flatMap(documentOf);
  expect(documents.length).toBeLessThanOrEqual(20);
  for (const { name, status } of documents) {
    expect(name.length).toBeLessThanOrEqual(1_000);
    expect(status.length).toBeLessThanOrEqual(200);
  }
  const found = wirePassages.safeParse(Data);
  for (const { text, score, metadata } of (found.data?.Nodes ?? []).flatMap(passageOf)) {
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(score).toBeLessThanOrEqual(1);
    expect(typeof metadata).toBe('object');
  }
});

const headers = some({
  'retry-after': field('5', 'Wed, 21 Oct 2015 07:28:00 GMT', '1e9'),
  'x-request-id': field('id', '<'),
}).map((all) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(JSON.stringify(value))])),
);

fuzz(
  'a refusal of any kind is an error of the service',
  fc.tuple(
    fc.integer({ min: 400, max: 599 }),
    headers,
    fc.oneof(
      fc.json(),
      fc.string(),
      task.map((each) => JSON.stringify(each)),
    ),
  ),
  ([status, given, text]) => {
    const error = refusedAnswer({ status, headers: given, text }, profile, 0);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error.providerMessage ?? '').length).toBeLessThanOrEqual(1_000);
    expect(requestIdOf(undefined, given, 'X-Service-') ?? 'id').toMatch(/^[\w.:-]{1,128}$/);
    expect(retryAfterMs(given['retry-after'], 0) ?? 0).toBeLessThanOrEqual(3_600_000);
  },
);
