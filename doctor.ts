import { REST } from 'discord.js';
import { takeOverEnvFile } from './launch/env-file.ts';
import packageFile from './package.json' with { type: 'json' };
import { ConfigError, loadConfig, settingsWithoutEffect } from './src/config/config.ts';
import { dataDirOf } from './src/config/data-dir.ts';
import { ownersLocaleOf } from './src/config/operations.ts';
import { requestsToDiscord } from './src/discord/requests.ts';
import { type Check, examine } from './src/doctor/doctor.ts';
import { type CheckName, type Finding, worstOf } from './src/doctor/finding.ts';
import { findingsAsJson, findingsAsText } from './src/doctor/page.ts';
import { systemClock as clock } from './src/operations/clock.ts';
import { createLog } from './src/operations/log.ts';
import { takeWayOut } from './src/operations/way-out.ts';
import { ServiceHttp } from './src/service/http.ts';
import { openProfile } from './src/service/profile.ts';
import { machineChecks, outsideChecks } from './src/wiring/doctor.ts';
import { wordsFor } from './src/words/index.ts';

if (import.meta.main) {
  takeOverEnvFile();
  const { page, exitCode } = await doctor(process.argv.slice(2));
  console.log(page);
  process.exitCode = exitCode;
}

/** What it finds, to be printed. `args`: with `--json`, for programs. */
export async function doctor(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly page: string; readonly exitCode: number }> {
  const findings = await look(env);
  const { platform, arch, version: node } = process;
  const page = args.includes('--json')
    ? findingsAsJson(findings, { version: packageFile.version, node, platform, arch })
    : findingsAsText(findings, wordsFor(ownersLocaleOf(env).locale));
  return { page, exitCode: worstOf(findings) === 'broken' ? 1 : 0 };
}

/** With wrong settings, what needs none of them. */
async function look(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  try {
    const config = loadConfig(env);
    takeWayOut(config.operations.proxy);
    const { apiUrl, token } = config.discord;
    const rest = new REST({
      api: apiUrl,
      version: '10',
      makeRequest: requestsToDiscord(),
      retries: 0,
    }).setToken(token);
    const http = new ServiceHttp({ profile: openProfile(config.service), now: () => clock.now() });
    const log = createLog('silent');
    try {
      const checks = { ...machineChecks(config), ...outsideChecks({ config, rest, http, clock, log }) };
      return await examine({ settings: settingsCheck(settingsWithoutEffect(env)), ...checks }, clock);
    } finally {
      await http.close();
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const wrong = () => ['settings-wrong', namesIn(error.problems)] as const;
    const machine = machineChecks({ dataDir: dataDirOf(env), searchPath: env.PATH ?? '' });
    return await examine({ settings: wrong, ...machine } satisfies Partial<Record<CheckName, Check>>, clock);
  }
}

function settingsCheck(unknown: readonly string[]): Check {
  return () => (unknown.length === 0 ? 'settings-good' : ['settings-unknown', namesIn(unknown)]);
}

/** Only the names, because a report shows them. */
function namesIn(problems: readonly string[]): string {
  return [...new Set(problems.map((problem) => problem.split(/[ :]/)[0] ?? ''))].join(', ');
}
