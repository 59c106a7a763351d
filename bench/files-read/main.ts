import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { eventually } from '../../test/support/eventually.ts';
import { SpeakScene } from '../../test/support/speak-scene.ts';
import type { Stage } from '../../test/support/stage.ts';
import { make, openQuickStage } from '../../test/support/video-scene.ts';

// Which files of ours run while one command is handled, by V8's counts: `node bench/files-read/main.ts [--names]`.

const root = fileURLToPath(new URL('../..', import.meta.url));
const record = join(tmpdir(), `files-read-${process.pid}.json`);
const recorder = fileURLToPath(new URL('./recorder.ts', import.meta.url));
const env = { NODE_OPTIONS: `--import=${recorder}`, FILES_READ_TO: record };

/** Up to so many lines, a function has one statement at most: it hands on, or says what it holds. */
const fewestLines = 4;

const recordSchema = z.array(
  z.object({
    url: z.string(),
    functions: z.array(
      z.object({
        ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
      }),
    ),
  }),
);

interface FileRead {
  readonly path: string;
  /** Lines of the longest function of it that ran. */
  readonly lines: number;
}

/** What ran in the bot since this was asked before. Words and what runs when a module is loaded count as nothing. */
async function ranSinceBefore({ bot }: Stage): Promise<readonly FileRead[]> {
  rmSync(record, { force: true });
  process.kill(bot.pid, 'SIGUSR2');
  const whole = () => {
    try {
      return recordSchema.parse(JSON.parse(readFileSync(record, 'utf8')));
    } catch {
      return undefined;
    }
  };
  await eventually(() => whole() !== undefined, 'the record');
  return (whole() ?? []).flatMap(({ url, functions }) => {
    const file = fileURLToPath(url);
    const path = relative(root, file);
    if (!/^(src|commands)\//.test(path) || /(^|\/)words\//.test(path)) return [];
    const source = readFileSync(file, 'utf8');
    const lines = functions.flatMap(({ ranges: [range] }) => {
      if (!range || range.count === 0 || range.endOffset - range.startOffset >= source.length - 1) return [];
      return source.slice(range.startOffset, range.endOffset).split('\n').length;
    });
    return lines.length > 0 ? [{ path, lines: Math.max(...lines) }] : [];
  });
}

function tell(command: string, files: readonly FileRead[]): void {
  const read = files.filter(({ lines }) => lines >= fewestLines);
  console.log(`\n${command}: ${files.length} files, ${read.length} with more than a statement`);
  const folders = Map.groupBy(files, ({ path }) => path.split('/').slice(0, 2).join('/'));
  for (const [folder, inIt] of [...folders].sort()) {
    const more = inIt.filter(({ lines }) => lines >= fewestLines);
    console.log(`${String(inIt.length).padStart(5)} ${String(more.length).padStart(3)}  ${folder}`);
    if (!process.argv.includes('--names')) continue;
    for (const { path, lines } of inIt)
      console.log(`            ${path}${lines < fewestLines ? ' (less)' : ''}`);
  }
}

async function video(): Promise<void> {
  const stage = await openQuickStage({ env });
  try {
    const member = await stage.person('member');
    await ranSinceBefore(stage);
    await make(member, stage.discord.channels.general);
    tell('/video text', await ranSinceBefore(stage));
  } finally {
    await stage.close();
  }
}

async function speech(): Promise<void> {
  const scene = await SpeakScene.open({ env });
  const text = 'Hello everybody, the meeting begins at nine.';
  try {
    await ranSinceBefore(scene.stage);
    await scene.answer(await scene.say(text), '✅');
    await eventually(() => scene.likeness(text).missingTailMs < 30, 'the tail');
    tell('/speak say', await ranSinceBefore(scene.stage));
  } finally {
    await scene.close();
  }
}

await video();
await speech();
rmSync(record, { force: true });
