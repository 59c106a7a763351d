import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctor } from '../doctor.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../sandbox/discord/server.ts';
import { type ServiceSandbox, startServiceSandbox } from '../sandbox/service/server.ts';
import { launch } from '../sandbox/test/support/launched.ts';
import { temporaryFolder } from '../sandbox/test/support/temporary-folder.ts';
import { migrations } from '../src/storage/migrations.ts';
import { migratePostgres } from '../src/storage/postgres/migration.ts';
import { postgresSettings } from '../src/storage/postgres/settings.ts';
import { emptyPostgres, runSql } from './support/postgres.ts';

const program = fileURLToPath(new URL('../doctor.ts', import.meta.url));
let discord: DiscordSandbox;
let service: ServiceSandbox;

beforeAll(async () => {
  [discord, service] = [await startDiscordSandbox(), await startServiceSandbox({ port: 0 })];
});

afterAll(async () => {
  await Promise.all([discord?.close(), service?.close()]);
});

const settings = (changes: Readonly<Record<string, string>>) => ({
  DISCORD_TOKEN: discord.botToken,
  DISCORD_API_URL: discord.apiUrl,
  SERVICE_API_KEY: service.apiKey,
  SERVICE_BASE_URL: service.baseUrl,
  ...changes,
});

/** The report of the program itself, as JSON. */
async function reported(changes: Readonly<Record<string, string>> = {}) {
  const launched = launch(program, ['--json'], { cwd: temporaryFolder(), env: settings(changes) });
  const code = await launched.exited;
  return { code, output: launched.output() };
}

/** What the program shows, without a start of its own. */
async function examined(changes: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, DATA_DIR: temporaryFolder(), ...settings(changes) };
  const { page, exitCode } = await doctor([], env);
  return { code: exitCode, output: page };
}

interface Report {
  readonly checks: readonly { readonly check: string; readonly code: string; readonly health: string }[];
}

describe('npm run doctor', () => {
  it('calls a bot well that would start, and says so with its exit code', async () => {
    const { code, output } = await reported();
    const { checks }: Report = JSON.parse(output);
    expect(checks.filter(({ health }) => health === 'broken')).toEqual([]);
    const codes = checks.map((each) => each.code);
    for (const good of [
      'settings-good',
      'token-good',
      'service-good',
      'clock-good',
      'store-new',
      'opus-good',
    ])
      expect(codes).toContain(good);
    expect(code, output).toBe(0);
  });

  it('names what the bot would fail with, and nothing that is secret', async () => {
    const wrong = { DISCORD_TOKEN: 'not.the.token-of-anybody', SERVICE_API_KEY: 'sk-wrong-everywhere' };
    const { code, output } = await reported(wrong);
    const { checks }: Report = JSON.parse(output);
    const codes = checks.map((each) => each.code);
    expect(codes).toContain('token-refused');
    expect(codes).toContain('service-key');
    expect(code).toBe(1);
    for (const secret of [...Object.values(wrong), service.baseUrl, discord.apiUrl])
      expect(output).not.toContain(secret);
  });

  it('says for a gateway process whether a worker is there', async () => {
    const STORE_URL = await emptyPostgres();
    const none = await examined({ STORE_URL, ROLE: 'gateway' });
    expect(none.output).toMatch(/broken +Workers: No worker has been heard of yet/);
    expect(none.code).toBe(1);
    await migratePostgres(postgresSettings(STORE_URL), migrations);
    await runSql(STORE_URL, "INSERT INTO beats VALUES ('worker one', store_now() - 180000)");
    const silent = await examined({ STORE_URL, ROLE: 'gateway', LANG: 'zh_CN.UTF-8' });
    expect(silent.output).toMatch(/已经 18\d s 没有它们的消息/);
    await runSql(STORE_URL, 'UPDATE beats SET heard_at = store_now()');
    const there = await examined({ STORE_URL, ROLE: 'gateway' });
    expect(there.output).toMatch(/good +Workers/);
    const { output } = await examined({ STORE_URL });
    expect(output).not.toContain('Workers');
  });

  it('names wrong settings and misspelt ones, and still looks at the machine', async () => {
    const wrong = await examined({ KEEP_DAYS: 'for ever' });
    expect(wrong.output).toMatch(/broken +Settings: .*KEEP_DAYS/);
    expect(wrong.output).toMatch(/good +Voice: Opus/);
    expect(wrong.output).not.toContain('for ever');
    const misspelt = await examined({ SPEECH_VOYCE: 'x' });
    expect(misspelt.output).toMatch(/look at this +Settings: .*SPEECH_VOYCE/);
    expect(misspelt.code, misspelt.output).toBe(0);
  });
});
