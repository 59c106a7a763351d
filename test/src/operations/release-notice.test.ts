import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isNewer, ReleaseNotice } from '../../../src/operations/release-notice.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { type PlainAnswer, ScriptedService } from '../../support/scripted-service.ts';

const dayMs = 24 * 60 * 60_000;

let releases: ScriptedService;

beforeEach(async () => {
  releases = await ScriptedService.start();
  return async () => await releases[Symbol.asyncDispose]();
});

function looking() {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const notice = new ReleaseNotice(`${releases.url}/latest`, '1.2.3', clock, log);
  onTestFinished(async () => await notice.close());
  const told = () => lines.map(({ msg, newest }) => ({ msg, newest }));
  /** Until that many questions were answered, and the next one waits for its day. */
  const answered = async (count: number) => {
    await expect.poll(() => releases.heard.length).toBe(count);
    await expect.poll(() => clock.sleeping).toBe(1);
  };
  return { clock, notice, told, answered };
}

const newest = (tag: string): PlainAnswer => ({
  body: { tag_name: tag, html_url: 'https://releases.invalid' },
});
const isOut = 'a newer release is out; CHANGELOG.md says what an update takes';
const cannotLook = "couldn't look for a newer release; see RELEASES_URL";

test('each newer release is told once, and one like this or older is not', async () => {
  const { clock, notice, told, answered } = looking();
  releases.answer(...['v1.2.3', 'v1.2.2', 'v1.3.0', 'v1.3.0', '2.0.0'].map(newest));
  notice.open();
  for (let day = 1; day <= 5; day += 1) {
    await answered(day);
    await clock.advance(dayMs);
  }
  expect(told().slice(0, 2)).toEqual([
    { msg: isOut, newest: 'v1.3.0' },
    { msg: isOut, newest: '2.0.0' },
  ]);
});

test.each<[string, PlainAnswer]>([
  ['refuses', { status: 403, body: { message: 'rate limit' } }],
  ['answers with a page', { body: '<!doctype html>' }],
  ['names no release', { body: { tag_name: 7 } }],
  ['never ends', { body: 'x'.repeat(1024 * 1024 + 1) }],
])('a list that %s is said to be of no use, and asked again a day later', async (_, answer) => {
  const { clock, notice, told, answered } = looking();
  releases.answer(answer, newest('v1.2.4'));
  notice.open();
  await answered(1);
  expect(told()).toEqual([{ msg: cannotLook, newest: undefined }]);
  await clock.advance(dayMs);
  await answered(2);
  expect(told()).toContainEqual({ msg: isOut, newest: 'v1.2.4' });
});

test('a stop waits for no answer', async () => {
  const { notice, told } = looking();
  releases.answer(() => undefined);
  notice.open();
  await expect.poll(() => releases.heard.length).toBe(1);
  await notice.close();
  expect(told()).toEqual([]);
});

test.each([
  ['v1.2.4', true],
  ['1.10.0', true],
  ['v2.0.0', true],
  ['v1.2.3', false],
  ['v1.1.9', false],
  ['v0.9.9', false],
  ['v1.3.0-rc.1', false],
  ['nightly', false],
  ['', false],
])('%j is newer than 1.2.3: %s', (tag, is) => {
  expect(isNewer(tag, '1.2.3')).toBe(is);
});
