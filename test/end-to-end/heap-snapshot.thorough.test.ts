import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';
import { Stage } from '../support/stage.ts';

/** Writing down 100 MB on a busy machine. */
const patienceMs = 150_000;

/** A snapshot's file is there once its first bytes are, and whole when it ends as JSON. */
function isWhole(path: string): boolean {
  const { size } = statSync(path);
  const end = Buffer.alloc(Math.min(size, 8));
  const file = openSync(path, 'r');
  readSync(file, end, 0, end.length, size - end.length);
  closeSync(file);
  return end.toString('latin1').trimEnd().endsWith(']}');
}

it('a heap snapshot is written when the operator asks for one, and the bot goes on', async () => {
  const folder = temporaryFolder();
  const stage = await Stage.open({
    env: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}` },
  });
  process.kill(stage.bot.pid, 'SIGUSR2');
  const member = await stage.person();
  const { general } = stage.discord.channels;
  const written = () => readdirSync(folder).some((name) => isWhole(join(folder, name)));
  // Nothing else runs in the bot meanwhile. What's asked then would wait longer than the three seconds that Discord gives.
  await eventually(written, 'the snapshot', patienceMs);
  await member.invoke(general, ['video', 'text'], { prompt: 'a kite', duration: 2 });
  await eventually(() => stage.videosIn(general).length === 1, 'a video afterwards', patienceMs);
  const [name = ''] = readdirSync(folder);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')))).toContain('nodes');
  await stage.close();
});
