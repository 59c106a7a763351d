import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { wordsFor } from '../../src/words/index.ts';
import {
  answerWithFile,
  doneOf,
  messageSaying,
  openQuickStage,
  panelSaying,
  textOf,
} from '../support/video-scene.ts';

const { changes, import: said } = wordsFor('en-US').settings;
const dayMs = 24 * 3_600_000;

interface SettingsFile {
  settings: { access: { words: string[] }; limits: { everyone: Record<string, object> } };
}

/** A panel that a press changed, which is still the message of the command. */
const changed = async (person: SandboxPerson, { id }: { readonly id: string }, saying: string) =>
  await messageSaying(person, saying, id);

const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('emcee-settings-'));

it("a server's settings leave as a file, come back changed, say first what contradicts itself, and are undone for 30 days", async () => {
  const before = left();
  const stage = await openQuickStage();
  try {
    const { general } = stage.discord.channels;
    const [owner, member] = [await stage.person('owner'), await stage.person()];
    const open = async (label: string) =>
      await panelSaying(owner, await owner.invoke(general, ['settings'], { page: 'changes' }), label);
    const panel = await open(changes.export);
    const answer = await answerWithFile(owner, await owner.click(panel, changes.export));
    const [exported] = answer.attachments;
    expect(exported?.filename).toBe('emcee-settings.json');
    const file = (await (await fetch(exported?.url ?? '')).json()) as SettingsFile;

    const importing = async (content: unknown) =>
      await owner.invoke(general, ['settings'], {
        import: {
          file: {
            name: 'emcee-settings.json',
            bytes: Buffer.from(JSON.stringify(content)),
            type: 'application/json',
          },
        },
      });
    await panelSaying(owner, await importing(file), said.same);
    file.settings.access.words = ['heliotrope'];
    file.settings.limits.everyone = { 'live-seconds': { day: 6_000, month: 3_000 } };
    const asked = await panelSaying(owner, await importing(file), said.title);
    expect(textOf(asked)).toContain('100 min a day is more than 50 min a month');
    const video = async () =>
      await member.invoke(general, ['video', 'text'], {
        prompt: 'a heliotrope',
        duration: 2,
        resolution: '720P',
      });
    const refused = 'a word that this server blocks';
    await doneOf(member, await video());
    await owner.click(asked, said.apply);
    const applied = await changed(owner, asked, said.applied);
    expect(textOf(applied)).toContain('heliotrope');
    await panelSaying(member, await video(), refused);

    await owner.select(applied, 'settings:undo:-', ['1']);
    const undone = await changed(owner, applied, changes.wasUndone);
    await doneOf(member, await video());

    await owner.select(undone, 'settings:undo:-', ['2']);
    const warned = await changed(owner, undone, changes.notUndone);
    expect(textOf(warned)).toContain('100 min a day is more than 50 min a month');
    await doneOf(member, await video());
    await owner.click(warned, changes.undoAnyway);
    const again = await changed(owner, warned, changes.wasUndone);
    await panelSaying(member, await video(), refused);
    await stage.push(31 * dayMs);
    await owner.select(again, 'settings:undo:-', ['3']);
    await changed(owner, again, 'more than 30 days');
    expect(left()).toEqual(before);
  } finally {
    await stage.close();
  }
});
