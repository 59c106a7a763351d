import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { Stage } from '../support/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a heap snapshot is written when the operator asks for one, and the bot goes on', async () => {
  const folder = temporaryFolder();
  const stage = await Stage.open({
    env: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}` },
  });
  process.kill(stage.bot.pid, 'SIGUSR2');
  const snapshot = () => {
    const [name] = readdirSync(folder);
    const text = name === undefined ? '' : readFileSync(join(folder, name), 'utf8');
    return text.endsWith(']}') ? text : '';
  };
  await eventually(() => snapshot() !== '', 'the snapshot');
  expect(Object.keys(JSON.parse(snapshot()))).toContain('nodes');
  const member = await stage.person();
  const { general } = stage.discord.channels;
  await member.invoke(general, ['video', 'text'], { prompt: 'a kite', duration: 2 });
  await eventually(() => stage.videosIn(general).length === 1, 'a video afterwards');
  await stage.close();
});
