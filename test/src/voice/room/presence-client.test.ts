import { describe, expect, it } from 'vitest';
import { KnownBots } from '../../../../src/voice/room/known-bots.ts';
import { silentLog } from '../../../support/fake-log.ts';

const accounts: Readonly<Record<string, { readonly bot: boolean }>> = {
  person: { bot: false },
  music: { bot: true },
};

/** @param remembered whose accounts the client has in memory */
function bots(remembered: readonly string[] = []) {
  const asked: string[] = [];
  const known = new KnownBots(
    {
      user: { id: 'self' },
      users: { cache: { get: (userId) => (remembered.includes(userId) ? accounts[userId] : undefined) } },
    },
    silentLog,
  );
  const guild = {
    id: 'g',
    members: {
      cache: { get: () => undefined },
      fetch: async (userId: string) => {
        asked.push(userId);
        const user = accounts[userId];
        if (!user) throw new Error('Unknown Member');
        return { user };
      },
    },
  };
  const has = (...userIds: readonly string[]) => userIds.map((userId) => known.has(guild, userId));
  return { known, has, asked };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('who is a bot', () => {
  it('is known of itself and of whom the client remembers, without asking', () => {
    const { asked, has } = bots(['person', 'music']);
    expect(has('self', 'person', 'music')).toEqual([true, false, true]);
    expect(asked).toEqual([]);
  });

  it('is asked once of whom it does not, and told when it turns out to be a bot', async () => {
    const { known, asked, has } = bots();
    const learned: string[] = [];
    known.onLearned((guildId) => learned.push(guildId));
    expect(has('music', 'music', 'person')).toEqual([false, false, false]);
    await settled();
    expect(has('music', 'person')).toEqual([true, false]);
    expect(asked).toEqual(['music', 'person']);
    expect(learned).toEqual(['g']);
  });

  it('is asked of twenty at a time, and of the others later', async () => {
    const { asked, has } = bots();
    const crowd = Array.from({ length: 25 }, (_, index) => `ghost-${index}`);
    has(...crowd);
    expect(asked).toEqual(crowd.slice(0, 20));
    await settled();
    has(...crowd);
    expect(asked).toEqual(crowd);
  });

  it('counts as a person when Discord does not know it either', async () => {
    const { asked, has } = bots();
    has('ghost');
    await settled();
    expect(has('ghost')).toEqual([false]);
    expect(asked).toEqual(['ghost']);
  });
});
