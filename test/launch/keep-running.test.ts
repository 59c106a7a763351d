import { describe, expect, it } from 'vitest';
import type { BotExit } from '../../launch/bot-process.ts';
import { keepRunning } from '../../launch/keep-running.ts';

const crash: BotExit = { code: 1, signal: null, lastWords: ['TypeError: no such thing'] };
const decided: BotExit = { code: 78, signal: null, lastWords: [] };
const left: BotExit = { code: 0, signal: null, lastWords: [] };
const killed: BotExit = { code: null, signal: 'SIGKILL', lastWords: [] };

/** Bots that end as told, each after it ran for `livesMs`; the last one that has no end runs until it is stopped. */
function scene(ends: readonly BotExit[], livesMs = 0) {
  const asked = Promise.withResolvers<undefined>();
  const remaining = [...ends];
  const said: string[] = [];
  const delays: number[] = [];
  let nowMs = 0;
  const running = Promise.withResolvers<void>();
  const seen = { starts: 0, stops: 0 };
  const options = {
    start: () => {
      seen.starts += 1;
      nowMs += livesMs;
      const end = remaining.shift();
      const exited = end ? Promise.resolve(end) : new Promise<BotExit>(() => {});
      if (!end) running.resolve();
      const stop = async () => {
        seen.stops += 1;
      };
      return { exited, stop, kill: () => {} };
    },
    stopping: { asked: asked.promise, again: () => {}, forget: () => {} },
    patienceMs: 1_000,
    say: (sentence: string) => void said.push(sentence),
    where: 'in bot.log',
    now: () => nowMs,
    sleep: async (durationMs: number) => {
      delays.push(durationMs);
      nowMs += durationMs;
    },
  };
  const stop = () => asked.resolve(undefined);
  return { options, stop, said, delays, seen, running: running.promise };
}

describe('a bot that dies', () => {
  it('is started again, later each time, and after the fifth time in ten minutes no more', async () => {
    const { options, said, delays, seen } = scene(Array.from({ length: 6 }, () => crash));
    expect(await keepRunning(options)).toBe(1);
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(seen.starts).toBe(6);
    expect(said.join('\n')).toContain('Starting it again in 16 s (restart 5 of 5 in 10 minutes).');
    expect(said.at(-2)).toMatch(/stopped with exit code 1\.[\s\S]*no such thing[\s\S]*in bot\.log/);
    expect(said.at(-1)).toContain("6 crashes within 10 minutes, so I'm not starting it again");
  });

  it('is started again forever when it dies seldom', async () => {
    const { options, stop, delays, seen, running } = scene(
      Array.from({ length: 20 }, () => killed),
      10 * 60_000,
    );
    const kept = keepRunning(options);
    await running;
    stop();
    expect(await kept).toBe(0);
    expect(new Set(delays)).toEqual(new Set([1_000]));
    expect(seen).toEqual({ starts: 21, stops: 1 });
  });

  it('is not started again when the launcher is told to stop meanwhile', async () => {
    const { options, stop, seen } = scene([crash]);
    const kept = keepRunning({
      ...options,
      sleep: () => {
        stop();
        return new Promise(() => {});
      },
    });
    expect(await kept).toBe(0);
    expect(seen.starts).toBe(1);
  });
});

it.each([
  ['by its own decision', decided, 78],
  ['in order, told by somebody else', left, 0],
])('a bot that ends %s is not started again, and its code is passed on', async (_, end, code) => {
  const { options, seen, delays } = scene([end]);
  expect(await keepRunning(options)).toBe(code);
  expect(seen.starts).toBe(1);
  expect(delays).toEqual([]);
});
