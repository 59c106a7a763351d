import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Talker } from './talker.ts';

const desktop = { width: 1_280, height: 800 };
const phone = { width: 390, height: 844 };

/** What people saw, as files that someone looks at afterwards. */
export class Pictures {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async take({ page, name: who }: Talker, name: string): Promise<void> {
    await writeFile(join(this.#folder, `${name}-${who}.png`), await page.screenshot({ type: 'png' }));
  }

  /** The same place as each of them sees it, on a desktop and on a phone. */
  async takeThere(talkers: readonly Talker[], channelId: string, name: string): Promise<void> {
    for (const talker of talkers) {
      const { page } = talker;
      const before = page.viewportSize() ?? desktop;
      await talker.look(channelId);
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size);
        await talker.follow(700);
        await this.take(talker, `${name}-${size.width}`);
      }
      await page.setViewportSize(before);
    }
  }
}
