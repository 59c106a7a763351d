import { describe, expect, it } from 'vitest';
import { CaptionChannel } from '../../../src/discord/caption-channel.ts';
import { container, text } from '../../../src/discord/layout.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { CaptionBoard } from '../../support/caption-board.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function stage() {
  const clock = new FakeClock();
  const board = new CaptionBoard(clock);
  const closed: unknown[] = [];
  const lost: string[] = [];
  const channel = new CaptionChannel({
    channelId: '9',
    messenger: board,
    clock,
    tell: (event) => {
      if (event.is === 'closed') closed.push(event.error);
      else if (event.is === 'lost') lost.push(event.id);
    },
  });
  const say = (id: string, sentence: string, final = false) =>
    channel.put(id, { body: { components: [container([text(sentence)])] }, final });
  return { clock, board, channel, closed, lost, say };
}

const temporary = () => new MessageError('temporary', undefined, 429);

describe('captions of one channel', () => {
  it('are one message a line; changes that follow each other are one edit', async () => {
    const { clock, board, say } = stage();
    say('a', 'one');
    await clock.advance(0);
    for (const word of ['two', 'three', 'four']) say('a', word);
    await clock.advance(1_050);
    expect(board.writes.map(({ what, text }) => [what, text])).toEqual([
      ['post', 'one'],
      ['edit', 'four'],
    ]);
  });

  it('stay inside what a channel takes however many people speak, and every last word is shown', async () => {
    const { clock, board, channel, say } = stage();
    const people = Array.from({ length: 11 }, (_, index) => `line-${index}`);
    for (let word = 0; word < 40; word += 1) {
      for (const id of people) say(id, `${id} word ${word}`);
      await clock.advance(250);
    }
    for (const id of people) say(id, `${id} the end`, true);
    await clock.advance(60_000);
    await channel.settled();
    expect(board.leastBetweenMs).toBeGreaterThanOrEqual(1_000);
    expect(board.texts().toSorted()).toEqual(people.map((id) => `${id} the end`).toSorted());
    expect(clock.sleeping).toBe(0);
  });

  it("let everybody's line have its turn", async () => {
    const { clock, board, say } = stage();
    for (let word = 0; word < 80; word += 1) {
      for (const id of ['a', 'b', 'c', 'd']) say(id, `${id}${word}`);
      await clock.advance(250);
    }
    const counts = ['a', 'b', 'c', 'd'].map(
      (id) => board.writes.filter(({ text }) => text?.startsWith(id)).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('are tried again, later each time, while Discord is full', async () => {
    const { clock, board, channel, say } = stage();
    board.failures.push(temporary(), temporary(), temporary());
    const from = clock.now();
    say('a', 'kept', true);
    await clock.advance(60_000);
    await channel.settled();
    expect(board.writes.map(({ at, what }) => [at - from, what])).toEqual([
      [0, 'failed'],
      [1_050, 'failed'],
      [3_050, 'failed'],
      [7_050, 'post'],
    ]);
    expect(board.texts()).toEqual(['kept']);
  });

  it('that were taken in between are tried again as patiently as the first time', async () => {
    const { clock, board, lost, say } = stage();
    for (const sentence of ['one', 'two', 'three']) {
      board.failures.push(...Array.from({ length: 6 }, temporary));
      say('a', sentence);
      await clock.advance(5 * 60_000);
      expect(board.texts()).toEqual([sentence]);
    }
    expect(lost).toEqual([]);
  });

  it('that change to what they show already are not written again', async () => {
    const { clock, board, say } = stage();
    say('a', 'one');
    await clock.advance(2_000);
    say('a', 'two');
    say('a', 'one');
    await clock.advance(2_000);
    expect(board.writes).toHaveLength(1);
  });

  it('are written no more once they are closed, whatever waits', async () => {
    const { clock, board, channel, say } = stage();
    say('a', 'one');
    await clock.advance(0);
    say('a', 'two');
    channel.close();
    expect(say('b', 'three')).toBe(false);
    await clock.advance(10_000);
    await channel.settled();
    expect(board.texts()).toEqual(['one']);
  });

  it('are given up one by one, and told, when Discord takes nothing for minutes', async () => {
    const { clock, board, lost, say } = stage();
    board.failures.push(...Array.from({ length: 11 }, temporary));
    say('a', 'lost', true);
    await clock.advance(10 * 60_000);
    say('b', 'next', true);
    await clock.advance(0);
    expect(lost).toEqual(['a']);
    expect(board.texts()).toEqual(['next']);
  });

  it('end with the channel, which is told once', async () => {
    const { clock, board, closed, lost, say } = stage();
    say('a', 'one');
    await clock.advance(0);
    board.failures.push(new MessageError('closed', undefined, 10_003));
    say('a', 'one two');
    say('b', 'other');
    await clock.advance(10_000);
    expect(say('c', 'more', true)).toBe(false);
    await clock.advance(10_000);
    expect(closed).toHaveLength(1);
    expect(lost).toEqual([]);
    expect(board.texts()).toEqual(['one']);
  });

  it('leave a line alone whose message somebody deleted, and no other', async () => {
    const { clock, board, closed, lost, say } = stage();
    say('a', 'one');
    await clock.advance(0);
    board.shown.clear();
    say('a', 'one two', true);
    say('b', 'other', true);
    await clock.advance(10_000);
    expect(say('a', 'again')).toBe(false);
    await clock.advance(10_000);
    expect([closed, lost]).toEqual([[], ['a']]);
    expect(board.texts()).toEqual(['other']);
  });

  it('take a line back that nobody may read any more', async () => {
    const { clock, board, channel, say } = stage();
    say('a', 'private');
    await clock.advance(0);
    channel.put('a', { body: undefined, final: true });
    channel.put('never-shown', { body: undefined, final: true });
    await clock.advance(10_000);
    expect(board.texts()).toEqual([]);
    expect(board.writes.map(({ what }) => what)).toEqual(['post', 'remove']);
  });

  it('show what changed while Discord was taking its time', async () => {
    const { clock, board, channel, say } = stage();
    board.latencyMs = 400;
    say('a', 'one');
    await clock.advance(200);
    say('a', 'one two', true);
    await clock.advance(5_000);
    await channel.settled();
    expect(board.texts()).toEqual(['one two']);
  });
});
