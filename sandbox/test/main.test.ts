import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Launched, launch } from './support/launched.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const freePorts = { SANDBOX_PAGE_PORT: '0', SANDBOX_DISCORD_PORT: '0', SANDBOX_SERVICE_PORT: '0' };

let running: Launched[];

beforeEach(() => {
  running = [];
});

afterEach(() => {
  for (const { child } of running) child.kill('SIGKILL');
});

function start(env: Readonly<Record<string, string>> = {}): Launched {
  const launched = launch(program, [], { cwd: temporaryFolder(), env: { ...freePorts, ...env } });
  running.push(launched);
  return launched;
}

it('npm run sandbox prints the lines that a .env needs, and no bot runs', async () => {
  const launched = start();
  await launched.untilOutput(/Ctrl-C stops everything/);
  const settings = Object.fromEntries(
    [...launched.output().matchAll(/^([A-Z_]+)=(\S+)$/gm)].map(([, k, v]) => [k, v]),
  );
  for (const name of ['DISCORD_TOKEN', 'SERVICE_API_KEY', 'SPEECH_VOICE', 'KNOWLEDGE_ACCESS_KEY_SECRET'])
    expect(settings).toHaveProperty(name);
  const [, certificate = ''] = /^NODE_EXTRA_CA_CERTS=(\S+) npm start$/m.exec(launched.output()) ?? [];
  for (const path of [certificate, settings.SPEECH_VOICES ?? '']) expect(existsSync(path)).toBe(true);
  const gateway = await fetch(`${settings.DISCORD_API_URL}/v10/users/@me`, {
    headers: { authorization: `Bot ${settings.DISCORD_TOKEN}` },
  });
  expect(gateway.status).toBe(200);
  launched.child.kill('SIGTERM');
  expect(await launched.exited).toBe(0);
  expect(existsSync(certificate)).toBe(false);
});

it.each(['http', '65536', '-1'])('a port that is none is refused: %s', async (port) => {
  const launched = start({ SANDBOX_PAGE_PORT: port });
  expect(await launched.exited).toBe(1);
  expect(launched.output().trim()).toBe('SANDBOX_PAGE_PORT must be a port number from 0 to 65535.');
});
