import { describe, expect, it } from 'vitest';
import { RepeatedWrites, UnwritableError } from '../../../src/operations/repeated-writes.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

const facts = { job: '1', reference: 'TEST-0001', taskId: 'task-1' };

function open(signal?: AbortSignal) {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const tries: number[] = [];
  const store = { fails: true, error: new Error('the disk is full') };
  const begun = clock.now();
  const write = async () => {
    tries.push(clock.now() - begun);
    if (store.fails) throw store.error;
    return 'down';
  };
  return { clock, lines, tries, store, write, writes: new RepeatedWrites({ clock, log, signal }) };
}

describe('a write of what has happened', () => {
  it('is repeated with growing pauses, up to half a minute, until it is down', async () => {
    const { clock, tries, store, write, writes, lines } = open();
    const down = writes.write(facts, write);
    await clock.advance(120_000);
    expect(tries).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500, 61_500, 91_500]);
    store.fails = false;
    await clock.advance(30_000);
    expect(await down).toBe('down');
    // Once when it fails, once when it's down.
    expect(lines).toEqual([
      expect.objectContaining({ ...facts, level: 'error' }),
      expect.objectContaining({ ...facts, level: 'info', tries: 10 }),
    ]);
  });

  it.each(['its owner closes', 'the process stops'])(
    'has a last try when %s, and the log keeps what it was',
    async (who) => {
      const stop = new AbortController();
      const { tries, write, writes, lines } = open(stop.signal);
      const down = writes.write(facts, write).catch((error: unknown) => error);
      await settle();
      if (who === 'the process stops') stop.abort();
      await writes.close();
      expect(await down).toMatchObject({ message: 'the disk is full' });
      expect(tries).toEqual([0, 0]);
      expect(lines.at(-1)).toMatchObject({ ...facts, level: 'error', msg: 'never written' });
    },
  );

  it('gets down with its last try if the store is back by then', async () => {
    const { store, write, writes } = open();
    const down = writes.write(facts, write);
    await settle();
    store.fails = false;
    await writes.close();
    expect(await down).toBe('down');
    await writes.allDown();
  });

  it('that comes after the end has one try', async () => {
    const { tries, write, writes } = open();
    await writes.close();
    await expect(writes.write(facts, write)).rejects.toThrow('the disk is full');
    expect(tries).toEqual([0]);
  });

  it('that no store can take is not repeated, and holds up nothing', async () => {
    const { tries, store, write, writes } = open();
    store.error = new UnwritableError('not a record');
    await expect(writes.write(facts, write)).rejects.toBe(store.error);
    expect(tries).toEqual([0]);
    await writes.allDown();
  });

  it('is not waited for by those who cannot wait', async () => {
    const { clock, tries, store, write, writes } = open();
    await writes.tryToWrite(facts, write);
    expect(tries).toEqual([0]);
    store.fails = false;
    await clock.advance(500);
    expect(tries).toEqual([0, 500]);
  });
});

describe('what waits until everything is written', () => {
  it('waits for all of it', async () => {
    const { clock, store, write, writes } = open();
    let free = false;
    void writes.write(facts, write);
    void writes.write({ job: '2' }, write);
    await settle();
    void writes.allDown().then(() => {
      free = true;
    });
    await clock.advance(60_000);
    expect(free).toBe(false);
    store.fails = false;
    await clock.advance(30_000);
    expect(free).toBe(true);
  });

  it('never goes on in a process that could not write it', async () => {
    const { write, writes } = open();
    const down = writes.write(facts, write).catch(() => undefined);
    await settle();
    const waiting = writes.allDown();
    const refused = expect(waiting).rejects.toThrow('stopped');
    await writes.close();
    await refused;
    await down;
    await expect(writes.allDown()).rejects.toThrow('stopped');
  });
});
