import { beforeEach, describe, expect, test } from 'vitest';
import { OpenCalls, ResponseTurns } from '../../../../../src/service/realtime/conversation/response-turns.ts';

const it = test.extend('calls', () => new OpenCalls());

let asked: string[];
let over: string[];
let turns: ResponseTurns;

beforeEach(() => {
  asked = [];
  over = [];
  turns = new ResponseTurns({
    create: (withTools) => void asked.push(withTools ? 'create' : 'create without tools'),
    cancel: () => void asked.push('cancel'),
    over: () => void over.push('over'),
  });
});

describe('one response at a time', () => {
  it('is asked for at once when nothing is in the way', () => {
    turns.want();
    expect(asked).toEqual(['create']);
  });

  it('is asked for once, however often it is wanted before it begins', () => {
    turns.want();
    turns.want();
    turns.began('r1');
    turns.ended('r1');
    turns.began('r2');
    turns.ended('r2');
    expect(asked).toEqual(['create', 'create']);
  });

  it('is asked for without tools, unless something else is wanted that has them', () => {
    const due = (after: 'answer' | 'answer-without-tools') => {
      const calls = new OpenCalls();
      calls.called('r', 'c');
      calls.answered('c', after);
      calls.over('r');
      return calls;
    };
    turns.wantDue(due('answer-without-tools'));
    turns.began('r1');
    expect(over).toEqual([]);
    turns.ended('r1');
    expect(over).toEqual(['over']);
    turns.began('r2');
    turns.want();
    turns.wantDue(due('answer-without-tools'));
    turns.wantDue(new OpenCalls());
    turns.ended('r2');
    turns.began('r3');
    turns.wantDue(due('answer-without-tools'));
    turns.wantDue(due('answer'));
    turns.ended('r3');
    expect(asked).toEqual(['create without tools', 'create', 'create']);
  });

  it('is asked for again as it was when the service refused it', ({ calls }) => {
    calls.called('r', 'c');
    calls.answered('c', 'answer-without-tools');
    calls.over('r');
    turns.wantDue(calls);
    turns.refused('somebody-speaks');
    expect(over).toEqual(['over']);
    turns.speechStopped();
    expect(asked).toEqual(['create without tools', 'create without tools']);
  });

  it('that never began is over when somebody speaks, or the service reports something', () => {
    turns.want();
    turns.speechStarted();
    expect(over).toEqual(['over']);
    turns.speechStopped();
    turns.notBegun();
    expect(over).toEqual(['over', 'over']);
    turns.began('r1');
    turns.speechStarted();
    turns.notBegun();
    expect(over).toEqual(['over', 'over']);
  });

  it('waits for the end of the one that runs', () => {
    turns.began('r1');
    turns.want();
    expect(asked).toEqual([]);
    expect(turns.ended('r1')).toBe(true);
    expect(asked).toEqual(['create']);
  });

  it('waits until nobody speaks', () => {
    turns.speechStarted();
    turns.want();
    expect(asked).toEqual([]);
    turns.speechStopped();
    expect(asked).toEqual(['create']);
  });

  it('that was refused as too early is asked for once more, and not a third time', () => {
    turns.want();
    turns.refused('response-running');
    expect(asked).toEqual(['create']);
    turns.ended('other');
    expect(asked).toEqual(['create', 'create']);
    turns.refused('response-running');
    turns.ended('another');
    expect(asked).toEqual(['create', 'create']);
  });

  it("that was refused because the service answers by itself isn't asked for again: nobody is answered twice", () => {
    turns.want();
    turns.refused('response-running');
    turns.began('its own');
    turns.ended('its own');
    expect(asked).toEqual(['create']);
    turns.want();
    turns.began('its own 2');
    turns.refused('response-running');
    turns.ended('its own 2');
    expect(asked).toEqual(['create', 'create']);
  });

  it('that is wanted after such a refusal is asked for when the other one is over', () => {
    turns.want();
    turns.refused('response-running');
    turns.want();
    turns.began('r1');
    turns.want();
    turns.ended('r1');
    expect(asked).toEqual(['create', 'create', 'create']);
  });

  it('that was refused while somebody spoke comes when they stopped', () => {
    turns.want();
    turns.refused('somebody-speaks');
    expect(asked).toEqual(['create']);
    turns.speechStopped();
    expect(asked).toEqual(['create', 'create']);
  });

  it('is cancelled only while one runs or was asked for', () => {
    turns.cancel();
    expect(asked).toEqual([]);
    turns.began('r1');
    turns.cancel();
    turns.ended('r1');
    turns.cancel();
    expect(asked).toEqual(['cancel']);
  });

  it('that was only wanted is not asked for any more after a cancel', () => {
    turns.began('r1');
    turns.want();
    turns.cancel();
    turns.ended('r1');
    expect(asked).toEqual(['cancel']);
  });

  it('that an error kept from beginning does not block the next one', () => {
    turns.want();
    turns.notBegun();
    turns.want();
    expect(asked).toEqual(['create', 'create']);
  });

  it('ends once, and only if it runs', () => {
    turns.began('r1');
    expect(turns.ended('r2')).toBe(false);
    expect(turns.ended('r1')).toBe(true);
    expect(turns.ended('r1')).toBe(false);
    expect(turns.running).toBeUndefined();
  });
});

describe('an answer to what tools found is due', () => {
  it('once, when the response is over and every call has its result, in whatever order', ({ calls }) => {
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

  it('not after a response that called nothing', ({ calls }) => {
    calls.over('r1');
    expect(calls.takeDue()).toBe('nothing');
  });
});

describe('a call', () => {
  it('that comes twice is called once, and an id may come back once it was answered', ({ calls }) => {
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

  it('is one of 1,000 in a response at most, and of 50 responses that nobody answers', ({ calls }) => {
    const taken = Array.from({ length: 1_200 }, (_, nth) => calls.called('r1', `c${nth}`));
    expect(taken.filter(Boolean)).toHaveLength(1_000);
    for (let nth = 0; nth < 50; nth += 1) calls.called(`other-${nth}`, `o${nth}`);
    expect(calls.answered('c0', 'answer')).toBe(false);
    expect(calls.answered('o0', 'answer')).toBe(true);
  });
});
