import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/service/errors.ts';
import { wordsFor } from '../../../src/words/index.ts';
import {
  actorOf,
  ada,
  ben,
  ConversationWorld,
  guildId,
  voiceChannel,
} from '../../support/conversation-world.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { InterpreterWorld } from '../../support/interpreter-world.ts';
import { refusal, rejection } from '../../support/rejection.ts';

const old = '999999999999999999';

describe.each([
  ['conversation', 'converse', ConversationWorld, {}, 1_000],
  ['interpreter', 'interpret', InterpreterWorld, { captions: 'off' }, 500],
] as const)('a call that is a %s', (kind, command, World, ask, betweenPicturesMs) => {
  const it = test
    .extend('world', () => new World())
    .extend('call', async ({ world }) => await world.start(ask));

  it('hears nobody, not even the one who started it', async ({ world, call }) => {
    expect([...call.participants]).toEqual([]);
    expect(await world.panel()).toContain('Waiting for someone to press');
  });

  it('is begun by who sits in a voice channel', async ({ world }) => {
    const started = world.desk.start(world.order(), actorOf(ada), { languages: 'en, de' });
    expect(await refusal(started)).toEqual({ code: 'voice-not-in-channel' });
    expect(world.running.records.size).toBe(0);
  });

  it('and fails leaves nothing behind, and the place is free again', async ({ world }) => {
    world.calls.failure = new ServiceError({ fault: 'credentials', code: 'x', nothingHappened: true });
    await rejection(world.start(), ServiceError);
    expect(world.running.records.size).toBe(0);
    expect(world.people.listeners).toBe(0);
    await world.start();
  });

  it('hears a person from Join to Leave, at once', async ({ world, call }) => {
    const { id } = call.request;
    expect((await world.desk.join(actorOf(ada), 'en-US', id)).channelId).toBe(voiceChannel);
    expect([...call.participants]).toEqual([ada]);
    const leaving = world.desk.leave(actorOf(ada), id);
    expect([...call.participants]).toEqual([]);
    expect(await leaving).toBe(true);
    expect(await world.desk.leave(actorOf(ada))).toBe(false);
  });

  it('is joined by who sits in that voice channel', async ({ world, call }) => {
    const joining = world.desk.join(actorOf(ben), 'en-US', call.request.id);
    expect(await refusal(joining)).toEqual({ code: 'call-elsewhere', kind, channelId: voiceChannel });
  });

  it('and is over says so when its buttons are pressed, also after a restart', async ({ world }) => {
    world.arrive(ada);
    const attempts = [
      async () => await world.desk.join(actorOf(ada), 'en-US', old),
      async () => await world.desk.leave(actorOf(ada), old),
      async () => await world.desk.stop(actorOf(ada), old),
    ];
    for (const attempt of attempts) expect(await refusal(attempt())).toEqual({ code: 'call-over', kind });
    await world.start();
    for (const attempt of attempts.slice(1))
      expect(await refusal(attempt())).toEqual({ code: 'call-over', kind });
  });

  it('asks who comes later once, in a message that pings nobody else', async ({ world, call }) => {
    await world.come(ben);
    world.people.leave(guildId, ben);
    // Longer than Discord remembers what it was told.
    await world.clock.advance(6 * 60_000);
    await world.come(ben);
    expect(world.messenger.posted.map(({ body }) => body.mentions)).toEqual([[ben]]);
    expect(world.posts()[0]).toContain(`${command}:join:${call.request.id}`);
    expect(world.posts()[0]).toContain(wordsFor('en-US')[kind].invited(`<@${ben}>`, `${voiceChannel}`));
  });

  it('is stopped by who is there, takes part or moderates, and by nobody else', async ({ world, call }) => {
    expect(await refusal(world.desk.stop(actorOf(ben)))).toMatchObject({ code: 'call-not-there', kind });
    await world.desk.stop(actorOf(ben, { everywhere: ['ManageGuild'] }));
    expect(call.state).toEqual({ is: 'ended', end: 'asked', by: ben });
    await world.start();
    world.arrive(ben);
    await world.desk.stop(actorOf(ben));
    expect(world.calls.of(guildId)).toBeUndefined();
  });

  it('says how it ended, and tells the channel when nobody asked for it', async ({ world, call }) => {
    await call.stop('idle');
    expect(await world.panel()).toContain('nobody talked for a while');
    expect(world.posts()).toEqual([expect.stringContaining(`/${command} start`)]);
    expect(world.running.records.size).toBe(0);
  });

  it.for(['arrears', 'credentials'] as const)(
    'says in the channel who has to act when the service ends it with %s',
    async (fault, { world, call }) => {
      await call.fail('service', new ServiceError({ fault, code: 'InvalidApiKey', nothingHappened: true }));
      await world.panel();
      const { [kind]: words, errors } = wordsFor('en-US');
      expect(world.posts()).toEqual([expect.stringContaining(words.endNotices.service)]);
      expect(world.posts()[0]).toContain(errors.service[fault]);
      expect(world.posts()[0]).not.toContain('InvalidApiKey');
    },
  );

  it('of a killed process is told in the channel after the restart, and nobody is heard', async ({
    world,
  }) => {
    const before = new World();
    await before.start();
    await before.panel();
    for (const [id, record] of before.running.records) world.running.records.set(id, record);
    world.desk.open();
    await world.clock.advance(0);
    expect(world.posts()).toEqual([expect.stringContaining('I restarted')]);
    const panel = FakeMessenger.textOf(world.messenger.panels.at(-1));
    expect(panel).toContain('I restarted');
    expect(panel).not.toContain(`${command}:`);
    expect(world.running.records.size).toBe(0);
    expect(world.calls.all).toEqual([]);
  });

  it('ends with the process, and nothing is said later', async ({ world, call }) => {
    await world.desk.close();
    expect(call.state.is).toBe('ended');
    expect(FakeMessenger.textOf(world.messenger.panels.at(-1))).toContain('restarting');
    await world.clock.advance(0);
    expect(world.running.records.size).toBe(0);
  });

  it('is shown pictures by who takes part, and not too often', async ({ world, call }) => {
    expect(await refusal(world.desk.show(actorOf(ada), 'x'))).toEqual({ code: 'call-not-participant', kind });
    await world.desk.join(actorOf(ada), 'en-US');
    await world.desk.show(actorOf(ada), 'x');
    await world.clock.advance(betweenPicturesMs - 1);
    expect(await refusal(world.desk.show(actorOf(ada), 'x'))).toEqual({ code: 'call-picture-often' });
    await world.clock.advance(1);
    await world.desk.show(actorOf(ada), 'x');
    expect(call.pictures).toHaveLength(2);
  });

  it.for([
    ['before-audio', 'call-picture-early'],
    ['too-soon', 'call-picture-often'],
  ] as const)('refuses a picture that came %s in words', async ([answer, code], { world, call }) => {
    call.answer = answer;
    await world.desk.join(actorOf(ada), 'en-US');
    expect(await refusal(world.desk.show(actorOf(ada), 'x'))).toEqual({ code });
  });

  it('is not shown a picture if it ended while that was read', async ({ world, call }) => {
    await world.desk.join(actorOf(ada), 'en-US');
    world.jpeg = async () => {
      await call.stop();
      return new Uint8Array(3);
    };
    expect(await refusal(world.desk.show(actorOf(ada), 'x'))).toEqual({ code: 'call-over', kind });
    expect(call.pictures).toEqual([]);
  });
});
