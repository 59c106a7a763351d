import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { eventually } from '../../test/support/eventually.ts';
import { SpeakScene } from '../../test/support/speak-scene.ts';
import type { Stage } from '../../test/support/stage.ts';
import { make, openQuickStage } from '../../test/support/video-scene.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recorder = fileURLToPath(new URL('./recorder.ts', import.meta.url));
const written = join(tmpdir(), `files-read-${process.pid}.json`);
const env = { NODE_OPTIONS: `--import=${recorder}`, FILES_READ_TO: written };

const coverage = z.array(
  z.object({
    url: z.string(),
    functions: z.array(
      z.object({
        functionName: z.string(),
        ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
      }),
    ),
  }),
);

interface FileRead {
  readonly path: string;
  readonly functions: readonly string[];
}

/** What ran in the bot since this was asked before: files of ours, and in each the functions. */
async function ranSinceBefore(stage: Stage): Promise<readonly FileRead[]> {
  rmSync(written, { force: true });
  process.kill(stage.bot.pid, 'SIGUSR2');
  await eventually(() => {
    try {
      return readFileSync(written, 'utf8').endsWith(']');
    } catch {
      return false;
    }
  }, 'the record');
  return coverage
    .parse(JSON.parse(readFileSync(written, 'utf8')))
    .map(({ url, functions }) => {
      const path = relative(root, fileURLToPath(url));
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const ran = functions.filter(
        ({ ranges: [whole] }) =>
          whole && whole.count > 0 && whole.endOffset - whole.startOffset < source.length - 1,
      );
      return {
        path,
        functions: ran.map(
          ({ functionName, ranges: [whole] }) =>
            functionName ||
            `(${source.slice(whole?.startOffset, whole?.endOffset).slice(0, 60).replaceAll('\n', ' ')})`,
        ),
      };
    })
    .filter(({ path, functions }) => /^(src|commands)\//.test(path) && functions.length > 0)
    .filter(
      ({ path }) =>
        !path.includes('/words/') && path !== 'src/words/index.ts' && !path.startsWith('src/language/'),
    );
}

function tell(command: string, files: readonly FileRead[], idle: readonly FileRead[]): void {
  const verbose = process.argv.includes('--functions');
  const atRest = new Set(idle.map(({ path }) => path));
  const folders = Map.groupBy(files, ({ path }) => path.split('/').slice(0, 2).join('/'));
  console.log(`\n${command}: ${files.length} files (${idle.length} at rest)`);
  for (const [folder, inIt] of [...folders].sort()) {
    console.log(`  ${String(inIt.length).padStart(3)} ${folder}`);
    for (const { path, functions } of inIt.sort((a, b) => a.path.localeCompare(b.path)))
      if (verbose)
        console.log(
          `        ${path} ${atRest.has(path) ? '(at rest) ' : ''}[${functions.length}] ${functions.slice(0, 6).join(' · ')}`,
        );
  }
}

async function video(): Promise<void> {
  const stage = await openQuickStage({ env });
  try {
    const member = await stage.person('member');
    await ranSinceBefore(stage);
    await sleep(2_000);
    const idle = await ranSinceBefore(stage);
    await make(member, stage.discord.channels.general);
    tell('/video text', await ranSinceBefore(stage), idle);
  } finally {
    await stage.close();
  }
}

async function speech(): Promise<void> {
  const scene = await SpeakScene.open({ env });
  const text = 'Hello everybody, the meeting begins at nine.';
  try {
    await ranSinceBefore(scene.stage);
    await sleep(2_000);
    const idle = await ranSinceBefore(scene.stage);
    await scene.panel(await scene.say(text), '✅');
    await eventually(() => scene.likeness(text).missingTailMs < 30, 'the tail');
    tell('/speak say', await ranSinceBefore(scene.stage), idle);
  } finally {
    await scene.close();
  }
}

await video();
await speech();
