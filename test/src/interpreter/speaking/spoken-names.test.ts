import { expect, it } from 'vitest';
import { SpokenNames } from '../../../../src/interpreter/speaking/spoken-names.ts';
import { silentLog } from '../../../support/fake-log.ts';

const signal = new AbortController().signal;
const turns = async () => await new Promise((resolve) => setImmediate(resolve));

it("names are voiced once a language, ahead of when they're needed", async () => {
  const asked: string[] = [];
  const names = new SpokenNames(
    async function* (userId, language) {
      asked.push(`${userId} ${language}`);
      yield new Uint8Array([1, 2]);
      yield new Uint8Array([3, 4]);
    },
    signal,
    silentLog,
  );
  expect(names.of('ann', 'es')).toBeUndefined();
  for (let time = 0; time < 3; time += 1) names.prepare('ann', 'es');
  names.prepare('ann', 'ja');
  await turns();
  expect([...(names.of('ann', 'es') ?? [])]).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual(['ann es', 'ann ja']);
});

it("names that can't be voiced, or never end, are left out", async () => {
  const names = new SpokenNames(
    async function* (userId) {
      if (userId === 'ann') throw new Error('no voice');
      for (;;) yield new Uint8Array(100_000);
    },
    signal,
    silentLog,
  );
  names.prepare('ann', 'es');
  names.prepare('bea', 'es');
  await turns();
  expect([names.of('ann', 'es'), names.of('bea', 'es')]).toEqual([undefined, undefined]);
  new SpokenNames(undefined, signal, silentLog).prepare('ann', 'es');
});
