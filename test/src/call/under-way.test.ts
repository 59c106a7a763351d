import { expect, it } from 'vitest';
import { UnderWay } from '../../../src/call/under-way.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

class Things extends UnderWay<string> {
  readonly handed: string[] = [];

  protected override async giveUp(id: string): Promise<void> {
    this.handed.push(id);
    await this.noteEnded(id);
  }
}

const shelf = new MemoryShelf<string>();
const process = () => new Things('a thing', { shelf, clock: new FakeClock(), log: silentLog });

it("what an earlier process left is handed over once, and what's under way in this one isn't", async () => {
  await process().noteBegun('left', 'by another');
  const mine = process();
  await mine.noteBegun('mine', 'still going');
  await mine.recover();
  await mine.recover();
  expect(mine.handed).toEqual(['left']);
  expect([...shelf.records.keys()]).toEqual(['mine']);
});
