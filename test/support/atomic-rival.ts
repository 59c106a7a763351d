import { openAtomic } from './open-atomic.ts';
import { openPostgresAtomic } from './open-postgres-atomic.ts';

/**
 * A process that wants what another one wants, too: `<file or address> <owner>`. Prints how many of 300 ids it inserted and how many of 300
 * reservations it got within a limit of 100.
 */
const [path = '', owner = ''] = process.argv.slice(2);
const { records, money, leases } = path.includes('://') ? await openPostgresAtomic(path) : openAtomic(path);
const lease = await leases.acquire(`bot-${owner}`, owner, 60_000);
if (!lease) throw new Error('no lease');
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const kept = { keptUntil: 1, sumsKeptUntil: 1 };
const account = { unit: 'video-seconds', period: '2026-01-15' };
let inserted = 0;
let reserved = 0;
for (let round = 0; round < 300; round += 10) {
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      if (await records.insert(`things:${round + index}`, owner)) inserted += 1;
      const whose = { guildId: 'guild', userId: owner, unit: account.unit, id: `${owner}-${round + index}` };
      const { unit, period } = account;
      const limits = [{ over: { units: [unit], from: period, to: period }, most: 100 }];
      const { is } = await money.reserve({ ...whose, amount: 1, charged: [account], limits, lease, ...kept });
      if (is === 'reserved') reserved += 1;
    }),
  );
}
process.stdout.write(`${JSON.stringify({ inserted, reserved })}\n`, () => process.exit(0));
