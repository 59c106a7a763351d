import { afterEach, expect, test } from 'vitest';
import { readSettings } from '../../launch/settings.ts';
import { type StandIns, startStandIns } from '../../launch/stand-ins.ts';

const env = { SANDBOX_PAGE_PORT: '0', SANDBOX_DISCORD_PORT: '0', SANDBOX_SERVICE_PORT: '0' };
const patience = { timeout: 60_000 };
let running: StandIns | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(wanted: { readonly discord: boolean; readonly service: boolean }): Promise<string> {
  running = await startStandIns(wanted, readSettings(env), env);
  return running.pageUrl ?? '';
}

const config = async (pageUrl: string) => await (await fetch(`${pageUrl}/config.json`)).json();
const say = (pageUrl: string) =>
  fetch(`${pageUrl}/say`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: '1324000000000000013', text: 'Hello.' }),
  });

test('the page has sentences voiced by the service stand-in beside it', patience, async () => {
  const pageUrl = await start({ discord: true, service: true });
  expect(await config(pageUrl)).toMatchObject({ canSay: true });
  const answer = await say(pageUrl);
  expect(answer.status).toBe(200);
  const { packets } = (await answer.json()) as { readonly packets: readonly string[] };
  expect(packets.length).toBeGreaterThan(10);
});

test('the page without a service stand-in says that nothing can be voiced', patience, async () => {
  const pageUrl = await start({ discord: true, service: false });
  expect(await config(pageUrl)).toMatchObject({ canSay: false });
  expect((await say(pageUrl)).status).toBe(404);
});
