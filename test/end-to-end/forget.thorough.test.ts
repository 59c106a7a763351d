import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { wordsFor } from '../../src/words/index.ts';
import { hasSplitRoles } from '../support/split-bot.ts';
import type { Stage } from '../support/stage.ts';
import { doneOf, forgetMe, openQuickStage, patienceMs } from '../support/video-scene.ts';

const { proof } = wordsFor('en-US').privacy;
const hersInWords = 'heliotrope-lantern';
const hisInWords = 'umber-compass';

/** Files with these bytes, whatever they are: store, log beside it, copies, temporary folders. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => readFileSync(path).includes(text));
}

const film = { resolution: '720P', duration: 2, seed: 1 };
const hourMs = 3_600_000;

/** A video of each; resolves to her. */
async function askForBoth(stage: Stage): Promise<SandboxPerson> {
  const [member, moderator] = [await stage.person(), await stage.person('moderator')];
  for (const [person, prompt] of [
    [member, hersInWords],
    [moderator, hisInWords],
  ] as const) {
    const asked = await person.invoke(stage.discord.channels.general, ['video', 'text'], { ...film, prompt });
    await doneOf(person, asked);
  }
  return member;
}

it.skipIf(hasSplitRoles)(
  'a back-up that still has a forgotten person is gone when Forget me said so, and then no file has their id or words',
  async () => {
    const stage = await openQuickStage({ env: { BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '2' } });
    try {
      const { general } = stage.discord.channels;
      const member = await askForBoth(stage);
      const backUps = () => (stage.bot.output().match(/backed up, and restored on trial/g) ?? []).length;
      await stage.push(2 * 60_000);
      await expect.poll(backUps, { timeout: patienceMs }).toBe(1);
      const { id } = stage.discord.people.member;
      const [before = ''] = proof.copies('|').split('|');
      const told = await forgetMe(member, general, before);
      const goneBy = Number(/<t:(\d+):/.exec(JSON.stringify(told).split(before)[1] ?? '')?.[1]) * 1_000;
      const inBackUps = (path: string) => path.startsWith(join(stage.dataDir, 'backups'));
      for (const hers of [id, hersInWords]) {
        const still = filesWith(stage.dataDir, hers);
        expect(still).not.toEqual([]);
        expect(still.filter((path) => !inBackUps(path))).toEqual([]);
      }
      for (let made = 2; stage.now() < goneBy; made += 1) {
        await stage.push(hourMs);
        await expect.poll(backUps, { timeout: patienceMs }).toBeGreaterThanOrEqual(made);
      }
      for (const hers of [id, hersInWords])
        await expect.poll(() => filesWith(stage.dataDir, hers), { timeout: patienceMs }).toEqual([]);
      expect(filesWith(join(stage.dataDir, 'backups'), hisInWords)).not.toEqual([]);
    } finally {
      await stage.close();
    }
  },
);

it.skipIf(hasSplitRoles)(
  'after Forget me in the running bot no file and no line of its log has their id or words, and others keep theirs',
  async () => {
    const stage = await openQuickStage({ env: { LOG_LEVEL: 'debug' } });
    try {
      const { general } = stage.discord.channels;
      const member = await askForBoth(stage);
      await member.invoke(general, ['speak', 'voice'], { rate: 1.5 });
      const { id } = stage.discord.people.member;
      expect(filesWith(stage.dataDir, id)).not.toEqual([]);
      expect(filesWith(stage.dataDir, hersInWords)).not.toEqual([]);
      const told = await forgetMe(member, general, proof.noCopies);
      expect(JSON.stringify(told)).not.toContain(proof.partly);
      expect(filesWith(stage.dataDir, id)).toEqual([]);
      expect(filesWith(stage.dataDir, hersInWords)).toEqual([]);
      expect(filesWith(stage.dataDir, hisInWords)).not.toEqual([]);
      const lines = stage.bot.output().split('\n');
      expect(lines.filter((line) => line.includes(hersInWords) || line.includes(id))).toEqual([]);
    } finally {
      await stage.close();
    }
  },
);
