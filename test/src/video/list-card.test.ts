import { describe, expect, it } from 'vitest';
import { componentsIn } from '../../../sandbox/test/support/sandbox-person.ts';
import type { VideoJob } from '../../../src/video/job.ts';
import { cardPlaceId, parseCardPlace, renderCard } from '../../../src/video/list-card.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { type SeededState, seededJob } from '../../support/authority-jobs.ts';
import { fakeActor } from '../../support/fake-actor.ts';

const list = { whose: 'mine', filter: 'all', page: 2 } as const;
const [owner, guildId, here, elsewhere] = ['21', '3', '41', '42'];

function jobIn(state: SeededState, changes: Partial<VideoJob['panel']> = {}): VideoJob {
  const prompt = 'a **kite**';
  const job = seededJob({ number: 1, prompt, userId: owner, guildId, channelId: here, acceptedAt: 0 }, state);
  return { ...job, panel: { ...job.panel, ...changes } };
}

function cardOf(job: VideoJob, userId = owner, channelId = here, seen = [here, elsewhere]) {
  const channels = Object.fromEntries(seen.map((each) => [each, ['ViewChannel'] as const]));
  const actor = fakeActor({ userId, guildId, channels });
  return componentsIn(renderCard(job, { actor, channelId, words: wordsFor('en-US') }, list).components);
}

const buttonsOf = (...card: Parameters<typeof cardOf>) =>
  cardOf(...card).flatMap(({ type, label }) => (type === 2 ? [label] : []));

describe('a video of a list', () => {
  it.each([
    ['delivered', ['Go to message', 'Repost here', 'Details', 'Back']],
    ['accepted', ['Cancel', 'Details', 'Back']],
    ['undecided', ['Details', 'Back']],
    ['failed', ['Retry · 2 s', 'Edit', 'Details', 'Back']],
  ] as const)('that is %s has the buttons that fit', (state, labels) => {
    expect(buttonsOf(jobIn(state))).toEqual(labels);
  });

  it('leads to its panel while there is no video to look at', () => {
    const card = cardOf(jobIn('failed', { messageId: '77' }));
    expect(card).toContainEqual(expect.objectContaining({ url: 'https://discord.com/channels/3/41/77' }));
  });

  it('shows its prompt as text', () => {
    expect(JSON.stringify(cardOf(jobIn('delivered')))).toContain('a \\\\*\\\\*kite\\\\*\\\\*');
  });

  it("says why it failed, and is another's to retry in its own channel only", () => {
    expect(JSON.stringify(cardOf(jobIn('failed')))).toContain('The video service is having problems.');
    expect(buttonsOf(jobIn('failed'), '22')).toContain('Edit');
    expect(buttonsOf(jobIn('failed'), '22', elsewhere)).toEqual(['Details', 'Back']);
  });

  it('leads nowhere for someone who lost sight of its channel', () => {
    expect(buttonsOf(jobIn('delivered'), owner, elsewhere, [elsewhere])).not.toContain('Go to message');
  });

  it("is another's to look at only: nothing to cancel, and no repost outside its channel", () => {
    expect(buttonsOf(jobIn('accepted'), '22')).toEqual(['Details', 'Back']);
    expect(buttonsOf(jobIn('delivered'), '22')).toContain('Repost here');
    expect(buttonsOf(jobIn('delivered'), '22', elsewhere)).not.toContain('Repost here');
  });

  it('goes back to its page, and remembers it when it is cancelled', () => {
    const ids = cardOf(jobIn('accepted')).map(({ custom_id }) => custom_id);
    expect(ids).toContain('video:list:mine.all.2');
    expect(ids).toContain('video:withdraw:1300000000000000001.mine.all.2');
  });
});

describe('the place of a card', () => {
  it('comes back out of a custom id as it went in', () => {
    const place = { jobId: '1300000000000000001', list };
    expect(parseCardPlace(cardPlaceId(place))).toEqual(place);
  });

  it.each(['', '1.mine.all.1', '1300000000000000001', '1300000000000000001.yours.all.1', 'mine.all.1'])(
    'is not read out of %j',
    (id) => {
      expect(parseCardPlace(id)).toBeUndefined();
    },
  );
});
