import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { startServiceSandbox } from '../../../sandbox/service/server.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { openStore } from '../../../src/storage/store.ts';
import { startBot } from '../../support/bot-process.ts';
import { collected } from '../../support/collected.ts';
import { silentLog } from '../../support/fake-log.ts';

const folder = fileURLToPath(new URL('../../fixtures/stores/', import.meta.url));
const versions = readdirSync(folder).map((name) => name.replace('.sqlite.gz', ''));

/** A folder as that release left it, in the middle of its work. */
function leftBy(version: string): string {
  const dataDir = temporaryFolder();
  const packed = readFileSync(join(folder, `${version}.sqlite.gz`));
  writeFileSync(join(dataDir, 'emcee.sqlite'), gunzipSync(packed));
  return dataDir;
}

describe.each(versions)('the store of %s', (version) => {
  it('is opened with everything in it, and nothing of it is set aside', async () => {
    const dataDir = leftBy(version);
    const discord = await startDiscordSandbox({ identifyIntervalMs: 0 });
    const service = await startServiceSandbox({ port: 0 });
    onTestFinished(async () => {
      await Promise.all([discord.close(), service.close()]);
    });
    const bot = await startBot({
      DISCORD_TOKEN: discord.botToken,
      DISCORD_API_URL: discord.apiUrl,
      SERVICE_API_KEY: service.apiKey,
      SERVICE_BASE_URL: service.baseUrl,
      DATA_DIR: dataDir,
    });
    const output = await bot.stop().then(() => bot.output());
    expect(output).toMatch(/"open":7,"msg":"video jobs resumed"/);
    expect(output).not.toContain('set aside');
    const store = openStore({ dataDir, log: silentLog });
    onTestFinished(async () => await store.close());
    expect(await collected(store.setAside.entries())).toHaveLength(0);
    const kinds = new Set<string>();
    for await (const { collection } of store.recordsOf({ guildId: '3000000000000000001' }))
      kinds.add(collection);
    expect(kinds).toContain('server-settings');
  });
});

it('every release since the first has one', () => {
  const changes = readFileSync('CHANGELOG.md', 'utf8');
  const released = [...changes.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(versions).toEqual(expect.arrayContaining(released));
});
