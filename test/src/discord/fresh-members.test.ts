import { type Client, DiscordAPIError, type GuildMember } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { FreshMembers } from '../../../src/discord/fresh-members.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

const guildId = '400000000000000001';
const [ada, ben, cleo] = ['200000000000000001', '200000000000000002', '200000000000000003'] as const;

/** A Discord that answers what a test says, and remembers each question. */
function stage(answer: (userId: string) => Promise<unknown> = async (id) => ({ id })) {
  const clock = new FakeClock();
  const asked: { readonly user: string; readonly force: boolean }[] = [];
  const fetch = async (ask: { readonly user: string; readonly force: boolean }) => {
    asked.push(ask);
    return (await answer(ask.user)) as GuildMember;
  };
  const cache = new Map([[cleo, { id: cleo, isKnown: true }]]);
  const guilds = { cache: new Map([[guildId, { members: { fetch, cache } }]]) };
  const client = { guilds } as unknown as Client;
  const members = new FreshMembers({ client, clock, log: recordingLog().log, most: 2 });
  return { clock, asked, members };
}

describe('what somebody may do by now', () => {
  it('is asked of Discord and not of what is remembered, once a minute', async () => {
    const { clock, asked, members } = stage();
    await Promise.all([members.of(guildId, ada), members.of(guildId, ada)]);
    await clock.advance(59_999);
    expect(await members.of(guildId, ada)).toEqual({ id: ada });
    expect(asked).toEqual([{ user: ada, force: true }]);
    await clock.advance(1);
    await members.of(guildId, ada);
    expect(asked).toHaveLength(2);
  });

  it('is asked where limits go by it only of those who have not acted here', async () => {
    const { asked, members } = stage();
    expect(await members.knownOrFresh(guildId, cleo)).toEqual({ id: cleo, isKnown: true });
    expect(asked).toEqual([]);
    expect(await members.knownOrFresh(guildId, ada)).toEqual({ id: ada });
    expect(asked).toEqual([{ user: ada, force: true }]);
  });

  it('counts from when it was asked, however late the answer came', async () => {
    const first = Promise.withResolvers<unknown>();
    const { clock, asked, members } = stage(() => (asked.length === 1 ? first.promise : Promise.resolve({})));
    const asking = members.of(guildId, ada);
    await clock.advance(4_000);
    first.resolve({});
    await asking;
    await clock.advance(56_000);
    await members.of(guildId, ada);
    expect(asked).toHaveLength(2);
  });

  it('is unknown while Discord refuses, and asked again at once', async () => {
    let fails = true;
    const { asked, members } = stage(async () => {
      if (fails) throw new Error('503');
      return { id: ada };
    });
    await expect(members.of(guildId, ada)).rejects.toMatchObject({ facts: { code: 'roles-unknown' } });
    fails = false;
    expect(await members.of(guildId, ada)).toEqual({ id: ada });
    expect(asked).toHaveLength(2);
  });

  it('is unknown when Discord could not say it a minute ago but could before', async () => {
    let fails = false;
    const { clock, members } = stage(async () => {
      if (fails) throw new Error('503');
      return { id: ada };
    });
    await members.of(guildId, ada);
    fails = true;
    await clock.advance(60_000);
    await expect(members.of(guildId, ada)).rejects.toMatchObject({ facts: { code: 'roles-unknown' } });
  });

  it('is unknown after five seconds without an answer', async () => {
    const { clock, members } = stage(async () => await new Promise(() => undefined));
    const asking = members.of(guildId, ada);
    const refused = expect(asking).rejects.toMatchObject({ facts: { code: 'roles-unknown' } });
    await clock.advance(5_000);
    await refused;
  });

  it('is nothing for a person who is not in the guild, or where the bot is not', async () => {
    const body = { code: 10_007, message: 'Unknown Member' };
    const { members } = stage(async () => {
      throw new DiscordAPIError(body, 10_007, 404, 'GET', 'members', { files: undefined, body: undefined });
    });
    expect(await members.of(guildId, ada)).toBeUndefined();
    expect(await members.of('400000000000000002', ada)).toBeUndefined();
  });

  it('is remembered of a bounded number of people, the latest', async () => {
    const { asked, members } = stage();
    for (const userId of [ada, ben, cleo]) await members.of(guildId, userId);
    expect(members.size).toBe(2);
    await members.of(guildId, cleo);
    await members.of(guildId, ben);
    expect(asked).toHaveLength(3);
    await members.of(guildId, ada);
    expect(asked).toHaveLength(4);
  });
});
