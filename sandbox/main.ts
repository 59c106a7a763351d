import { environmentOf } from './launch/environment.ts';
import { SandboxError } from './launch/sandbox-error.ts';
import { readSettings } from './launch/settings.ts';
import { type StandIns, startStandIns } from './launch/stand-ins.ts';

/** Nothing here has to be kept, so closing may not take long. */
const closeWithinMs = 700;

/** Starts both stand-ins and the chat page, says where they are, and keeps them until it's told to stop. */
async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const toldToStop = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    whenNpmIsGone(resolve);
  });
  const settings = readSettings(env);
  console.log('Starting the stand-ins. The first time, this can take half a minute…');
  const starting = startStandIns({ discord: true, service: true }, settings, env);
  const standIns = await Promise.race([starting, toldToStop]);
  if (!standIns) return;
  console.log(addresses(standIns, env));
  await toldToStop;
  await Promise.race([standIns.close(), new Promise((resolve) => setTimeout(resolve, closeWithinMs))]);
}

/** An npm that's killed doesn't pass that on. */
function whenNpmIsGone(gone: () => void): void {
  const npm = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== npm && gone(), 500).unref();
}

function addresses(standIns: StandIns, env: NodeJS.ProcessEnv): string {
  const { NODE_EXTRA_CA_CERTS: trusted, ...settings } = environmentOf(standIns, env);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `
The stand-ins are running: no bot yet. Chat page: ${standIns.pageUrl}

To run a bot against them, put these lines in .env:

${lines.join('\n')}

Then start it like this, so that Node trusts the voice server:

NODE_EXTRA_CA_CERTS=${trusted} npm start

The tokens change with each start. Ctrl-C stops everything.
`;
}

if (import.meta.main) {
  try {
    await run(process.env);
    process.exit();
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
