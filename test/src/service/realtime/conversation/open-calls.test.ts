import { describe, expect, it } from 'vitest';
import { OpenCalls } from '../../../../../src/service/realtime/conversation/open-calls.ts';

describe('an answer to what tools found is due', () => {
  it('once, when the response is over and every call has its result, in whatever order', () => {
    const calls = new OpenCalls();
    calls.called('r1', 'c1');
    calls.answered('c1', 'answer');
    expect(calls.takeDue()).toBe('nothing');
    calls.called('r1', 'c2');
    calls.over('r1');
    expect(calls.takeDue()).toBe('nothing');
    calls.answered('c2', 'answer');
    expect(calls.takeDue()).toBe('answer');
    expect(calls.takeDue()).toBe('nothing');
  });

  it('as strictly as the strictest of its results, and with tools if another response may have them', () => {
    const calls = new OpenCalls();
    const whole = (id: string, ...after: readonly ('answer' | 'answer-without-tools' | 'nothing')[]) => {
      for (const [nth, each] of after.entries()) {
        calls.called(id, `${id}-${nth}`);
        calls.answered(`${id}-${nth}`, each);
      }
      calls.over(id);
    };
    whole('r1', 'answer-without-tools', 'answer');
    expect(calls.takeDue()).toBe('answer-without-tools');
    whole('r2', 'answer', 'nothing', 'answer-without-tools');
    expect(calls.takeDue()).toBe('nothing');
    whole('r3', 'answer-without-tools');
    whole('r4', 'answer');
    expect(calls.takeDue()).toBe('answer');
  });

  it('not after a response that called nothing', () => {
    const calls = new OpenCalls();
    calls.over('r1');
    expect(calls.takeDue()).toBe('nothing');
  });
});

describe('a call', () => {
  it('that comes twice is called once, and an id may come back once it was answered', () => {
    const calls = new OpenCalls();
    expect(calls.called('r1', 'c1')).toBe(true);
    expect(calls.called('r1', 'c1')).toBe(false);
    expect(calls.called('r2', 'c1')).toBe(false);
    expect(calls.answered('c1', 'answer')).toBe(true);
    expect(calls.answered('c1', 'answer')).toBe(false);
    expect(calls.called('r1', 'c1')).toBe(false);
    calls.over('r1');
    expect(calls.takeDue()).toBe('answer');
    expect(calls.called('r2', 'c1')).toBe(true);
  });

  it('that nobody made is not answered', () => {
    expect(new OpenCalls().answered('c1', 'answer')).toBe(false);
  });

  it('is one of 1,000 in a response at most, and of 50 responses that nobody answers', () => {
    const calls = new OpenCalls();
    const taken = Array.from({ length: 1_200 }, (_, nth) => calls.called('r1', `c${nth}`));
    expect(taken.filter(Boolean)).toHaveLength(1_000);
    for (let nth = 0; nth < 50; nth += 1) calls.called(`other-${nth}`, `o${nth}`);
    expect(calls.answered('c0', 'answer')).toBe(false);
    expect(calls.answered('o0', 'answer')).toBe(true);
  });
});
