import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const log = new URL('../../../src/operations/log.ts', import.meta.url);

/** Waits for its reader to be gone, then goes on logging, and ends as the bot does. */
const program = `
  const { createLog } = await import(${JSON.stringify(log.href)});
  const log = createLog('info');
  log.info('ready');
  process.once('disconnect', () => {
    for (let line = 0; line < 2_000; line += 1) log.info({ line }, 'nobody reads this');
    process.exit(7);
  });
`;

it('a process whose log nobody reads any more still ends', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child.stdout ?? child, 'data');
  child.stdout?.destroy();
  const exited = once(child, 'exit');
  child.disconnect();
  expect(await exited).toEqual([7, null]);
});
