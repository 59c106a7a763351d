import { expect, test } from 'vitest';
import { createLog } from '../../../src/operations/log.ts';
import { RepeatedLines } from '../../../src/operations/repeated-lines.ts';
import { ServiceError } from '../../../src/service/errors.ts';

function world() {
  let nowMs = 0;
  const repeated = new RepeatedLines(() => nowMs);
  const lines: Record<string, unknown>[] = [];
  let bytes = 0;
  const write = (line: string) => {
    bytes += line.length;
    lines.push(JSON.parse(line));
  };
  const log = createLog('trace', { write }, repeated);
  const fail = (code: string, reference: string) => {
    const err = new ServiceError({ fault: 'server', code, nothingHappened: false });
    log.child({ reference }).warn({ err }, 'video task not created');
  };
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { repeated, lines, log, fail, bytes: () => bytes, later };
}

test('ten thousand errors of a hostile service are twenty lines and a count', () => {
  const { repeated, lines, fail, bytes } = world();
  for (let index = 0; index < 10_000; index += 1) fail('Busy', `REF-${index}`);
  repeated.flush();
  expect(lines).toHaveLength(21);
  expect(lines[0]).toMatchObject({ reference: 'REF-0', err: { code: 'Busy' } });
  expect(lines.at(-1)).toMatchObject({
    level: 'warn',
    times: 9_980,
    msg: 'video task not created (repeated)',
  });
  expect(bytes()).toBeLessThan(40_000);
});

test('another error, another sentence and the next minute are written again', () => {
  const { lines, fail, log, later } = world();
  for (let index = 0; index < 100; index += 1) fail('Busy', 'A');
  fail('Gone', 'B');
  log.warn('something else');
  expect(lines).toHaveLength(22);
  later(60_000);
  fail('Busy', 'C');
  expect(lines.slice(22)).toMatchObject([{ times: 80 }, { reference: 'C' }]);
});

test('what people do is always written', () => {
  const { lines, log } = world();
  for (let index = 0; index < 100; index += 1) log.info({ index }, 'done');
  expect(lines).toHaveLength(100);
});
