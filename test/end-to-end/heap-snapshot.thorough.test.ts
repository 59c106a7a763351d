import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';
import { Stage } from '../support/stage.ts';

/** Writing down 100 MB on a busy machine. */
const patienceMs = 150_000;

it('a heap snapshot is written when the operator asks for one, and the bot goes on', async () => {
  const folder = temporaryFolder();
  const stage = await Stage.open({
    env: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}` },
  });
  process.kill(stage.bot.pid, 'SIGUSR2');
  // It's answered once the snapshot is written, because nothing else runs meanwhile.
  const member = await stage.person();
  const { general } = stage.discord.channels;
  await eventually(() => readdirSync(folder).length === 1, 'the snapshot', patienceMs);
  await member.invoke(general, ['video', 'text'], { prompt: 'a kite', duration: 2 });
  await eventually(() => stage.videosIn(general).length === 1, 'a video afterwards', patienceMs);
  const [name = ''] = readdirSync(folder);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')))).toContain('nodes');
  await stage.close();
});
