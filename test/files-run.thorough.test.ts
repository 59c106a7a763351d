import { expect, it } from 'vitest';
import { countSource } from '../bench/structure/counts.ts';
import { filesRunFor, sceneNames, sceneTitles } from '../bench/structure/files-run.ts';

/** These only fall: whoever needs fewer files lowers the number. */
const limits = {
  video: 56,
  speak: 80,
  converse: 101,
  interpret: 143,
  knowledge: 37,
};

/** `docs/measurements.md` says which these are. */
const mostSmallFiles = 45;

it.each(sceneNames)('who follows %s reads no more files than before', async (name) => {
  const files = await filesRunFor(name);
  expect(files.length, `nothing of ${sceneTitles[name]} was counted`).toBeGreaterThan(10);
  expect(files.length, `${sceneTitles[name]}:\n${files.join('\n')}`).toBeLessThanOrEqual(limits[name]);
});

it('small files that hold no state and have one reader become no more', () => {
  expect(countSource().smallFiles).toBeLessThanOrEqual(mostSmallFiles);
});
