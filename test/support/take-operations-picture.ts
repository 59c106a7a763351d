import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { StopScene } from './stop-scene.ts';

/**
 * `node test/support/take-operations-picture.ts`: the bot with Prometheus beside it, real faults one after the other, the alerts that
 * they fired, and a picture of the dashboard's questions in Prometheus. Rules wait for seconds instead of minutes.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
});
const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.tuple([z.object({ expr: z.string() })]) })),
});
const shown = [0, 4, 6, 11];
/** Two graphs a row, without what's for asking. */
const style = `nav, .query_form .row, .tab-pane .btn, .graph_controls, #add_graph, .page-options { display: none !important }
  #graph_container { display: grid; grid-template-columns: 1fr 1fr; gap: 16px } body { padding-top: 8px !important }`;

const folder = await mkdtemp(join(tmpdir(), 'emcee-prometheus-'));
const [healthPort, port] = [19_464, 19_090];
const rules = (await readFile(join(root, 'docs/operations/alerts.yaml'), 'utf8'))
  .replace(/for: \d+m/g, 'for: 1s')
  .replace(/\[\d+m\]/g, '[15s]');
await writeFile(join(folder, 'alerts.yaml'), rules);
await writeFile(
  join(folder, 'prometheus.yml'),
  `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: emcee
    static_configs: [{ targets: ['127.0.0.1:${healthPort}'] }]
`,
);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ],
  { stdio: 'inherit' },
);
const scene = await StopScene.open(2, { HEALTH_LISTEN: `127.0.0.1:${healthPort}` });
const { stage, owner } = scene;
const general = stage.discord.channels.general;

async function firing(): Promise<readonly string[]> {
  const { data } = alertsSchema.parse(await (await fetch(`http://127.0.0.1:${port}/api/v1/alerts`)).json());
  return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '');
}

/** Causes a trouble and waits for its alert. */
async function fires(name: string, trouble: () => unknown): Promise<void> {
  const since = performance.now();
  while (!(await firing()).includes(name)) {
    if (performance.now() - since > 90_000) {
      process.stdout.write(`${name}: NOT fired; ${(await firing()).join(', ')}\n`);
      return;
    }
    await trouble();
    await sleep(500);
  }
  process.stdout.write(`${name}: fired after ${Math.round((performance.now() - since) / 1_000)} s\n`);
}

const film = (seed: number) => ({ prompt: 'a kite', resolution: '720P', duration: 2, seed });
try {
  await scene.enterRooms();
  for (let seed = 1; seed <= 4; seed += 1) {
    await owner.invoke(general, ['video', 'text'], film(seed));
    await sleep(3_000);
  }
  const quiet = await firing();
  process.stdout.write(`well: ${quiet.length === 0 ? 'none fires' : quiet.join(', ')}\n`);
  const { pid } = stage.bot;
  await fires('EmceeSoundLate', async () => {
    process.kill(pid, 'SIGSTOP');
    await sleep(300);
    process.kill(pid, 'SIGCONT');
  });
  await fires('EmceeEventLoopSlow', async () => {
    process.kill(pid, 'SIGSTOP');
    await sleep(700);
    process.kill(pid, 'SIGCONT');
  });
  const refused = { code: 'InvalidApiKey', message: 'no', request_id: 'r' };
  const key = stage.service.faults.arm({
    ...{ path: '/api/v1/**', times: 0 },
    effect: { kind: 'answer', when: 'before', status: 401, body: refused },
  });
  let seed = 10;
  const ask = async () => {
    seed += 1;
    await owner.invoke(general, ['video', 'text'], film(seed)).catch(() => undefined);
  };
  await fires('EmceeOwnerNeeded', ask);
  await fires('EmceeServiceFailing', ask);
  key.release();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1_600, height: 1_000 } });
  const { panels } = dashboardSchema.parse(
    JSON.parse(await readFile(join(root, 'docs/operations/dashboard.json'), 'utf8')),
  );
  await page.addInitScript(
    `document.addEventListener('DOMContentLoaded', () => document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(style)} })))`,
  );
  const query = shown.map((index, at) => {
    const expr = (panels[index]?.targets[0].expr ?? '').replaceAll('$__rate_interval', '20s');
    return `g${at}.expr=${encodeURIComponent(expr)}&g${at}.tab=0&g${at}.range_input=1m`;
  });
  await page.goto(`http://127.0.0.1:${port}/graph?${query.join('&')}`);
  await sleep(8_000);
  await page.screenshot({ path: join(root, 'docs/images/dashboard.png'), fullPage: true });
  await browser.close();
  stage.discord.gateway.addMood({ kind: 'no-hello', times: 100 });
  stage.discord.gateway.dropAll('bot');
  await fires('EmceeGatewayLost', () => undefined);
  stage.discord.gateway.addMood({ kind: 'no-hello', times: 0 });
  await stage.bot.kill();
  await fires('EmceeDown', () => undefined);
  await fires('EmceeRestarting', async () => {
    await stage.startBot({ HEALTH_LISTEN: `127.0.0.1:${healthPort}` });
    await sleep(2_500);
    await stage.bot.kill();
  });
} finally {
  prometheus.kill('SIGTERM');
  await scene.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
