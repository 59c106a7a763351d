import { describe, expect, it } from 'vitest';
import { steadyTime } from '../../../src/operations/steady-time.ts';
import { TokenBucket } from '../../../src/operations/token-bucket.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const hourMs = 3_600_000;

/** A machine whose clock can be set. */
class Machine extends FakeClock {
  offMs = 0;
  readonly #time = steadyTime(
    () => super.now() + this.offMs,
    () => super.now(),
  );

  override now(): number {
    return this.#time();
  }
}

describe('the time that is counted with', () => {
  it("is the machine's, also when its clock is set forward", async () => {
    const machine = new Machine(0);
    await machine.advance(1_500);
    expect(machine.now()).toBe(1_500);
    machine.offMs = hourMs;
    expect(machine.now()).toBe(hourMs + 1_500);
  });

  it('does not go back with a clock that is set back, and goes half as fast until that has caught up', async () => {
    const machine = new Machine(0);
    await machine.advance(10_000);
    expect(machine.now()).toBe(10_000);
    machine.offMs = -4_000;
    expect(machine.now()).toBe(10_000);
    await machine.advance(2_000);
    expect(machine.now()).toBe(11_000);
    await machine.advance(6_000);
    expect(machine.now()).toBe(14_000);
    await machine.advance(1_000);
    expect(machine.now()).toBe(15_000);
  });

  it('has whole milliseconds', async () => {
    const machine = new Machine(0);
    machine.now();
    machine.offMs = -1_000;
    await machine.advance(5);
    expect(machine.now()).toBe(2);
  });

  it('lets nobody wait for the hour by which a clock was set back', async () => {
    const machine = new Machine();
    const gate = new TokenBucket({ perSecond: 10 }, machine);
    await gate.take();
    machine.offMs = -hourMs;
    let passed = 0;
    for (let caller = 0; caller < 10; caller += 1) void gate.take().then(() => (passed += 1));
    await machine.advance(2_500);
    expect(passed).toBe(10);
  });
});
