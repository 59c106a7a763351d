import { describe, expect, test } from 'vitest';
import { ClosingError, Lifecycle } from '../../../src/operations/lifecycle.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

const it = test.extend('lifecycleOf', () => lifecycleOf());

function lifecycleOf() {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const lifecycle = new Lifecycle(log, clock, 1_000);
  /** Opens a part of which only its end matters. */
  const open = async (name: string, close: (part: number) => void | Promise<void>) =>
    await lifecycle.open(name, () => 1, close);
  return { clock, lines, lifecycle, open };
}

describe('the parts of the process', () => {
  it('are closed in reverse, one after the other', async ({ lifecycleOf: { lifecycle } }) => {
    const calls: string[] = [];
    for (const name of ['store', 'videos', 'discord']) {
      await lifecycle.open(
        name,
        () => calls.push(`open ${name}`),
        async () => {
          calls.push(`close ${name}`);
          await new Promise((resolve) => setImmediate(resolve));
          calls.push(`closed ${name}`);
        },
      );
    }
    expect(await lifecycle.close('test')).toBe(true);
    expect(calls).toEqual([
      ...['open store', 'open videos', 'open discord'],
      ...['close discord', 'closed discord', 'close videos', 'closed videos', 'close store', 'closed store'],
    ]);
  });

  it('open and close themselves, or are open already', async ({ lifecycleOf: { lifecycle } }) => {
    const calls: string[] = [];
    await lifecycle.keep('synthesis', { close: () => void calls.push('close synthesis') });
    await lifecycle.start('speech', {
      open: () => void calls.push('open speech'),
      close: () => void calls.push('close speech'),
    });
    await lifecycle.close('test');
    expect(calls).toEqual(['open speech', 'close speech', 'close synthesis']);
  });

  it('that were open already are closed at once when closing has begun', async () => {
    const { lifecycle } = lifecycleOf();
    await lifecycle.close('test');
    let closed = false;
    const late = lifecycle.keep('synthesis', {
      close: () => {
        closed = true;
      },
    });
    await expect(late).rejects.toBeInstanceOf(ClosingError);
    expect(closed).toBe(true);
  });

  it('are closed once, however often it is asked', async ({ lifecycleOf: { lifecycle, open } }) => {
    const closed: number[] = [];
    await open('store', (part) => void closed.push(part));
    expect(await Promise.all([lifecycle.close('a'), lifecycle.close('b')])).toEqual([true, true]);
    await lifecycle.close('c');
    expect(closed).toEqual([1]);
  });

  it('are all closed although one fails, and the failure is logged under its name', async () => {
    const { lifecycle, open, lines } = lifecycleOf();
    const calls: string[] = [];
    await open('store', () => void calls.push('store'));
    await open('broken', () => {
      throw new Error('boom');
    });
    await lifecycle.open(
      'rejecting',
      () => 1,
      async () => Promise.reject(new Error('bang')),
    );
    expect(await lifecycle.close('test')).toBe(false);
    expect(calls).toEqual(['store']);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { part: 'rejecting' },
      { part: 'broken' },
    ]);
  });

  it('are told to close, but not waited for, when the time is up', async () => {
    const { lifecycle, open, clock, lines } = lifecycleOf();
    const calls: string[] = [];
    await open('store', () => void calls.push('store'));
    await open('stuck', () => new Promise<void>(() => {}));
    const closing = lifecycle.close('test');
    await clock.advance(999);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(await closing).toBe(false);
    expect(calls).toEqual(['store']);
    expect(lines).toContainEqual(expect.objectContaining({ part: 'stuck', closeWithinMs: 1_000 }));
  });

  it('leave no timer behind', async ({ lifecycleOf: { lifecycle, clock } }) => {
    await lifecycle.close('test');
    expect(clock.sleeping).toBe(0);
  });

  it('are not opened any more once closing has begun', async ({ lifecycleOf: { lifecycle, open } }) => {
    void lifecycle.close('test');
    await expect(open('late', () => {})).rejects.toThrow(ClosingError);
  });

  it('that were just being opened when closing began are closed again', async () => {
    const { lifecycle } = lifecycleOf();
    const gate = Promise.withResolvers<number>();
    const closed: number[] = [];
    const opening = lifecycle.open(
      'slow',
      () => gate.promise,
      (part) => void closed.push(part),
    );
    await lifecycle.close('test');
    gate.resolve(7);
    await expect(opening).rejects.toThrow(ClosingError);
    expect(closed).toEqual([7]);
  });

  it('that do not open are not closed', async ({ lifecycleOf: { lifecycle } }) => {
    const closed: string[] = [];
    const failing = lifecycle.open(
      'bad',
      async () => Promise.reject(new Error('no')),
      () => void closed.push('bad'),
    );
    await expect(failing).rejects.toThrow('no');
    expect(await lifecycle.close('test')).toBe(true);
    expect(closed).toEqual([]);
  });
});
