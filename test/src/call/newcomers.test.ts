import { describe, expect, it } from 'vitest';
import { Newcomers } from '../../../src/call/newcomers.ts';
import { conversationPresenter } from '../../../src/conversation/presenter.ts';
import { callRequest, guildId, voiceChannel } from '../../support/conversation-world.ts';
import { settle } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeVoicePeople } from '../../support/fake-voice-people.ts';

/** A call into which people come, of whom it takes time to find out whether they had it remembered. */
function arriving() {
  const people = new FakeVoicePeople();
  const unheard = new Set<string>();
  const pinged: (readonly string[])[] = [];
  const joined: string[] = [];
  const removed: string[] = [];
  const posting = Promise.withResolvers<void>();
  const remembered = Promise.withResolvers<boolean>();
  const call = {
    request: callRequest(),
    channelId: voiceChannel,
    state: { is: 'running', activity: 'listening' } as const,
    participants: new Set<string>(),
    onChange: () => () => {},
  };
  const newcomers = new Newcomers({
    call,
    presenter: conversationPresenter,
    join: (userId) => void joined.push(userId),
    unheard,
    consents: { isRemembered: async () => await remembered.promise },
    people,
    messenger: {
      post: async (_, { mentions = [] }) => {
        pinged.push(mentions);
        await posting.promise;
        return { messageId: '1' };
      },
      remove: async (_, messageId) => void removed.push(messageId),
    },
    log: silentLog,
  });
  const arrive = (userId: string) => people.arrive({ guildId, channelId: voiceChannel, userId });
  return { newcomers, arrive, people, unheard, pinged, joined, remembered, removed, posting };
}

describe('newcomers', () => {
  it.each([true, false])(
    'are neither heard nor asked when the call ended meanwhile (remembered: %s)',
    async (is) => {
      const { newcomers, arrive, pinged, joined, remembered } = arriving();
      arrive('ben');
      newcomers.close();
      remembered.resolve(is);
      await settle();
      expect(joined).toEqual([]);
      expect(pinged).toEqual([]);
    },
  );

  it.each([true, false])(
    'who never want to be heard are neither heard nor asked (remembered: %s)',
    async (is) => {
      const { newcomers, arrive, people, unheard, pinged, joined, remembered } = arriving();
      unheard.add('ben');
      people.in = () => [{ userId: 'ben', name: 'Ben' }];
      remembered.resolve(is);
      await newcomers.welcome();
      newcomers.moved();
      arrive('ben');
      await settle();
      expect(joined).toEqual([]);
      expect(pinged).toEqual([]);
    },
  );

  it('are asked when they come again and may be heard by then', async () => {
    const { arrive, unheard, pinged, remembered } = arriving();
    remembered.resolve(false);
    unheard.add('ben');
    arrive('ben');
    await settle();
    unheard.delete('ben');
    arrive('ben');
    await settle();
    expect(pinged).toEqual([['ben']]);
  });

  it('are not left with a question that was posted as the call ended', async () => {
    const { newcomers, arrive, pinged, remembered, removed, posting } = arriving();
    remembered.resolve(false);
    arrive('ben');
    await settle();
    expect(pinged).toEqual([['ben']]);
    newcomers.close();
    posting.resolve();
    await settle();
    expect(removed).toEqual(['1']);
  });

  it('of a crowd are pinged twenty at most', async () => {
    const { newcomers, people, pinged, remembered } = arriving();
    const crowd = Array.from({ length: 25 }, (_, index) => `person-${index}`);
    people.in = () => crowd.map((userId) => ({ userId, name: userId }));
    remembered.resolve(false);
    newcomers.moved();
    await settle();
    expect(pinged).toEqual([crowd.slice(0, 20)]);
  });
});
