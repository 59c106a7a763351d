import { describe, expect, it } from 'vitest';
import { Backlog, type Hearer } from '../../../../src/call/sessions/backlog.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const words = (mark: number, ms = 100, userId = 'ann') => ({
  pcm: new Uint8Array(ms * 32).fill(mark),
  userId,
});
const forever = new AbortController().signal;

class Session implements Hearer {
  waitingMs = 0;
  readonly heard: (number | 'end' | undefined)[] = [];

  append(pcm: Uint8Array): void {
    this.heard.push(pcm[0]);
  }

  endTurn(): void {
    this.heard.push('end');
  }
}

function stage(keptMs?: number) {
  const clock = new FakeClock();
  return { clock, backlog: new Backlog(clock, keptMs), session: new Session(), next: new Session() };
}

describe('what people say while no session stands', () => {
  it('is given to the next one oldest first, no faster than its connection takes it', async () => {
    const { clock, backlog, session } = stage();
    for (const mark of [1, 2, 3]) backlog.add(words(mark));
    session.waitingMs = 1_000;
    const giving = backlog.giveTo(session, forever);
    await clock.advance(500);
    expect(session.heard).toEqual([]);
    session.waitingMs = 0;
    backlog.add(words(4));
    await clock.advance(20);
    await giving;
    expect(session.heard).toEqual([1, 2, 3, 4]);
    expect(backlog.waitingMs).toBe(0);
  });

  it('has the ends of turns where they were, and none before anything was said', () => {
    const { backlog, session } = stage();
    backlog.endTurn();
    backlog.add(words(1));
    backlog.endTurn();
    backlog.add(words(2));
    backlog.giveAllTo(session);
    expect(session.heard).toEqual([1, 'end', 2]);
  });

  it('stays when that session is gone', async () => {
    const { backlog, session } = stage();
    backlog.add(words(1));
    await backlog.giveTo(session, AbortSignal.abort());
    expect(backlog.waitingMs).toBe(100);
  });

  it("loses its oldest beyond a length, and it's told how much", () => {
    const { backlog, session } = stage(1_000);
    const dropped = Array.from({ length: 13 }, (_, mark) => backlog.add(words(mark)));
    expect(dropped.reduce((sum, ms) => sum + ms, 0)).toBe(300);
    expect(backlog.waitingMs).toBe(1_000);
    backlog.giveAllTo(session);
    expect(session.heard[0]).toBe(3);
  });
});

describe('what a session has heard', () => {
  it('when it ends in mid-sentence is given to the next one whole, with what follows', async () => {
    const { clock, backlog, session, next } = stage();
    backlog.give(session, words(0));
    backlog.give(session, words(1));
    backlog.give(session, words(2));
    await clock.advance(1_000);
    expect(backlog.takeBack()).toBe(true);
    backlog.add(words(3));
    backlog.giveAllTo(next);
    expect(next.heard).toEqual([1, 2, 3]);
    expect(backlog.takeBack()).toBe(true);
    const another = new Session();
    backlog.giveAllTo(another);
    expect(another.heard).toEqual([1, 2, 3]);
  });

  it('and had to answer, as a turn that our code ended, is asked for again', () => {
    const { backlog, session, next } = stage();
    backlog.give(session, words(1));
    backlog.give(session, 'end-of-turn');
    backlog.takeBack();
    backlog.giveAllTo(next);
    expect([session.heard, next.heard]).toEqual([
      [1, 'end'],
      [1, 'end'],
    ]);
  });

  it("isn't given again once the service has it as a turn, nor when it was long ago", async () => {
    const { clock, backlog, session, next } = stage();
    backlog.give(session, words(1));
    backlog.noteTurn();
    expect(backlog.takeBack()).toBe(false);
    backlog.give(session, words(2));
    await clock.advance(60_000);
    expect(backlog.takeBack()).toBe(false);
    backlog.give(session, words(3));
    await clock.advance(30_000);
    backlog.give(session, words(4));
    expect(backlog.takeBack()).toBe(true);
    backlog.giveAllTo(next);
    expect(next.heard).toEqual([4]);
  });

  it('is no sentence when it was only silence', () => {
    const { backlog, session } = stage();
    backlog.give(session, words(0));
    backlog.give(session, 'end-of-turn');
    expect(backlog.takeBack()).toBe(false);
  });

  it("isn't given again when the next one mustn't know it", () => {
    const { backlog, session } = stage();
    backlog.give(session, words(1));
    backlog.forgetGiven();
    expect(backlog.takeBack()).toBe(false);
  });

  it('goes with the person who said it, and stays when others leave', () => {
    const { backlog, session, next } = stage();
    backlog.give(session, words(1));
    backlog.withdraw('ben');
    expect(backlog.takeBack()).toBe(true);
    backlog.add(words(2, 100, 'ben'));
    backlog.withdraw('ann');
    expect(backlog.waitingMs).toBe(100);
    backlog.giveAllTo(next);
    expect(next.heard).toEqual([2]);
  });

  it('is told with the person who said it, also when it had to wait', () => {
    const given: string[] = [];
    const backlog = new Backlog(new FakeClock(), undefined, (to, { userId }) =>
      given.push(`${to === session ? 'first' : 'next'} ${userId}`),
    );
    const session = new Session();
    backlog.give(session, words(1));
    backlog.add(words(2, 100, 'ben'));
    backlog.giveAllTo(new Session());
    expect(given).toEqual(['first ann', 'next ben']);
  });
});
