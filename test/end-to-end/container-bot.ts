import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { BotProcess } from '../support/bot-process.ts';

const run = promisify(execFile);

/** The image that `.ci/image` builds; undefined where nobody does. */
export const { EMCEE_IMAGE: image } = process.env;

/** Packages may come slowly. */
export const imageWithinMs = 10 * 60_000;

/** Resolves once the image is there, which `.ci/run` builds beside the tests. @throws if it can't be built */
export async function imageBuilt(): Promise<void> {
  const { EMCEE_IMAGE_ENDED: path } = process.env;
  if (!path) return;
  const ended = () => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');
  await eventually(() => ended() !== '', 'the image', imageWithinMs);
  if (ended() !== '0') throw new Error('the image could not be built; its log stands below');
}

/** Who the bot is inside. */
const insideId = 1_000;

/** As `compose.yaml` has it, but for the network: the stand-ins are on this machine's own. */
const asInCompose = [
  ...['--network=host', '--init', '--read-only', '--read-only-tmpfs=false', '--cap-drop=all'],
  ...['--security-opt=no-new-privileges', '--memory=512m'],
  ...['--ulimit=nofile=4096:4096', '--ulimit=nproc=1024:1024'],
] as const;

/** Without systemd, podman complains that nobody asks for a container's health by the clock; the output is to be the bot's own. */
const engine = ['--runtime=runc', '--cgroup-manager=cgroupfs', '--log-level=fatal'] as const;

/** Runs `podman` to its end. Resolves to what it printed; rejects when it failed. */
export async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('podman', [...engine, ...args], { maxBuffer: 32 * 1024 * 1024 });
  return stdout.trim();
}

export interface Container {
  readonly name: string;
  /** Resolves to the exit code. */
  readonly exited: Promise<number | null>;
  readonly output: () => string;
}

export interface ContainerRequest {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  /** On this machine, seen as `/data` inside. */
  readonly dataDir: string;
  /** Files and folders that are seen at the same place inside. */
  readonly shown?: readonly string[];
  readonly entrypoint?: string;
  /** What to run instead of the bot. */
  readonly command?: readonly string[];
}

/** Starts a container of the image, which is removed when it ends. */
export async function startContainer(request: ContainerRequest): Promise<Container> {
  const { name, env = {}, dataDir, shown = [], entrypoint, command = [] } = request;
  await chown(dataDir, insideId, insideId);
  const options = [
    ...asInCompose,
    ...['--rm', `--name=${name}`, `--volume=${dataDir}:/data`],
    ...shown.map((path) => `--volume=${path}:${path}:ro`),
    // Values go by podman's own environment: its arguments can be seen by everybody on the machine.
    ...Object.keys(env).map((variable) => `--env=${variable}`),
    ...(entrypoint ? [`--entrypoint=${entrypoint}`] : []),
  ];
  const { PATH, HOME } = process.env;
  const child = spawn('podman', [...engine, 'run', ...options, image ?? '', ...command], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { name, exited, output: () => output };
}

/** The real bot in a container, as a process of a stage. */
export async function startContainedBot(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<BotProcess> {
  const { DATA_DIR: dataDir = '', ...settings } = env;
  const shown = [env.NODE_EXTRA_CA_CERTS, env.SPEECH_VOICES, env.KNOWLEDGE_BASES].filter(
    (path) => path !== undefined,
  );
  const container = await startContainer({ name, env: settings, dataDir, shown });
  let running = true;
  const exited = container.exited.finally(() => {
    running = false;
  });
  const ended = async (...how: readonly string[]) => {
    if (running) await podman(...how, name);
    return await exited;
  };
  await Promise.race([
    saying(container, '"msg":"ready'),
    exited.then((code) => {
      throw new Error(`the container ended with ${code} before the bot was ready:\n${container.output()}`);
    }),
  ]);
  return {
    pid: Number(await podman('inspect', '--format={{.State.Pid}}', name)),
    output: container.output,
    get isRunning() {
      return running;
    },
    push: () => Promise.reject(new Error('a bot in a container goes by real time')),
    kill: async () => void (await ended('kill')),
    stop: async () => await ended('stop', '--time=20'),
  };
}

/** Resolves once the container has printed these words. */
export async function saying({ output }: Pick<Container, 'output'>, words: string): Promise<void> {
  while (!output().includes(words)) await new Promise((resolve) => setTimeout(resolve, 50));
}
