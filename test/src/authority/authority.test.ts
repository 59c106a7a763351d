import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../src/authority/actor.ts';
import { type Belonging, existsFor, mayBring, mayDecide, mayUse } from '../../../src/authority/belonging.ts';
import { isModerator, moderates } from '../../../src/authority/moderator.ts';
import { sees } from '../../../src/authority/place.ts';
import { fakeActor } from '../../support/fake-actor.ts';

const guildId = 'guild';
const home = 'home';
const elsewhere = 'elsewhere';

/** What somebody has: by roles, and where the thing lives. They always see `elsewhere`. */
const standings = {
  nobody: { everywhere: [], here: ['ViewChannel'] },
  'nobody who cannot see it': { everywhere: [], here: [] },
  'a moderator of the channel': { everywhere: [], here: ['ViewChannel', 'ManageMessages'] },
  'a moderator of the channel who cannot see it': { everywhere: [], here: ['ManageMessages'] },
  'a moderator by Manage Messages': { everywhere: ['ManageMessages'], here: ['ViewChannel'] },
  'a moderator by Manage Server': { everywhere: ['ManageGuild'], here: ['ViewChannel'] },
  'a moderator who cannot see it': { everywhere: ['ManageMessages', 'ManageGuild'], here: [] },
} as const satisfies Record<string, { everywhere: Permission[]; here: Permission[] }>;

type Standing = keyof typeof standings;

function actorOf(standing: Standing, facts: { owner?: boolean; guild?: string } = {}) {
  const { everywhere, here } = standings[standing];
  return fakeActor({
    userId: facts.owner ? 'owner' : 'other',
    guildId: facts.guild ?? guildId,
    everywhere,
    channels: { [home]: here, [elsewhere]: ['ViewChannel'] },
  });
}

const thing: Belonging = { guildId, ownerId: 'owner', channelId: home };
const rights = (standing: Standing, changes: Partial<Belonging> = {}, owner = false) => {
  const actor = actorOf(standing, { owner });
  const it = { ...thing, ...changes };
  return [
    ...(existsFor(actor, it) ? ['knows'] : []),
    ...(mayUse(actor, it) ? ['uses'] : []),
    ...(mayDecide(actor, it) ? ['decides'] : []),
    ...(mayBring(actor, it, home) ? ['here'] : []),
    ...(mayBring(actor, it, elsewhere) ? ['elsewhere'] : []),
  ].join(' ');
};

const all = 'knows uses decides here elsewhere';

describe("somebody else's thing", () => {
  it.each<[Standing, string]>([
    ['nobody', 'knows uses here'],
    ['nobody who cannot see it', ''],
    ['a moderator of the channel', all],
    ['a moderator of the channel who cannot see it', ''],
    ['a moderator by Manage Messages', all],
    ['a moderator by Manage Server', all],
    ['a moderator who cannot see it', ''],
  ])('is, for %s, one that they: %s', (standing, expected) => {
    expect(rights(standing)).toBe(expected);
  });

  it.each<[Standing, string]>([
    ['nobody', ''],
    ['nobody who cannot see it', ''],
    ['a moderator of the channel', all],
    ['a moderator of the channel who cannot see it', ''],
    ['a moderator by Manage Messages', all],
    ['a moderator by Manage Server', all],
    ['a moderator who cannot see it', ''],
  ])('that was removed is, for %s, one that they: %s', (standing, expected) => {
    expect(rights(standing, { removed: true })).toBe(expected);
  });

  it.each<[Standing, string]>([
    ['nobody', ''],
    ['a moderator of the channel', all],
    ['a moderator of the channel who cannot see it', ''],
    ['a moderator by Manage Server', all],
  ])('that its channel does not show is, for %s, one that they: %s', (standing, expected) => {
    expect(rights(standing, { withheld: true })).toBe(expected);
  });

  it('is known where it was brought to, and may be used there', () => {
    expect(rights('nobody who cannot see it', { broughtTo: [elsewhere] })).toBe('knows uses here elsewhere');
    expect(rights('a moderator who cannot see it', { broughtTo: [elsewhere] })).not.toContain('decides');
  });

  it('is nothing in another guild, to its owner and its moderators alike', () => {
    for (const owner of [true, false]) {
      const stranger = actorOf('a moderator by Manage Server', { owner, guild: 'another' });
      expect(existsFor(stranger, thing)).toBe(false);
      expect(mayDecide(stranger, thing)).toBe(false);
      expect(mayBring(stranger, thing, home)).toBe(false);
    }
  });
});

describe("one's own thing", () => {
  it.each(Object.keys(standings) as Standing[])("stays one's own, being %s", (standing) => {
    expect(rights(standing, {}, true)).toBe(all);
  });

  it("that its channel does not show stays one's own", () => {
    expect(rights('nobody', { withheld: true }, true)).toBe(all);
  });

  it('that was removed is known to have been, and no more than that', () => {
    expect(rights('nobody', { removed: true }, true)).toBe('knows decides');
    expect(rights('nobody who cannot see it', { removed: true }, true)).toBe('knows decides');
    expect(rights('a moderator by Manage Server', { removed: true }, true)).toBe(all);
  });
});

describe('a moderator', () => {
  it.each<[Standing, boolean, boolean]>([
    ['nobody', false, false],
    ['a moderator of the channel', false, true],
    ['a moderator of the channel who cannot see it', false, false],
    ['a moderator by Manage Messages', true, true],
    ['a moderator by Manage Server', true, true],
    ['a moderator who cannot see it', true, false],
  ])('%s: of the server %s, of the channel %s', (standing, ofServer, ofChannel) => {
    const actor = actorOf(standing);
    expect(isModerator(actor)).toBe(ofServer);
    expect(moderates(actor, { guildId, channelId: home })).toBe(ofChannel);
  });

  it('of one channel is none of another', () => {
    const actor = actorOf('a moderator of the channel');
    expect(moderates(actor, { guildId, channelId: elsewhere })).toBe(false);
  });
});

describe('a channel', () => {
  it('that is gone, or of another guild, is seen by nobody', () => {
    const actor = actorOf('a moderator by Manage Server');
    expect(sees(actor, { guildId, channelId: 'gone' })).toBe(false);
    expect(sees(actor, { guildId: 'another', channelId: home })).toBe(false);
  });

  it('is computed once for each actor, however many things live in it', () => {
    const lookedUp: string[] = [];
    const facts = { userId: 'other', guildId, channels: { [home]: ['ViewChannel'] } } as const;
    const actor = fakeActor(facts, lookedUp);
    for (let count = 0; count < 1_000; count += 1) {
      mayDecide(actor, thing);
      mayDecide(actor, { ...thing, channelId: 'gone' });
    }
    expect(lookedUp).toEqual([home, 'gone']);
  });
});
