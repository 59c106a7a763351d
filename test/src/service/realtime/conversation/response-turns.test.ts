import { beforeEach, describe, expect, it } from 'vitest';
import { ResponseTurns } from '../../../../../src/service/realtime/conversation/response-turns.ts';

let asked: string[];
let turns: ResponseTurns;

beforeEach(() => {
  asked = [];
  turns = new ResponseTurns({
    create: () => void asked.push('create'),
    cancel: () => void asked.push('cancel'),
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
    turns.began('other');
    turns.ended('other');
    expect(asked).toEqual(['create', 'create']);
    turns.refused('response-running');
    turns.began('another');
    turns.ended('another');
    expect(asked).toEqual(['create', 'create']);
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
