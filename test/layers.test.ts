import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const biome = join(root, 'node_modules', '.bin', 'biome');
const run = promisify(execFile);

/** Files that stand where they must not: the folder, and what they import. */
const against = [
  ['src/discord', '../video/studio.ts'],
  ['src/discord', '../words/index.ts'],
  ['src/voice/room', '../../speech/desk.ts'],
  ['src/voice/room', '../../words/index.ts'],
  ['src/media', '../video/job.ts'],
  ['src/service/realtime-probe', '../../discord/client.ts'],
  ['src/service/realtime/conversation', '../../../video/job.ts'],
  ['src/refusal', '../discord/messenger.ts'],
  ['src/video', '../speech/desk.ts'],
  ['src/speech', '../config/config.ts'],
  ['src/speech/reading/emoji-names', '../../../video/job.ts'],
  ['src/speech', '../../sandbox/main.ts'],
  ['src/knowledge', '../main.ts'],
  ['src/config', '../../sandbox/ports.ts'],
  ['src/wiring', '../../launch/run-bot.ts'],
  ['launch', '../src/main.ts'],
  ['launch', '../commands/video/index.ts'],
  ['launch', '../sandbox/main.ts'],
  ['commands/video', '../../sandbox/main.ts'],
  ['commands/video', '../../src/config/config.ts'],
  ['sandbox/service', '../../src/service/models.ts'],
  ['sandbox/discord/world', '../../../commands/kit/surface.ts'],
] as const;

const probes = against.map(([folder, target], index) => ({
  folder,
  target,
  path: join(folder, `probe-${index}.ts`),
}));

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emcee-layers-'));
  let found = '';

  beforeAll(async () => {
    const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    copyFileSync(join(root, 'biome.layers.json'), join(folder, 'biome.layers.json'));
    for (const { path, target } of probes) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `export type { Probe } from '${target}';\n`);
    }
    const refused = run(biome, ['lint', '--reporter=github', '--max-diagnostics=none'], { cwd: folder });
    found = await refused.then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(probes)('refuses $target in $folder', ({ path }) => {
    expect(found).toMatch(new RegExp(`noRestrictedImports.*${RegExp.escape(path)}`));
  });
});
