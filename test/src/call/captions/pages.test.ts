import { describe, expect, it } from 'vitest';
import { passage, type Sentence } from '../../../../src/call/captions/page.ts';
import { Pages } from '../../../../src/call/captions/pages.ts';
import { MessageError } from '../../../../src/discord/messenger.ts';
import { CaptionBoard } from '../../../support/caption-board.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';

function stage() {
  const clock = new FakeClock();
  const board = new CaptionBoard(clock);
  const begun: string[] = [];
  const pages = new Pages<Sentence>({
    id: 'p',
    head: 'Captions',
    channel: Promise.resolve('9'),
    read: (sentence) => sentence,
    messenger: board,
    clock,
    log: recordingLog().log,
    tell: ({ is }) => begun.push(is),
  });
  const say = (id: string, words = `Sentence ${id}.`) =>
    pages.put({ id, speaker: '<@1>', said: passage({ sure: words, unsure: '' }), below: [] });
  const shown = async () => {
    await clock.advance(10_000);
    return board.texts('9').map((text) => text.split('\n'));
  };
  return { clock, board, pages, begun, say, shown };
}

describe('pages of captions', () => {
  it('begin with a head, hold twelve sentences, and stay when the next one begins', async () => {
    const { begun, say, shown } = stage();
    for (let number = 1; number <= 13; number += 1) say(`${number}`);
    const [first, second] = await shown();
    expect(first).toHaveLength(13);
    expect(first?.[0]).toBe('-# Captions');
    expect(second).toEqual(['<@1> Sentence 13.']);
    expect(begun).toEqual(['opened', 'posted', 'posted']);
  });

  it('take a sentence along that outgrows the page, with the end of what is said always last', async () => {
    const { say, shown } = stage();
    say('1', 'a'.repeat(1_000));
    say('2', 'b'.repeat(700));
    await shown();
    say('2', 'b'.repeat(900));
    expect(await shown()).toEqual([
      ['-# Captions', `<@1> ${'a'.repeat(1_000)}`],
      [`<@1> ${'b'.repeat(900)}`],
    ]);
  });

  it('keep a sentence whole that is longer than a page, with its translations', async () => {
    const { pages, shown } = stage();
    const long = (words: string) => passage({ sure: words.repeat(1_200), unsure: '' });
    const below = [long('b')].filter((each) => each !== undefined);
    pages.put({ id: '1', speaker: '<@1>', said: long('a'), below });
    expect((await shown()).map((rows) => rows.length)).toEqual([3]);
  });

  it('change what stands on an earlier one, such as a translation that comes late', async () => {
    const { say, shown } = stage();
    for (let number = 1; number <= 13; number += 1) say(`${number}`);
    await shown();
    say('2', 'Late.');
    expect((await shown())[0]?.[2]).toBe('Late.');
  });

  it('leave alone what is several pages back', async () => {
    const { pages, say, shown } = stage();
    await pages.opening;
    for (let number = 1; number <= 49; number += 1) say(`${number}`);
    const before = await shown();
    say('1', 'Much too late.');
    expect(await shown()).toEqual(before);
    expect(before).toHaveLength(5);
  });

  it('begin another one after two quiet minutes', async () => {
    const { clock, say, shown } = stage();
    await clock.advance(200_000);
    say('1');
    await clock.advance(119_000);
    say('2');
    await clock.advance(120_000);
    say('3');
    expect(await shown()).toEqual([['-# Captions', '<@1> Sentence 1.', 'Sentence 2.'], ['<@1> Sentence 3.']]);
  });

  it('lose a page with its last sentence, and go on with another', async () => {
    const { clock, pages, say, shown } = stage();
    say('1');
    await clock.advance(120_000);
    say('2');
    await shown();
    pages.put({ id: '2', speaker: '<@1>', said: undefined, below: [] });
    expect(await shown()).toEqual([['-# Captions', '<@1> Sentence 1.']]);
    await clock.advance(120_000);
    say('3');
    expect((await shown()).at(-1)).toEqual(['<@1> Sentence 3.']);
  });

  it('bring nothing back from a page that a moderator deleted, but go on', async () => {
    const { board, say, shown } = stage();
    say('1');
    await shown();
    board.shown.clear();
    say('1', 'Deleted.');
    await shown();
    say('1', 'Deleted, really.');
    say('2');
    expect(await shown()).toEqual([['<@1> Sentence 2.']]);
  });

  it('keep what was said while Discord was failing', async () => {
    const { board, say, shown } = stage();
    board.failures.push(new MessageError('temporary', undefined, 500));
    say('1');
    expect(await shown()).toEqual([['-# Captions', '<@1> Sentence 1.']]);
  });
});
