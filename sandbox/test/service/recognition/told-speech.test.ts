import { describe, expect, it } from 'vitest';
import { ToldSpeech } from '../../../service/recognition/told-speech.ts';

/** A clock that a test moves. */
function clocked() {
  let now = 1_000_000;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const told = new ToldSpeech({
    now: () => now,
    sleep: (ms) => new Promise((resolve) => sleepers.add({ at: now + ms, wake: resolve })),
  });
  const pass = async (ms: number) => {
    now += ms;
    for (const each of sleepers) if (each.at <= now) each.wake();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { told, pass };
}

describe('what a browser recognised at a real microphone', () => {
  it('is what was heard, however many sessions hear it, and each takes it once', async () => {
    const { told, pass } = clocked();
    const [one, other] = [told.listener(), told.listener()];
    told.tell('ann', 'Hello there.');
    await pass(300);
    expect(await one.textOf(1_000)).toBe('Hello there.');
    expect(await other.textOf(1_000)).toBe('Hello there.');
    told.listens('ann', false);
    expect(await one.textOf(1_000)).toBeUndefined();
  });

  it('is waited for while a browser listens, because it comes after the last word', async () => {
    const { told, pass } = clocked();
    told.listens('ann', true);
    const text = told.listener().textOf(800);
    await pass(1_200);
    told.tell('ann', 'Where is the library?');
    expect(await text).toBe('Where is the library?');
  });

  it('is nothing if it does not come within two and a half seconds, or nobody listens', async () => {
    const { told, pass } = clocked();
    expect(await told.listener().textOf(800)).toBeUndefined();
    told.listens('ann', true);
    const text = told.listener().textOf(800);
    await pass(2_600);
    expect(await text).toBeUndefined();
    await pass(100_000);
    expect(told.isListening).toBe(false);
  });

  it('is not what was said long before', async () => {
    const { told, pass } = clocked();
    told.tell('ann', 'Old.');
    await pass(10_000);
    told.listens('ann', false);
    expect(await told.listener().textOf(1_000)).toBeUndefined();
  });
});
