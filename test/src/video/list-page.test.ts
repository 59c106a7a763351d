import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsIn } from '../../../sandbox/test/support/sandbox-person.ts';
import type { JobSummary } from '../../../src/video/history.ts';
import { type ListPlace, listPlaceId, parseListPlace, renderList } from '../../../src/video/list-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { fakeActor } from '../../support/fake-actor.ts';

const words = wordsFor('en-US');
const jobs = (count: number): JobSummary[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `10000000000000000${String(index).padStart(2, '0')}`,
    guildId: '3',
    channelId: '4',
    ownerId: '2',
    state: 'delivered',
    acceptedAt: 1_000 * index,
    title: `kite ${index} **loud** @everyone`,
    model: 'gen2.7-t2v',
    shownAt: { channelId: index % 2 ? '5' : '4', messageId: `${index}` },
  }));
const actor = fakeActor({ userId: '2', guildId: '3', channels: { 4: ['ViewChannel'] } });
const now = 20 * 60_000;
const bodyOf = (count: number, place: ListPlace) =>
  renderList(jobs(count), place, { actor, now, words }).components;
const textOf = (count: number, place: ListPlace) => JSON.stringify(bodyOf(count, place));
const linesOf = (count: number, place: ListPlace) =>
  componentsIn(bodyOf(count, place))
    .map((each) => ('content' in each ? each.content : ''))
    .join('\n');
const menuOf = (count: number, place: ListPlace) =>
  componentsIn(bodyOf(count, place)).find(({ type }) => type === 3);

describe('a list of videos', () => {
  it('shows every one once over its pages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), (count) => {
        const pages = Math.max(1, Math.ceil(count / 8));
        const texts = Array.from({ length: pages }, (_, index) =>
          textOf(count, { whose: 'mine', filter: 'all', page: index + 1 }),
        );
        for (const { id } of jobs(count))
          expect(texts.filter((text) => text.includes(`"value":"${id}"`))).toHaveLength(1);
      }),
    );
  });

  it('goes back and forth with what stands in its buttons', () => {
    const first = textOf(20, { whose: 'mine', filter: 'done', page: 1 });
    expect(first).toContain('video:list:mine.done.2');
    expect(first).not.toContain('video:list:mine.done.0');
    const last = textOf(20, { whose: 'mine', filter: 'done', page: 3 });
    expect(last).toContain('video:list:mine.done.2');
    expect(last).not.toContain('video:list:mine.done.4');
  });

  it('shows the last page when the one asked for is gone', () => {
    expect(textOf(3, { whose: 'mine', filter: 'all', page: 9 })).toContain('Page 1 of 1 · 3 videos');
  });

  it('says so when there is none', () => {
    expect(textOf(0, { whose: 'everybody', filter: 'open', page: 1 })).toContain('No videos yet');
  });

  it('opens each of its videos by a menu that knows its page and says how they stand', () => {
    expect(menuOf(12, { whose: 'mine', filter: 'all', page: 2 })).toMatchObject({
      custom_id: 'video:open:mine.all.2',
      placeholder: 'Choose a video to open',
      options: [8, 9, 10, 11].map((index) => ({
        value: jobs(12)[index]?.id,
        label: `kite ${index} **loud** @everyone`,
        description: 'done · 19 min. ago',
      })),
    });
    expect(menuOf(0, { whose: 'mine', filter: 'all', page: 1 })).toBeUndefined();
  });

  it('has a name for a prompt that shows nothing', () => {
    const [job] = jobs(1);
    const list =
      job &&
      renderList(
        [{ ...job, title: '\u200b' }],
        { whose: 'mine', filter: 'all', page: 1 },
        { actor, now, words },
      );
    expect(JSON.stringify(list)).toContain('"label":"Untitled"');
    expect(JSON.stringify(list)).toContain('· Untitled');
  });

  it('leads to the message of each video that its reader can see, and shows no id', () => {
    const lines = linesOf(2, { whose: 'mine', filter: 'all', page: 1 });
    expect(lines).toContain('[Go to message](https://discord.com/channels/3/4/0)');
    expect(lines).not.toContain('/5/1');
    for (const { id } of jobs(2)) expect(lines).not.toContain(id);
  });

  it("shows prompts as text, and whose they are only where everybody's are listed", () => {
    const mine = linesOf(1, { whose: 'mine', filter: 'all', page: 1 });
    expect(mine).not.toContain(' @everyone');
    expect(mine).not.toContain('<@2>');
    expect(textOf(1, { whose: 'everybody', filter: 'all', page: 1 })).toContain('<@2>');
  });
});

describe('the place in a list', () => {
  it('comes back out of a custom id as it went in', () => {
    const place = { whose: 'everybody', filter: 'failed', page: 12 } as const;
    expect(parseListPlace(listPlaceId(place))).toEqual(place);
  });

  it.each([
    '',
    'mine.all.0',
    'mine.all.-1',
    'mine.all.1e9',
    'yours.all.1',
    'mine.none.1',
    'mine.all.1.2',
    'mine.all.9999999',
  ])('is not read out of %j', (id) => {
    expect(parseListPlace(id)).toBeUndefined();
  });
});
