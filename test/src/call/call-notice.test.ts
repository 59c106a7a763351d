import { RESTJSONErrorCodes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { CallNotice } from '../../../src/call/call-notice.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { callRequest } from '../../support/conversation-world.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';

const room = 'room';

/** A notice in the room's chat, and what stands there of it. */
async function posted(followsPages = false) {
  const line = new Lifeline();
  const messenger = new FakeMessenger(new FakeClock(), () => line);
  const request = { ...callRequest(), panelChannelId: room };
  const body = { components: [], mentions: ['ben'] };
  const notice = await CallNotice.post({
    request,
    body,
    nonce: 'notice',
    messenger,
    log: silentLog,
    followsPages,
  });
  const there = () => messenger.posted.filter(({ id }) => !messenger.removed.includes(id));
  const fail = (call: 'post' | 'remove', error = new MessageError('temporary', undefined)) =>
    messenger.failures.push({ call, when: 'before', error, times: 1 });
  /** Pages begin in these channels, one right after the other. */
  const begin = async (...channels: readonly string[]) => {
    for (const channelId of channels) notice.follow(channelId);
    await settle();
  };
  return { notice, messenger, there, fail, request, begin };
}

describe('a notice of a call', () => {
  it('moves below each page that begins in its channel, one message that pings once', async () => {
    const { messenger, there, begin } = await posted();
    await begin('elsewhere');
    expect(messenger.posted).toHaveLength(1);
    await begin(room, room);
    expect(messenger.posted.map(({ body }) => body.mentions)).toEqual([['ben'], [], []]);
    expect(messenger.posted.map(({ body }) => body.silent)).toEqual([undefined, true, true]);
    expect(new Set(messenger.posted.map(({ nonce }) => nonce)).size).toBe(3);
    expect(there()).toEqual([messenger.posted[2]]);
  });

  it('goes where the pages go if it follows them, or where the call was asked for if nothing can be posted there', async () => {
    const { there, fail, request, begin } = await posted(true);
    await begin('thread');
    expect(there().map(({ channelId }) => channelId)).toEqual(['thread']);
    fail('post');
    await begin('gone');
    expect(there().map(({ channelId }) => channelId)).toEqual([request.textChannelId]);
  });

  it('leaves nothing behind when it goes while it moves', async () => {
    const { notice, messenger, there, begin } = await posted();
    notice.follow(room);
    notice.follow(room);
    await notice.remove();
    expect(there()).toEqual([]);
    await begin(room);
    expect(there()).toEqual([]);
    expect(messenger.posted.length).toBeLessThan(4);
  });

  it('stays where it is if the channel takes nothing, and moves with the next page', async () => {
    const { notice, messenger, there, fail, begin } = await posted();
    fail('post');
    await begin(room);
    expect(there()).toEqual([messenger.posted[0]]);
    await begin(room);
    expect(there()).toEqual([messenger.posted[1]]);
    await notice.remove();
    expect(there()).toEqual([]);
  });

  it('is one message again with the next page if Discord kept an older one', async () => {
    const { messenger, there, fail, begin } = await posted();
    fail('remove');
    await begin(room);
    expect(there()).toHaveLength(2);
    await begin(room);
    expect(there()).toEqual([messenger.posted[2]]);
  });

  it('goes with the older ones that Discord kept', async () => {
    const { notice, there, fail, begin } = await posted();
    fail('remove');
    await begin(room);
    await notice.remove();
    expect(there()).toEqual([]);
  });

  it("doesn't come back when a moderator deleted it", async () => {
    const { messenger, fail, begin } = await posted();
    fail('remove', new MessageError('closed', undefined, RESTJSONErrorCodes.UnknownMessage));
    await begin(room);
    expect(messenger.removed).toEqual([messenger.posted[1]?.id]);
    await begin(room);
    expect(messenger.posted).toHaveLength(2);
  });

  it('goes on in another channel when the one it was in is closed to the bot', async () => {
    const { messenger, fail, begin } = await posted(true);
    fail('remove', new MessageError('closed', undefined, RESTJSONErrorCodes.MissingAccess));
    await begin('thread', 'another thread');
    expect(messenger.removed).toEqual([messenger.posted[1]?.id]);
    expect(messenger.posted.map(({ channelId }) => channelId)).toEqual([room, 'thread', 'another thread']);
  });

  it("doesn't fail when Discord no longer removes it", async () => {
    const { notice, fail } = await posted();
    fail('remove');
    await expect(notice.remove()).resolves.toBeUndefined();
  });
});
