import { expect, test } from 'vitest';
import { type Measurement, measure, type Sample } from '../../../bench/support/measurement.ts';
import { tableOf } from '../../../bench/support/table.ts';

const inFolder = (work: (folder: string) => Promise<Sample>) => work('folder');

/** Subjects that give the listed samples, one a round. */
function measurementOf(ours: readonly Sample[], other: readonly Sample[], runs: string[] = []): Measurement {
  const subject = (name: string, samples: readonly Sample[]) => {
    const left = [...samples];
    return {
      name,
      run: async () => {
        runs.push(name);
        return left.shift() ?? {};
      },
    };
  };
  return {
    name: 'sample',
    title: 'what it is about',
    rounds: ours.length,
    figures: [
      { key: 'tookMs', label: 'took, ms' },
      { key: 'lost', label: 'lost' },
    ],
    ours: subject('ours', ours),
    alternatives: [subject('theirs', other)],
  };
}

test('the subjects take turns, round after round', async () => {
  const runs: string[] = [];
  await measure(measurementOf([{}, {}], [{}, {}], runs), inFolder);
  expect(runs).toEqual(['ours', 'theirs', 'ours', 'theirs']);
});

test('each figure has its spread over the rounds, and the ratio of each round', async () => {
  const measurement = measurementOf([{ tookMs: 10 }, { tookMs: 30 }], [{ tookMs: 20 }, { tookMs: 120 }]);
  const { figures } = await measure(measurement, inFolder);
  expect(figures[0]).toMatchObject({
    ours: { median: 20, min: 10, max: 30 },
    alternatives: [
      { figure: { median: 70, min: 20, max: 120 }, ratio: { median: 0.375, min: 0.25, max: 0.5 } },
    ],
  });
});

test('a figure that a subject does not have stays empty instead of being zero', async () => {
  const { figures } = await measure(measurementOf([{ lost: 0 }], [{}]), inFolder);
  expect(figures[1]?.ours).toEqual({ median: 0, min: 0, max: 0 });
  expect(figures[1]?.alternatives).toEqual([{ name: 'theirs', figure: undefined, ratio: undefined }]);
});

test('a subject that fails fails the measurement', async () => {
  const failing = { name: 'theirs', run: async () => Promise.reject(new Error('it ended too early')) };
  const measurement = { ...measurementOf([{ tookMs: 1 }], []), alternatives: [failing] };
  await expect(measure(measurement, inFolder)).rejects.toThrow('it ended too early');
});

test('the table names every subject and shows figure, spread and ratio in one line', async () => {
  const measurement = measurementOf([{ tookMs: 10 }, { tookMs: 1_200 }], [{ tookMs: 20 }, { tookMs: 800 }]);
  const lines = tableOf(await measure(measurement, inFolder)).split('\n');
  expect(lines[3]).toMatch(/^ +ours +theirs +ours ÷ it$/);
  expect(lines[4]).toMatch(/^took, ms +605 \(10–1,200\) +410 \(20–800\) +× 1\.0 \(0\.50–1\.5\)$/);
  expect(lines[5]).toMatch(/^lost +– +– +–$/);
});
