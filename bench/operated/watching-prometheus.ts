import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const patienceMs = 90_000;
const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
});

/** Prometheus beside a bot, with the alert rules of the docs; they wait for seconds instead of minutes. */
export class WatchingPrometheus {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, port: number, process: ChildProcess) {
    this.#folder = folder;
    this.#process = process;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(botPort: number, port: number): Promise<WatchingPrometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'emcee-prometheus-'));
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
    static_configs: [{ targets: ['127.0.0.1:${botPort}'] }]
`,
    );
    const args = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ];
    return new WatchingPrometheus(folder, port, spawn('prometheus', args, { stdio: 'inherit' }));
  }

  async firing(): Promise<readonly string[]> {
    const { data } = alertsSchema.parse(await (await fetch(`${this.url}/api/v1/alerts`)).json());
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '');
  }

  /** Causes a trouble until its alert fires, and says how long that took. */
  async untilFiring(name: string, trouble: () => unknown): Promise<void> {
    const since = performance.now();
    while (!(await this.firing()).includes(name)) {
      if (performance.now() - since > patienceMs) {
        process.stdout.write(`${name}: NOT fired; ${(await this.firing()).join(', ')}\n`);
        return;
      }
      await trouble();
      await sleep(500);
    }
    process.stdout.write(`${name}: fired after ${Math.round((performance.now() - since) / 1_000)} s\n`);
  }

  async close(): Promise<void> {
    this.#process.kill('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true });
  }
}
