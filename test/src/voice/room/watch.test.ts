import { describe, expect, test } from 'vitest';
import { RoomWatch } from '../../../../src/voice/room/watch.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakePresence } from '../../../support/fake-presence.ts';

const it = test.extend('room', () => arrived());

const aloneMs = 30_000;

/** The bot sits in `here` with one person. @param before where Discord shows it when the room opens */
function watch(before?: string) {
  const presence = new FakePresence();
  presence.setOwn({ channelId: before });
  const place = presence.addPlace('here', { occupants: ['bot', 'person', 'music'], bots: ['bot', 'music'] });
  presence.addPlace('there', { occupants: ['other'] });
  const clock = new FakeClock();
  const seen: string[] = [];
  const state = { between: false };
  const watching = new RoomWatch(
    {
      presence,
      clock,
      guildId: 'g',
      aloneMs,
      between: () => state.between,
      tell: (event) => {
        if (event.is === 'moved') seen.push(`moved to ${event.channelId}`);
        else if (event.is === 'hush') seen.push(event.hush.is);
        else if (event.is === 'deafened') seen.push(event.deafened ? 'deafened' : 'hears');
        else seen.push([`end: ${event.end}`, ...event.lost].join(' '));
      },
    },
    'here',
  );
  const arrive = () => {
    presence.setOwn({ channelId: 'here' });
    watching.look();
    seen.length = 0;
  };
  /** Discord shows the bot nowhere any more. */
  const vanish = () => {
    presence.setOwn({ channelId: undefined });
    watching.look();
  };
  const occupy = (...occupants: string[]) => {
    place.occupants = occupants;
    watching.look();
  };
  return { presence, place, clock, seen, state, watching, arrive, vanish, occupy };
}

/** The same, once the bot is there. */
function arrived() {
  const watched = watch();
  watched.arrive();
  return watched;
}

describe('a room watches', () => {
  it('people, not bots: it is alone when only bots are left', async ({ room: { clock, seen, occupy } }) => {
    occupy('bot', 'music');
    await clock.advance(aloneMs - 1);
    expect(seen).not.toContain('end: alone');
    await clock.advance(1);
    expect(seen).toContain('end: alone');
  });

  it('people who come back in time', async ({ room: { clock, seen, occupy } }) => {
    occupy('bot');
    await clock.advance(aloneMs - 1);
    occupy('bot', 'person');
    await clock.advance(10 * aloneMs);
    expect(seen).not.toContain('end: alone');
  });

  it('once more before it leaves: somebody may have come back unseen', async () => {
    const { place, clock, seen, occupy } = arrived();
    occupy('bot');
    place.occupants = ['bot', 'person'];
    await clock.advance(aloneMs);
    expect(seen).not.toContain('end: alone');
  });

  it('no disconnection when the main gateway begins a new session while it asks itself why it is out', async () => {
    const { clock, seen, watching, vanish } = arrived();
    vanish();
    watching.renew();
    await clock.advance(10_000);
    expect(seen).toEqual([]);
  });

  it('its own place only from when it got there: what an earlier process left behind is no move', () => {
    const { presence, seen, watching } = watch();
    presence.setOwn({ channelId: 'there' });
    watching.look();
    expect(seen).toEqual([]);
  });

  it('no disconnection when an earlier room of this channel is only being left: its own place is the next one', async () => {
    const { clock, seen, watching, arrive, vanish } = watch('here');
    watching.look();
    vanish();
    // The next join has to wait for its turn.
    await clock.advance(10_000);
    expect(seen).toEqual(['none']);
    arrive();
    vanish();
    await clock.advance(1_000);
    expect(seen).toEqual(['end: disconnected']);
  });

  it('its own place from when it got there, if an earlier process left it in the same channel', async () => {
    const { clock, seen, watching, vanish } = watch('here');
    watching.look();
    watching.arrived();
    vanish();
    await clock.advance(1_000);
    expect(seen).toEqual(['none', 'none', 'end: disconnected']);
  });

  it('for the reason why it is out: a deletion is told after the disconnection', async () => {
    const { presence, clock, seen, vanish } = arrived();
    vanish();
    await clock.advance(100);
    expect(seen).toEqual([]);
    presence.places.delete('here');
    await clock.advance(1_000);
    expect(seen).toEqual(['end: channel-gone']);
  });

  it('for the reason why it is out: a removal from the server, too', async () => {
    const { presence, clock, seen, vanish } = arrived();
    vanish();
    presence.guild = false;
    await clock.advance(1_000);
    expect(seen).toEqual(['end: guild-gone']);
  });

  it("and takes it for a moderator's wish when there is no other reason", async () => {
    const { clock, seen, vanish } = arrived();
    vanish();
    await clock.advance(1_000);
    expect(seen).toEqual(['end: disconnected']);
  });

  it('no disconnection that the room itself makes to reconnect, whichever comes first', async () => {
    const { clock, seen, state, watching, vanish } = arrived();
    vanish();
    state.between = true;
    await clock.advance(1_000);
    watching.look();
    await clock.advance(10_000);
    expect(seen).toEqual([]);
  });

  it('no disconnection that a new session of the main gateway is', async () => {
    const { presence, clock, seen, watching } = arrived();
    presence.setOwn({ channelId: undefined });
    watching.renew();
    watching.look();
    await clock.advance(10_000);
    expect(seen).toEqual([]);
  });

  it('where it is moved to, and what it may do there', ({ room: { presence, seen, watching } }) => {
    presence.addPlace('there', { occupants: ['other'], denied: ['Connect', 'Speak'] });
    presence.setOwn({ channelId: 'there' });
    watching.look();
    // Whoever moved it there may do so although it could not have come by itself.
    expect(seen).toEqual(['moved to there', 'muted']);
  });

  it('which permissions are taken from it', ({ room: { place, seen, watching } }) => {
    place.denied = ['Connect', 'ViewChannel'];
    watching.look();
    expect(seen).toEqual(['end: not-permitted ViewChannel Connect']);
  });

  it('whether it is muted, deafened or in the audience', ({ room: { presence, place, seen, watching } }) => {
    presence.setOwn({ muted: true });
    watching.look();
    presence.setOwn({ muted: false, deafened: true });
    watching.look();
    watching.look();
    place.kind = 'stage';
    presence.setOwn({ deafened: false, suppressed: true });
    watching.look();
    expect(seen).toEqual(['muted', 'none', 'deafened', 'none', 'suppressed', 'hears']);
  });
});
