import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { openStore } from '../../../src/storage/store.ts';
import { silentLog } from '../../support/fake-log.ts';

const writer = fileURLToPath(new URL('./store-writer.ts', import.meta.url));

/** Lets the writer acknowledge so many records, kills it in the middle of its work, and returns what it acknowledged. */
async function writeAndKill(dataDir: string, count: number): Promise<number> {
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let last = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last === count) child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
  return last;
}

test('nothing that was acknowledged is lost when the process is killed between writes', async () => {
  const dataDir = temporaryFolder();
  for (const count of [3, 40, 200]) {
    const acknowledged = await writeAndKill(dataDir, count);
    expect(acknowledged).toBeGreaterThanOrEqual(count);
    const store = openStore({ dataDir, log: silentLog });
    const records = store.collection('numbers', z.object({ text: z.string() }), nobodys);
    for (let number = 0; number <= acknowledged; number += 1) {
      expect(await records.get(String(number))).toEqual({ text: `record ${number}` });
    }
    await store.close();
  }
});
