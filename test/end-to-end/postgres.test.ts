import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { emptyPostgres, runSql, spentIn } from '../support/postgres.ts';
import { PostgresProxy, proxyPassword } from '../support/postgres-proxy.ts';
import type { Stage } from '../support/stage.ts';
import { forgetMe, make, openQuickStage, panelSaying, patienceMs, textOf } from '../support/video-scene.ts';

const options = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;
/** Where the bot answers about its health: a port that's free now. */
async function freePlace(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

/** Everything that people do is in the database, and nothing of it beside it. */
async function playOn(stage: Stage, proxy: PostgresProxy, url: string, health: string): Promise<void> {
  const ready = async () => (await fetch(`http://${health}/readyz`)).status;
  const { general } = stage.discord.channels;
  const member = await stage.person('member');
  const { id, result } = await make(member, general);
  const jobs = await runSql(url, "SELECT person FROM records WHERE key LIKE 'video-jobs:%'");
  expect(jobs).toEqual([{ person: member.id }]);
  expect(await spentIn(url)).toBe(2);
  expect(readdirSync(stage.dataDir).filter((name) => name.includes('sqlite'))).toEqual([]);

  await stage.crash();
  const pressed = await member.click(result, 'Details');
  await panelSaying(member, pressed, 'a kite');

  const moderator = await stage.person('moderator');
  const examined = await moderator.invoke(general, ['doctor']);
  const findings = await panelSaying(moderator, examined, 'Store');
  expect(textOf(findings)).toMatch(/✅[^"]* Store /);
  expect(textOf(findings)).toContain('**Back-up**');
  expect(await ready()).toBe(200);

  const tasks = stage.service.tasks.length;
  proxy.cut();
  const refused = await member.invoke(general, ['video', 'text'], options);
  const told = await member.answerTo(refused, (message) => message.content.includes("I can't save anything"));
  expect(told.content.split('\n')).toHaveLength(2);
  await stage.push(60_000);
  expect(stage.service.tasks).toHaveLength(tasks);
  await expect.poll(ready).toBe(503);
  proxy.mend();
  await expect.poll(ready, { timeout: patienceMs }).toBe(200);
  const second = await make(member, general);
  expect(await spentIn(url)).toBe(4);

  await forgetMe(member, general, "I've forgotten");
  const everything = await runSql(
    url,
    'SELECT key || value AS text FROM records UNION ALL SELECT person || charged FROM reservations UNION ALL SELECT person FROM sums',
  );
  const left = everything.map(({ text }) => String(text)).join('\n');
  for (const gone of [member.id, id, second.id, 'a kite']) expect(left).not.toContain(gone);
}

it('a bot with STORE_URL delivers, restarts, waits for its database, examines itself and forgets', async () => {
  const url = await emptyPostgres();
  const proxy = await PostgresProxy.open(url);
  const health = await freePlace();
  const stage = await openQuickStage({ env: { STORE_URL: proxy.url, HEALTH_LISTEN: health } });
  try {
    await playOn(stage, proxy, url, health);
    const code = await stage.bot.stop();
    expect(code, stage.bot.output()).toBe(0);
    expect(stage.bot.output()).not.toContain(proxyPassword);
  } finally {
    await stage.close();
  }
});
