import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';

const rival = fileURLToPath(new URL('./atomic-rival.ts', import.meta.url));

/** Two processes on one store, a file's path or an address, together get each id once and exactly what the limit allows. */
export async function expectFairRivals(where: string, atomic: Atomic): Promise<void> {
  const results = ['a', 'b'].map((owner) => {
    const child = spawn(process.execPath, [rival, where, owner], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, next: async () => String((await lines.next()).value) };
  });
  for (const { next } of results) expect(await next()).toBe('ready');
  for (const { child } of results) child.stdin.write('go\n');
  const got = await Promise.all(
    results.map(async ({ next }) => JSON.parse(await next()) as { inserted: number; reserved: number }),
  );
  expect(got.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(300);
  expect(got.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(100);
  expect(await atomic.money.balances([{ unit: 'video-seconds', period: '2026-01-15' }])).toEqual([100]);
}
