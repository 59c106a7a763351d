import { expect, it, vi } from 'vitest';
import type { CallTool } from '../../../../src/conversation/call-types.ts';
import { ToolRunner } from '../../../../src/conversation/tools/runner.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';

type Run = CallTool['run'];

function running(run: Run, timeoutMs?: number) {
  const clock = new FakeClock();
  const over = new AbortController();
  const onSlow = vi.fn();
  const { log, lines } = recordingLog();
  const tool: CallTool = {
    name: 'look',
    description: '',
    parameters: {},
    run,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const runner = new ToolRunner({ tools: [tool], clock, log, signal: over.signal, onSlow });
  const call = { callId: 'c', name: 'look', arguments: '{}' };
  return { clock, over, onSlow, lines, run: async () => await runner.run(call, 'ann') };
}

const hanging: Run = async ({ signal }) =>
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it('a tool that takes too long is stopped, at its own time or after fifteen seconds', async () => {
  for (const timeoutMs of [undefined, 40_000]) {
    const { clock, run, onSlow } = running(hanging, timeoutMs);
    const told = run();
    const isTold = vi.fn();
    void told.then(isTold);
    await clock.advance((timeoutMs ?? 15_000) - 1);
    expect(isTold).not.toHaveBeenCalled();
    expect(onSlow).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(await told).toContain('takes too long');
  }
});

it('a tool of a call that is over is stopped and says so, and that is no trouble', async () => {
  const { over, run, lines } = running(hanging);
  const told = run();
  over.abort();
  expect(await told).toContain('The call is over.');
  expect(lines).toEqual([]);
});

it('a tool that goes on when its call is over keeps nobody waiting', async () => {
  const { over, run } = running(async () => await new Promise(() => undefined));
  const told = run();
  over.abort();
  expect(await told).toContain('The call is over.');
});

it('a call that is over runs no tool', async () => {
  const tool = vi.fn<Run>(async () => '{}');
  const { over, run } = running(tool);
  over.abort();
  expect(await run()).toContain('The call is over.');
  expect(tool).not.toHaveBeenCalled();
});
