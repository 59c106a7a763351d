import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lifeline } from '../../support/lifeline.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

interface Plan {
  /** The process dies before its n-th effect (a write, a call, an answer); then the next process before its own. */
  readonly deaths: readonly number[];
  /** Minutes between a death and the next start. */
  readonly darkMinutes: number;
}

/** Lives a job through all deaths of the plan, until nothing more happens to it. */
async function live(plan: Plan): Promise<{ world: VideoWorld; died: number }> {
  const [first, ...more] = plan.deaths;
  const world = await VideoWorld.open({}, { line: new Lifeline(first) });
  void world.accept().catch(() => undefined);
  const over = () => world.line.dead || world.isSettled(id);
  await world.clock.until(over);
  let died = 0;
  while (world.line.dead) {
    died += 1;
    await world.clock.advance(plan.darkMinutes * 60_000);
    const next = more.shift();
    const opening = world.restart(new Lifeline(next));
    await Promise.race([opening, world.clock.until(() => world.line.dead || world.studio !== undefined)]);
    if (!world.jobs.records.has(id)) break;
    await world.clock.until(over);
  }
  return { world, died };
}

function expectNothingLostOrDoubled(world: VideoWorld): void {
  const results = world.messenger.posted.filter(({ nonce }) => nonce.startsWith('v-'));
  if (!world.jobs.records.has(id)) {
    expect(world.service.tasks).toHaveLength(0);
    return;
  }
  const job = world.job(id);
  expect(world.service.tasks.length).toBeLessThanOrEqual(1);
  if (world.service.tasks.length === 1) {
    expect(job.state).toBe('delivered');
    expect(results).toHaveLength(1);
    // A panel that nobody learned of is out of reach once its token is dead.
    if (job.panel.messageId !== undefined) expect(world.messenger.panelsRemoved).not.toEqual([]);
  } else {
    // The process died before the call left it: nobody can know, so the person is asked.
    expect(job.state).toBe('undecided');
    expect(results).toHaveLength(0);
  }
}

describe('a process that is killed', () => {
  it.each([0, 20])(
    'loses and doubles nothing, wherever between two effects it dies (%d min down)',
    async (darkMinutes) => {
      const states = new Set<string>();
      let effects = 1;
      for (; ; effects += 1) {
        const { world, died } = await live({ deaths: [effects], darkMinutes });
        expectNothingLostOrDoubled(world);
        if (died === 0) break;
        if (world.jobs.records.has(id)) states.add(world.job(id).state);
      }
      expect(effects).toBeGreaterThan(25);
      expect(states).toEqual(new Set(['undecided', 'delivered']));
    },
  );

  it('loses and doubles nothing when it dies again and again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 45 }), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(0, 1, 30),
        async (deaths, darkMinutes) => {
          const { world } = await live({ deaths, darkMinutes });
          expectNothingLostOrDoubled(world);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finishes a job whose creation was answered by nobody, when the service shows prompts early', async () => {
    const world = await VideoWorld.open();
    world.service.showsPromptEarly = true;
    world.service.loseAnswer('after');
    await world.make();
    expect(world.service.tasks).toHaveLength(1);
    expect(world.job(id).state).toBe('delivered');
  });
});
