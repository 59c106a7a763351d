import { afterAll, beforeAll, expect, it } from 'vitest';
import { countSource } from '../bench/structure/counts.ts';
import { CountedBot, sceneNames, sceneTitles } from '../bench/structure/files-run.ts';

/** What each may take, with the settings, limits and measures that stand before every command: the goals in `docs/measurements.md`. */
const limits = {
  video: 60,
  speak: 80,
  converse: 75,
  interpret: 110,
  knowledge: 40,
};

const mostRounds = 4;

/** `docs/measurements.md` says which these are. */
const mostSmallFiles = 43;

let bot: CountedBot;

beforeAll(async () => {
  bot = await CountedBot.open();
});

afterAll(async () => await bot?.close());

it.each(sceneNames)('who follows %s reads no more files than before', async (name) => {
  let files = await bot.filesRunFor(name);
  // What a clock or a slow machine adds isn't there each time.
  for (let round = 1; round < mostRounds && files.length > limits[name]; round += 1) {
    const again = await bot.filesRunFor(name);
    files = files.filter((path) => again.includes(path));
  }
  expect(files.length, `nothing of ${sceneTitles[name]} was counted`).toBeGreaterThan(10);
  expect(files.length, `${sceneTitles[name]}:\n${files.join('\n')}`).toBeLessThanOrEqual(limits[name]);
});

it('small files that hold no state and have one reader become no more', () => {
  expect(countSource().smallFiles).toBeLessThanOrEqual(mostSmallFiles);
});
