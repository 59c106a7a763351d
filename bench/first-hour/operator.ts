import { execFile } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { programEnvironment } from '../../sandbox/test/support/program-environment.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { FirstHour } from './first-hour.ts';

const report = z.object({
  health: z.string(),
  checks: z.array(z.object({ check: z.string(), code: z.string(), health: z.string() })),
});

/** An operator's troubles: a revoked key, arrears, a full disk. What members see, what the owner hears, what the doctor says. */
export async function meetTroubles(hour: FirstHour, disk: string): Promise<void> {
  const { stage, facts } = hour;
  const ears = await stage.person('owner');
  const refusing = (status: number, code: string) =>
    stage.service.faults.arm({
      ...{ path: '/api/v1/**', times: 0 },
      effect: { kind: 'answer', when: 'before', status, body: { code, message: 'no', request_id: 'r' } },
    });
  facts.well = await doctor(hour, 'well', disk);
  const key = refusing(401, 'InvalidApiKey');
  facts.key = await trouble(hour, ears, 'key', disk);
  key.release();
  await afterwards(hour, 'key');
  const arrears = refusing(400, 'Arrearage');
  facts.arrears = await trouble(hour, ears, 'arrears', disk);
  arrears.release();
  await afterwards(hour, 'arrears');
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  await promisify(execFile)('fallocate', ['-l', String(bavail * bsize), filler]);
  facts.disk = await trouble(hour, ears, 'disk', disk);
  rmSync(filler);
  await sleep(5_000);
  await afterwards(hour, 'disk');
}

async function trouble(hour: FirstHour, ears: SandboxPerson, name: string, disk: string) {
  const { member, owner, stage } = hour;
  const before = direct(ears, stage.discord.botUserId).length;
  for (const prompt of ['a paper kite', 'a paper boat']) {
    await member.run('video text', { prompt: `${prompt} (${name})` });
    await sleep(4_000);
  }
  await sleep(4_000);
  await member.shoot(name);
  const told = direct(ears, stage.discord.botUserId).slice(before);
  const channelId = told[0]?.channel_id;
  if (channelId !== undefined) {
    const here = await owner.page.evaluate<string>('location.hash');
    await owner.page.evaluate(`location.hash = 'owner/${channelId}'`);
    await owner.page.waitForTimeout(1_500);
    await owner.shoot(`${name}-told`);
    await owner.page.evaluate(`location.hash = ${JSON.stringify(here)}`);
    await owner.page.waitForTimeout(1_000);
  }
  return { told: told.length, ...(await doctor(hour, name, disk)) };
}

async function afterwards({ member }: FirstHour, name: string): Promise<void> {
  await member.run('video text', { prompt: `a kite after all (${name})` });
  await member.page.waitForTimeout(12_000);
  await member.shoot(`${name}-over`);
}

function direct(person: SandboxPerson, botUserId: string) {
  return [...person.messages.values()].filter(
    (message) => message.author.id === botUserId && !('guild_id' in message && message.guild_id),
  );
}

/** As the bot's owner sees it in Discord, and as `npm run doctor -- --json` tells it. */
async function doctor({ owner, stage }: FirstHour, name: string, disk: string) {
  await owner.run('doctor');
  await owner.page.waitForTimeout(6_000);
  await owner.shoot(`${name}-doctor`);
  const env = {
    ...programEnvironment(),
    DATA_DIR: disk,
    DISCORD_TOKEN: stage.discord.botToken,
    DISCORD_API_URL: stage.discord.apiUrl,
    SERVICE_API_KEY: stage.service.apiKey,
    SERVICE_BASE_URL: stage.service.baseUrl,
    NODE_NO_WARNINGS: '1',
  };
  const out = await promisify(execFile)(process.execPath, ['doctor.ts', '--json'], { env }).catch(
    (error: { stdout: string }) => error,
  );
  const { health, checks } = report.parse(JSON.parse(out.stdout));
  return { health, unwell: checks.filter((each) => each.health !== 'good').map(({ code }) => code) };
}
