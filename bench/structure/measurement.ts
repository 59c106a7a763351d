import type { Measurement } from '../support/measurement.ts';
import { countSource } from './counts.ts';
import { CountedBot, sceneNames, sceneTitles } from './files-run.ts';

/** How much there is to read: files that run for one thing, and what stands in the source. */
export const structure: Measurement = {
  name: 'structure',
  title: 'files with more than one statement executed for one thing, and what the source consists of',
  // The figures are counts: three rounds show that they are the same each time.
  rounds: 3,
  figures: [
    ...sceneNames.map((name) => ({ key: name, label: `files for ${sceneTitles[name]}` })),
    { key: 'callbacks', label: 'on… callbacks' },
    { key: 'parts', label: '…Parts, …Options, …Needs' },
    { key: 'smallFiles', label: 'stateless files of at most 40 lines with one importer' },
    { key: 'races', label: 'Promise.race' },
    { key: 'close', label: 'methods named close' },
    { key: 'open', label: 'methods named open' },
    { key: 'add', label: 'methods named add' },
    { key: 'hear', label: 'methods named hear' },
    { key: 'wordKeyLines', label: 'lines of *-words.ts' },
    { key: 'productFiles', label: 'files of src, commands' },
    { key: 'productLines', label: 'lines of src, commands' },
    { key: 'testLines', label: 'lines of test' },
    { key: 'supportFiles', label: 'files of test/support' },
    { key: 'supportLines', label: 'lines of test/support' },
    { key: 'supportScenes', label: 'of these named scene, world, stage' },
  ],
  ours: {
    name: 'Emcee',
    run: async () => {
      const sample: Record<string, number> = { ...countSource() };
      const bot = await CountedBot.open();
      try {
        for (const name of sceneNames) sample[name] = (await bot.filesRunFor(name)).length;
      } finally {
        await bot.close();
      }
      return sample;
    },
  },
  alternatives: [],
};
