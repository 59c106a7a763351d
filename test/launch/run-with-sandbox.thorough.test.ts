import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Launched, launch } from '../../sandbox/test/support/launched.ts';

const harness = fileURLToPath(new URL('./launch-with-sandbox.ts', import.meta.url));

let folder: string;
let running: Launched[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emcee-launch-'));
  running = [];
});

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Launches a program in the bot's place. */
async function launchBot(source: string, patienceMs = 4_000): Promise<Launched> {
  const entry = join(folder, 'bot.mjs');
  await writeFile(entry, source);
  const launched = launch(harness, [entry, String(patienceMs)], {
    cwd: folder,
    env: { SANDBOX_SERVICE_PORT: '0' },
  });
  running.push(launched);
  return launched;
}

const log = () => readFileSync(join(folder, 'data', 'sandbox', 'emcee.log'), 'utf8');
const readyBot = `
  process.on('disconnect', () => process.exit());
  process.send({ ready: true });
  setInterval(() => {}, 1000);
`;
/** A line to the program in the bot's place that breaks when it is gone (a process id may outlive its process). */
async function lifeline(): Promise<{ readonly source: string; readonly gone: Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gone = once(server, 'connection').then(async ([socket]: Socket[]) => {
    server.close();
    socket?.on('error', () => socket.destroy()).resume();
    if (socket) await once(socket, 'close');
  });
  const port = portOf(server);
  return { source: `(await import('node:net')).connect(${port}, '127.0.0.1');`, gone };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen on a port');
  return address.port;
}

describe('the launcher', () => {
  it('gives the bot the addresses of the stand-ins and a folder of its own, keeps its log away, and shows its errors', async () => {
    const launched = await launchBot(`
      const { SERVICE_BASE_URL, SERVICE_API_KEY, DATA_DIR, VIDEO_POLL_INTERVAL_MS } = process.env;
      const answer = await fetch(SERVICE_BASE_URL + '/api/v1/tasks/none', {
        headers: { authorization: 'Bearer ' + SERVICE_API_KEY },
      });
      console.log('told', JSON.stringify({ status: answer.status, DATA_DIR, VIDEO_POLL_INTERVAL_MS }));
      console.log(JSON.stringify({ level: 'info', msg: 'chatter' }));
      console.error('a warning of the runtime');
      console.log(JSON.stringify({ level: 'error', msg: 'could not do it', err: { message: 'disk full' } }));
      ${readyBot}
    `);
    await launched.untilOutput(/Ctrl-C stops everything/);
    await launched.untilOutput(/\[bot\] could not do it: disk full/);
    expect(launched.output()).toMatch(/type \/video text/);
    expect(launched.output().match(/http:\/\//g)).toHaveLength(1);
    expect(launched.output()).not.toMatch(/chatter|a warning/);
    await expect
      .poll(log)
      .toContain('told {"status":200,"DATA_DIR":"data/sandbox","VIDEO_POLL_INTERVAL_MS":"5000"}');
    await expect.poll(log).toMatch(/chatter[\s\S]*a warning|a warning[\s\S]*chatter/);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('stops the bot in order on %s, and ends well', async (signal) => {
    const launched = await launchBot(`
      process.on('SIGTERM', () => { console.log('closed in order'); process.exit(0); });
      process.on('SIGINT', () => process.exit(9));
      ${readyBot}
    `);
    await launched.untilOutput(/Ctrl-C stops everything/);
    launched.child.kill(signal);
    expect(await launched.exited).toBe(0);
    expect(log()).toContain('closed in order');
  });

  it('ends a bot that does not stop', async () => {
    const { source, gone } = await lifeline();
    const launched = await launchBot(`${source} process.on('SIGTERM', () => {}); ${readyBot}`, 100);
    await launched.untilOutput(/Ctrl-C stops everything/);
    launched.child.kill('SIGINT');
    expect(await launched.exited).toBe(0);
    await gone;
  });

  it('ends at once on the second signal, and the bot with it', async () => {
    const { source, gone } = await lifeline();
    const stopping = `process.on('SIGTERM', () => console.log(JSON.stringify({ level: 'error', msg: 'stopping slowly' })));`;
    const deaf = readyBot.replace(/process\.on\('disconnect'.*/, '');
    const launched = await launchBot(`${source} ${stopping} ${deaf}`, 60_000);
    await launched.untilOutput(/Ctrl-C stops everything/);
    launched.child.kill('SIGINT');
    await launched.untilOutput(/stopping slowly/);
    const insisting = setInterval(() => launched.child.kill('SIGINT'), 50);
    expect(await launched.exited).toBe(130);
    clearInterval(insisting);
    await gone;
  });

  it('goes down with a bot that gives up, and repeats its last words', async () => {
    const launched = await launchBot(`
      console.error("Emcee can't start with these settings:");
      console.error('  - SERVICE_REGION must be one of');
      process.exitCode = 78;
    `);
    expect(await launched.exited).toBe(78);
    expect(launched.output()).toMatch(/stopped with exit code 78/);
    expect(launched.output()).not.toContain('Ctrl-C stops everything');
    expect(launched.output()).toMatch(
      /Emcee can't start with these settings:\n\s+- SERVICE_REGION must be one of/,
    );
  });

  it('starts a bot that died again, says so, and stops it in order on SIGTERM', async () => {
    const launched = await launchBot(`
      const { existsSync, writeFileSync } = await import('node:fs');
      if (!existsSync('died')) {
        writeFileSync('died', '');
        process.kill(process.pid, 'SIGKILL');
      }
      process.on('SIGTERM', () => { console.log('closed in order'); process.exit(0); });
      ${readyBot}
    `);
    await launched.untilOutput(/was ended by SIGKILL[\s\S]*Starting it again in 1 s[\s\S]*Ctrl-C stops/);
    launched.child.kill('SIGTERM');
    expect(await launched.exited).toBe(0);
    expect(log()).toContain('closed in order');
  });
});

describe('a port', () => {
  it('that is taken is one sentence with the port and the variable', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String(portOf(other));
    const launched = launch(harness, [], { cwd: folder, env: { SANDBOX_SERVICE_PORT: port } });
    expect(await launched.exited).toBe(1);
    expect(launched.output().trim().split('\n').at(-1)).toBe(
      `Port ${port} for the service stand-in is taken by another program: stop that program, or choose another one with SANDBOX_SERVICE_PORT.`,
    );
    other.close();
  });
});
