import { z } from 'zod';
import { nobodys } from '../../../src/storage/record-index.ts';
import { openStore } from '../../../src/storage/store.ts';
import { silentLog } from '../../support/fake-log.ts';

/** A process that writes numbered records for ever and prints each number once its write was acknowledged. */
const [dataDir = ''] = process.argv.slice(2);
const records = openStore({ dataDir, log: silentLog }).collection(
  'numbers',
  z.object({ text: z.string() }),
  nobodys,
);
for (let number = 0; ; number += 1) {
  await records.set(String(number), { text: `record ${number}` });
  process.stdout.write(`${number}\n`);
}
