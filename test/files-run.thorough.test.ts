import { expect, it } from 'vitest';
import { filesRunFor, sceneNames, sceneTitles } from '../bench/structure/files-run.ts';

/** These only fall: whoever needs fewer files lowers the number. */
const limits = {
  video: 57,
  speak: 80,
  converse: 104,
  interpret: 141,
  knowledge: 38,
};

it.each(sceneNames)('who follows %s reads no more files than before', async (name) => {
  const files = await filesRunFor(name);
  expect(files.length, `nothing of ${sceneTitles[name]} was counted`).toBeGreaterThan(10);
  expect(files.length, `${sceneTitles[name]}:\n${files.join('\n')}`).toBeLessThanOrEqual(limits[name]);
});
