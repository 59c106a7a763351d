import { expect, it } from 'vitest';
import { UnderWay } from '../../../src/call/under-way.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const shelf = new MemoryShelf<string>(() => new Lifeline());
const process = () => new UnderWay(shelf, 'a thing', new FakeClock(), silentLog);

it("what an earlier process left is handed over once, and what's under way in this one isn't", async () => {
  await process().begin('left', 'by another');
  const mine = process();
  await mine.begin('mine', 'still going');
  const handed: string[] = [];
  const finish = async (id: string) => {
    handed.push(id);
    await mine.end(id);
  };
  await mine.recover(finish);
  await mine.recover(finish);
  expect(handed).toEqual(['left']);
  expect([...shelf.records.keys()]).toEqual(['mine']);
});
