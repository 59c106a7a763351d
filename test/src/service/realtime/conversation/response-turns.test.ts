import { beforeEach, describe, expect, it } from 'vitest';
import { OpenCalls } from '../../../../../src/service/realtime/conversation/open-calls.ts';
import { ResponseTurns } from '../../../../../src/service/realtime/conversation/response-turns.ts';

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

  it('is asked for again as it was when the service refused it', () => {
    const calls = new OpenCalls();
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
