import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { ConverseScene, talkSettings } from '../../test/support/converse-scene.ts';
import { InterpretScene, interpretSettings } from '../../test/support/interpret-scene.ts';
import { knowledge } from '../../test/support/knowledge-scene.ts';
import { SpeakScene } from '../../test/support/speak-scene.ts';
import { greyFilm, make } from '../../test/support/video-scene.ts';
import { type FunctionOfFile, functionsIn } from './syntax.ts';

/**
 * The files to read for following one thing through the bot.
 *
 * The bot runs as a process against both stand-ins, with V8's exact call counts on (`recorder.ts`). When it has come to rest after its start or what
 * was asked before, the counts are cleared, one thing is asked, and the counts are read once that is done and the bot rests again. A file of `src/` or
 * `commands/` is one to read if at least one function of it was entered meanwhile that holds more than one statement
 * (`syntax.ts` says what one is). What runs while a module is loaded counts as nothing, and so do words (`words/`) and what a clock
 * starts whatever is asked. The process that looks into people's files is another one.
 *
 * `node bench/structure/files-run.ts [name …]` prints the files.
 */
export const sceneNames = ['video', 'speak', 'converse', 'interpret', 'knowledge'] as const;
export type SceneName = (typeof sceneNames)[number];

export const sceneTitles: Readonly<Record<SceneName, string>> = {
  video: '/video text',
  speak: '/speak say',
  converse: 'a turn of /converse',
  interpret: 'a caption of /interpret',
  knowledge: '/knowledge ask',
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const recorder = fileURLToPath(new URL('./recorder.ts', import.meta.url));

const recordSchema = z.array(
  z.object({
    url: z.string(),
    functions: z.array(
      z.object({
        functionName: z.string(),
        ranges: z
          .array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() }))
          .min(1),
      }),
    ),
  }),
);

/** Files that ran, with the most statements that a function holds which ran. */
type Ran = ReadonlyMap<string, number>;

const known = new Map<string, { readonly source: string; readonly functions: readonly FunctionOfFile[] }>();

function fileAt(path: string) {
  const there = known.get(path);
  if (there) return there;
  const source = readFileSync(path, 'utf8');
  const file = { source, functions: functionsIn(path, source) };
  known.set(path, file);
  return file;
}

/** V8 doesn't see types: beside one, a function may begin or end elsewhere for it than in the source. */
function functionAt(
  functions: readonly FunctionOfFile[],
  at: { readonly startOffset: number; readonly endOffset: number },
) {
  const away = ({ start, end }: FunctionOfFile) =>
    Math.abs(start - at.startOffset) + Math.abs(end - at.endOffset);
  return functions
    .filter(({ start, end }) => start === at.startOffset || end === at.endOffset)
    .sort((one, other) => away(one) - away(other))[0];
}

const takeEveryMs = 1_000;
/** What happens is told to a server's moderators two seconds later, and still belongs to what came before. */
const restAfterStartMs = 3_000;
const restMs = 2_000;

/** Run by a clock, whatever is asked. */
const startedByClock = [
  'src/call/minutes-warning.ts',
  'src/community/spending-lease.ts',
  'src/operations/rounds.ts',
  'src/storage/store-health.ts',
];

/** The counts of one bot. */
class Counts {
  readonly #path = join(tmpdir(), `files-run-${process.pid}-${performance.now()}.json`);

  /** What a bot is started with, to be counted. */
  get env(): Readonly<Record<string, string>> {
    // Functions from a cache of compiled code are counted, but not always where they begin.
    return {
      NODE_OPTIONS: `--import=${recorder}`,
      FILES_RUN_TO: this.#path,
      NODE_DISABLE_COMPILE_CACHE: '1',
    };
  }

  /** What ran since this was asked before. */
  async take(bot: { readonly pid: number }): Promise<Ran> {
    rmSync(this.#path, { force: true });
    process.kill(bot.pid, 'SIGUSR2');
    await eventually(() => existsSync(this.#path), 'the record');
    const record = recordSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    const ran = new Map<string, number>();
    for (const { url, functions } of record) {
      const file = fileURLToPath(url);
      const path = relative(root, file);
      if (!/^(src|commands)\//.test(path) || /(^|\/)words\//.test(path)) continue;
      const { source, functions: inFile } = fileAt(file);
      for (const { functionName, ranges } of functions) {
        const [range] = ranges;
        if (!range || range.endOffset - range.startOffset >= source.length - 1) continue;
        // Fields of a class are set in a function that nobody wrote.
        if (functionName.startsWith('<')) continue;
        const it = functionAt(inFile, range);
        if (!it) throw new Error(`${path} has no function at ${range.startOffset}–${range.endOffset}`);
        ran.set(path, Math.max(ran.get(path) ?? 0, it.statements));
      }
    }
    rmSync(this.#path, { force: true });
    return ran;
  }

  /** What ran from this moment on until nothing was run any more for so long. */
  async takeUntilRest(bot: { readonly pid: number }, quietMs: number): Promise<Ran> {
    const all = new Map<string, number>();
    for (let quiet = 0, tries = 0; quiet * takeEveryMs < quietMs && tries < 12; tries += 1) {
      const ran = await this.take(bot);
      for (const [path, statements] of ran) all.set(path, Math.max(all.get(path) ?? 0, statements));
      quiet = ran.size === 0 ? quiet + 1 : 0;
      await sleep(takeEveryMs);
    }
    return all;
  }
}

type Scene = (scene: SpeakScene, counts: Counts) => Promise<Ran>;

const scenes: Readonly<Record<SceneName, Scene>> = {
  async video({ stage, member }, counts) {
    await make(member, stage.discord.channels.general);
    return await counts.takeUntilRest(stage.bot, restMs);
  },

  async speak(scene, counts) {
    const text = 'Hello everybody, the meeting begins at nine.';
    await scene.answer(await scene.say(text), '✅');
    await eventually(() => scene.likeness(text).missingTailMs < 30, 'the tail');
    // Five seconds after the last text its panel goes, which is another story: a slow machine mustn't wait for rest.
    const ran = await counts.take(scene.stage.bot);
    await scene.member.invoke(scene.channelId, ['speak', 'stop']);
    await scene.reset();
    return ran;
  },

  async converse(scene, counts) {
    scene.stage.service.realtime.set(talkSettings);
    const talk = await ConverseScene.begin(scene, scene.member);
    try {
      await talk.agree();
      await counts.takeUntilRest(scene.stage.bot, restAfterStartMs);
      await talk.say('Hello there, good morning to you.', 'ann');
      await eventually(() => talk.said.length > 0, 'an answer');
      await scene.hears(40);
      return await counts.takeUntilRest(scene.stage.bot, restMs);
    } finally {
      await talk.end();
    }
  },

  async interpret(scene, counts) {
    const { bot, service } = scene.stage;
    service.realtime.set(interpretSettings);
    const call = await InterpretScene.begin(scene, ['en', 'de']);
    try {
      await call.come('owner', 'de');
      await call.agree();
      await counts.takeUntilRest(bot, restAfterStartMs);
      await call.say('The meeting starts at nine.');
      await call.caption('Die Besprechung beginnt um neun.', call.member);
      return await counts.takeUntilRest(bot, restMs);
    } finally {
      await call.end();
    }
  },

  async knowledge({ stage, member }, counts) {
    const question = { base: 'library', question: 'Can a ban be appealed?' };
    await knowledge(member, stage.discord.channels.general, 'ask', question, 'appealed once, thirty days');
    return await counts.takeUntilRest(stage.bot, restMs);
  },
};

/** One bot whose calls are counted, for one thing after the other. */
export class CountedBot {
  readonly #counts: Counts;
  readonly #scene: SpeakScene;

  private constructor(counts: Counts, scene: SpeakScene) {
    this.#counts = counts;
    this.#scene = scene;
  }

  static async open(): Promise<CountedBot> {
    const counts = new Counts();
    const service = { renderer: greyFilm, pace: { pendingMs: 0, runningMs: 0 } };
    const scene = await SpeakScene.open({ service, env: counts.env });
    await counts.takeUntilRest(scene.stage.bot, restAfterStartMs);
    return new CountedBot(counts, scene);
  }

  /** The files to read for one thing, in alphabetical order. */
  async filesRunFor(name: SceneName): Promise<readonly string[]> {
    await this.#counts.takeUntilRest(this.#scene.stage.bot, restMs);
    const ran = await scenes[name](this.#scene, this.#counts);
    return [...ran]
      .flatMap(([path, statements]) => (statements > 1 && !startedByClock.includes(path) ? [path] : []))
      .sort();
  }

  async close(): Promise<void> {
    await this.#scene.close();
  }
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const bot = await CountedBot.open();
  try {
    for (const name of sceneNames.filter((each) => asked.length === 0 || asked.includes(each))) {
      const files = await bot.filesRunFor(name);
      console.log([`${sceneTitles[name]}: ${files.length}`, ...files.map((path) => `  ${path}`)].join('\n'));
    }
  } finally {
    await bot.close();
  }
}
