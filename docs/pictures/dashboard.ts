import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { WatchingPrometheus } from '../../bench/operated/watching-prometheus.ts';
import { StopScene } from '../../test/support/stop-scene.ts';

/**
 * `node docs/pictures/dashboard.ts`: the bot with Prometheus beside it, real faults one after the other, the alerts that
 * they fired, and a picture of the dashboard's questions in Prometheus. Rules wait for seconds instead of minutes.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.tuple([z.object({ expr: z.string() })]) })),
});
const shown = [0, 4, 6, 11];
/** Two graphs a row, without what's for asking. */
const style = `nav, .query_form .row, .tab-pane .btn, .graph_controls, #add_graph, .page-options { display: none !important }
  #graph_container { display: grid; grid-template-columns: 1fr 1fr; gap: 16px } body { padding-top: 8px !important }`;

const [healthPort, port] = [19_464, 19_090];
const prometheus = await WatchingPrometheus.start(healthPort, port);
const scene = await StopScene.open(2, { HEALTH_LISTEN: `127.0.0.1:${healthPort}` });
const { stage, owner } = scene;
const general = stage.discord.channels.general;

const fires = prometheus.untilFiring.bind(prometheus);
const film = (seed: number) => ({ prompt: 'a kite', resolution: '720P', duration: 2, seed });
try {
  await scene.enterRooms();
  for (let seed = 1; seed <= 4; seed += 1) {
    await owner.invoke(general, ['video', 'text'], film(seed));
    await sleep(3_000);
  }
  const quiet = await prometheus.firing();
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
  await page.goto(`${prometheus.url}/graph?${query.join('&')}`);
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
  await prometheus.close();
  await scene.close();
}
process.exit();
