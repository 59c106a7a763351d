import { describe, expect, it } from 'vitest';
import { text } from '../../../src/discord/layout.ts';
import { LiveMessage, type LivePlace } from '../../../src/discord/live-message.ts';
import { MessageError, type MessageRefusal } from '../../../src/discord/messenger.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';

const channel: LivePlace = { is: 'channel', channelId: '9', nonce: 'n1' };
const panel: LivePlace = {
  is: 'panel',
  panel: { channelId: '9', applicationId: '1', token: 't', tokenExpiresAt: 9e15 },
};

const tokenLivesMs = 15 * 60_000;
const answer: LivePlace = {
  is: 'answer',
  panel: {
    channelId: '9',
    applicationId: '1',
    token: 't',
    tokenExpiresAt: new FakeClock().now() + tokenLivesMs,
  },
};

function stage(place: LivePlace = channel) {
  const clock = new FakeClock();
  const line = new Lifeline();
  const messenger = new FakeMessenger(clock, () => line);
  const troubles: unknown[] = [];
  let state = '';
  const message = new LiveMessage({
    place,
    messenger,
    clock,
    render: () => ({ components: [text(state)] }),
    onTrouble: (error) => troubles.push(error),
  });
  const show = (next: string) => {
    state = next;
    message.refresh();
  };
  const edits = () =>
    messenger.panels.map((body) => FakeMessenger.textOf(body).match(/content":"([^"]*)/)?.[1]);
  const posts = () =>
    messenger.posted.map(({ body }) => FakeMessenger.textOf(body).match(/content":"([^"]*)/)?.[1]);
  const fails = (call: 'post' | 'editPanel', reason: MessageRefusal, times: number) =>
    messenger.failures.push({ call, when: 'before', error: new MessageError(reason, undefined), times });
  return { clock, messenger, troubles, message, show, edits, posts, fails };
}

describe('a live message', () => {
  it('that is withdrawn shows nothing more, and is still where it was', async () => {
    const { clock, message, show, edits, posts } = stage();
    show('one');
    await clock.advance(0);
    show('two');
    await message.withdraw();
    show('three');
    await clock.advance(2_000);
    expect([...posts(), ...edits()]).toEqual(['one']);
    expect(message.messageId).toEqual(expect.stringMatching(/\S/));
  });

  it('that only one person sees is addressed by its token, and by nothing once that is dead', async () => {
    const { clock, messenger, message, show, troubles } = stage(answer);
    show('one');
    await clock.advance(1_000);
    show('two');
    await clock.advance(1_000);
    expect(messenger.edits.map(({ panel }) => panel.messageId)).toEqual([undefined, undefined]);
    await clock.advance(tokenLivesMs);
    show('three');
    await clock.advance(1_000);
    expect(messenger.edits).toHaveLength(2);
    expect(troubles).toHaveLength(1);
    expect(message.isGone).toBe(true);
  });

  it('is posted once, with the first thing it shows, and edited from then on', async () => {
    const { clock, show, edits, posts } = stage();
    show('one');
    await clock.advance(0);
    expect(posts()).toEqual(['one']);
    show('two');
    await clock.advance(1_000);
    expect(posts()).toEqual(['one']);
    expect(edits()).toEqual(['two']);
  });

  it('shows of changes that follow each other the last, once a second', async () => {
    const { clock, show, edits } = stage(panel);
    for (let change = 1; change <= 50; change += 1) {
      show(`${change}`);
      await clock.advance(100);
    }
    await clock.advance(1_000);
    expect(edits()).toEqual(['1', '10', '20', '30', '40', '50']);
  });

  it('is not sent what it shows already', async () => {
    const { clock, show, edits } = stage(panel);
    for (const state of ['one', 'one', 'two', 'one']) {
      show(state);
      await clock.advance(1_000);
    }
    expect(edits()).toEqual(['one', 'two', 'one']);
  });

  it('has one edit under way at a time, and what changed meanwhile is shown behind it', async () => {
    const { clock, messenger, show, edits } = stage(panel);
    const edit = messenger.editPanel.bind(messenger);
    const slow = Promise.withResolvers<void>();
    let underWay = 0;
    messenger.editPanel = async (address, body) => {
      underWay += 1;
      await slow.promise;
      return await edit(address, body);
    };
    show('one');
    await clock.advance(5_000);
    show('two');
    show('three');
    await clock.advance(5_000);
    expect(underWay).toBe(1);
    slow.resolve();
    await clock.advance(1_000);
    expect(edits()).toEqual(['one', 'three']);
  });

  it('outlives trouble that passes, without a second post', async () => {
    const { clock, show, posts, edits, troubles, fails } = stage();
    fails('post', 'temporary', 2);
    show('one');
    await clock.advance(1_000);
    show('two');
    await clock.advance(5_000);
    expect(posts()).toEqual(['two']);
    expect(edits()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('gives one state up after the third time, and shows the next', async () => {
    const { clock, show, edits, troubles, fails } = stage(panel);
    fails('editPanel', 'temporary', 3);
    show('one');
    await clock.advance(10_000);
    expect(troubles).toEqual([expect.objectContaining({ reason: 'temporary' })]);
    show('two');
    await clock.advance(1_000);
    expect(edits()).toEqual(['two']);
  });

  it.each(['closed', 'token-dead'] as const)('that is gone (%s) is let be', async (reason) => {
    const { clock, message, messenger, show, troubles, fails } = stage();
    show('one');
    await clock.advance(1_000);
    fails('editPanel', reason, 1);
    show('two');
    await clock.advance(1_000);
    show('three');
    await clock.advance(10_000);
    await message.settled();
    expect(messenger.panels).toEqual([]);
    expect(messenger.posted).toHaveLength(1);
    expect(troubles).toHaveLength(1);
  });

  it('that turns out to be gone is let be also when something changed meanwhile', async () => {
    const { clock, messenger, show, troubles } = stage(panel);
    let edits = 0;
    messenger.editPanel = async () => {
      edits += 1;
      await clock.sleep(100);
      throw new MessageError('closed', undefined);
    };
    show('one');
    await clock.advance(50);
    show('two');
    await clock.advance(10_000);
    expect(edits).toBe(1);
    expect(troubles).toHaveLength(1);
  });

  it('that is withdrawn between two edits is not edited any more', async () => {
    const { clock, message, show, edits } = stage(panel);
    show('one');
    await clock.advance(100);
    show('two');
    await clock.advance(100);
    await message.withdraw();
    await clock.advance(2_000);
    expect(edits()).toEqual(['one']);
  });

  it('that Discord finds invalid can be valid the next time', async () => {
    const { clock, show, edits, fails } = stage(panel);
    fails('editPanel', 'invalid', 1);
    show('one');
    await clock.advance(1_000);
    show('two');
    await clock.advance(1_000);
    expect(edits()).toEqual(['two']);
  });

  it('shows its last state at once when the process stops', async () => {
    const { clock, message, show, edits } = stage(panel);
    show('one');
    await clock.advance(100);
    show('two');
    await message.finish();
    expect(edits()).toEqual(['one', 'two']);
  });

  it('tries again at once what Discord did not take when the process stops', async () => {
    const { clock, message, show, edits, fails } = stage(panel);
    fails('editPanel', 'temporary', 2);
    show('one');
    await clock.advance(0);
    await message.finish();
    expect(edits()).toEqual(['one']);
  });
});
