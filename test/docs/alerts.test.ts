import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { measures } from '../../src/operations/measures.ts';
import { Metrics } from '../../src/operations/metrics.ts';

const run = promisify(execFile);
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/** Names of all metrics, with every one of them in use. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const metrics = new Metrics({
    gatewayReady: () => true,
    gatewayLatencyMs: () => 1,
    jobs: () => ({ pending: 1 }),
    rooms: () => 1,
    calls: () => ({ conversation: 1 }),
    connectsLeft: () => 1,
    unitsSpent: async () => ({ searches: 1 }),
    storeFailing: () => false,
    diskFreeBytes: () => 1,
    backUpAgeSeconds: () => 1,
    ownerTroubles: () => ['backup-old'],
  });
  onTestFinished(() => metrics.close());
  measures.interaction.tell({ call: 'video text', outcome: 'done', tookMs: 1 });
  measures.serviceCall.tell({ call: 'GET tasks', tookMs: 1, failure: { fault: 'server', code: 'Busy' } });
  measures.frame.tell({ kind: 'spoken' });
  return new Set((await metrics.read()).match(/^[a-z0-9_]+/gm));
}

const namesIn = (text: string) => [...new Set(text.match(/\b(?:emcee|nodejs|process)_[a-z0-9_]+/g))];

test('each alert fires for its trouble, and none for what is over soon', async () => {
  const { stdout } = await run('promtool', ['test', 'rules', 'test/docs/alerts.yaml']);
  expect(stdout).toContain('SUCCESS');
});

test('alerts and dashboard only ask for metrics that there are', async () => {
  const known = await metricNames();
  const { panels } = dashboard.parse(JSON.parse(readFileSync('docs/operations/dashboard.json', 'utf8')));
  expect(panels.length).toBeGreaterThan(10);
  const asked = namesIn(
    [
      readFileSync('docs/operations/alerts.yaml', 'utf8'),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].join('\n'),
  );
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});
