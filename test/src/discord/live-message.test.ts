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
  /** Shown, and for how long nothing else happened. */
  const showFor = async (next: string, ms: number) => {
    show(next);
    await clock.advance(ms);
  };
  const shownBy = (body: Parameters<typeof FakeMessenger.textOf>[0]) =>
    FakeMessenger.textOf(body).match(/content":"([^"]*)/)?.[1];
  const edits = () => messenger.panels.map(shownBy);
  const posts = () => messenger.posted.map(({ body }) => shownBy(body));
  const fails = (call: 'post' | 'editPanel', reason: MessageRefusal, times: number) =>
    messenger.failures.push({ call, when: 'before', error: new MessageError(reason, undefined), times });
  return { clock, messenger, troubles, message, show, showFor, edits, posts, fails };
}

describe('a live message', () => {
  it('that is withdrawn shows nothing more, and is still where it was', async () => {
    const { message, show, showFor, edits, posts } = stage();
    await showFor('one', 0);
    show('two');
    await message.withdraw();
    await showFor('three', 2_000);
    expect([...posts(), ...edits()]).toEqual(['one']);
    expect(message.messageId).toEqual(expect.stringMatching(/\S/));
  });

  it('that only one person sees is addressed by its token, and by nothing once that is dead', async () => {
    const { clock, messenger, message, troubles, showFor } = stage(answer);
    await showFor('one', 1_000);
    await showFor('two', 1_000);
    expect(messenger.edits.map(({ panel }) => panel.messageId)).toEqual([undefined, undefined]);
    await clock.advance(tokenLivesMs);
    await showFor('three', 1_000);
    expect(messenger.edits).toHaveLength(2);
    expect(troubles).toHaveLength(1);
    expect(message.isGone).toBe(true);
  });

  it('is posted once, with the first thing it shows, and edited from then on', async () => {
    const { edits, posts, showFor } = stage();
    await showFor('one', 0);
    expect(posts()).toEqual(['one']);
    await showFor('two', 1_000);
    expect(posts()).toEqual(['one']);
    expect(edits()).toEqual(['two']);
  });

  it('shows of changes that follow each other the last, once a second', async () => {
    const { clock, edits, showFor } = stage(panel);
    for (let change = 1; change <= 50; change += 1) {
      await showFor(`${change}`, 100);
    }
    await clock.advance(1_000);
    expect(edits()).toEqual(['1', '10', '20', '30', '40', '50']);
  });

  it('is not sent what it shows already', async () => {
    const { edits, showFor } = stage(panel);
    for (const state of ['one', 'one', 'two', 'one']) {
      await showFor(state, 1_000);
    }
    expect(edits()).toEqual(['one', 'two', 'one']);
  });

  it('has one edit under way at a time, and what changed meanwhile is shown behind it', async () => {
    const { clock, messenger, show, showFor, edits } = stage(panel);
    const edit = messenger.editPanel.bind(messenger);
    const slow = Promise.withResolvers<void>();
    let underWay = 0;
    messenger.editPanel = async (address, body) => {
      underWay += 1;
      await slow.promise;
      return await edit(address, body);
    };
    await showFor('one', 5_000);
    show('two');
    await showFor('three', 5_000);
    expect(underWay).toBe(1);
    slow.resolve();
    await clock.advance(1_000);
    expect(edits()).toEqual(['one', 'three']);
  });

  it('outlives trouble that passes, without a second post', async () => {
    const { posts, edits, troubles, fails, showFor } = stage();
    fails('post', 'temporary', 2);
    await showFor('one', 1_000);
    await showFor('two', 5_000);
    expect(posts()).toEqual(['two']);
    expect(edits()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('gives one state up after the third time, and shows the next', async () => {
    const { edits, troubles, fails, showFor } = stage(panel);
    fails('editPanel', 'temporary', 3);
    await showFor('one', 10_000);
    expect(troubles).toEqual([expect.objectContaining({ reason: 'temporary' })]);
    await showFor('two', 1_000);
    expect(edits()).toEqual(['two']);
  });

  it.each(['closed', 'token-dead'] as const)('that is gone (%s) is let be', async (reason) => {
    const { message, messenger, troubles, fails, showFor } = stage();
    await showFor('one', 1_000);
    fails('editPanel', reason, 1);
    await showFor('two', 1_000);
    await showFor('three', 10_000);
    await message.settled();
    expect(messenger.panels).toEqual([]);
    expect(messenger.posted).toHaveLength(1);
    expect(troubles).toHaveLength(1);
  });

  it('that turns out to be gone is let be also when something changed meanwhile', async () => {
    const { clock, messenger, troubles, showFor } = stage(panel);
    let edits = 0;
    messenger.editPanel = async () => {
      edits += 1;
      await clock.sleep(100);
      throw new MessageError('closed', undefined);
    };
    await showFor('one', 50);
    await showFor('two', 10_000);
    expect(edits).toBe(1);
    expect(troubles).toHaveLength(1);
  });

  it('that is withdrawn between two edits is not edited any more', async () => {
    const { clock, message, edits, showFor } = stage(panel);
    await showFor('one', 100);
    await showFor('two', 100);
    await message.withdraw();
    await clock.advance(2_000);
    expect(edits()).toEqual(['one']);
  });

  it('that Discord finds invalid can be valid the next time', async () => {
    const { edits, fails, showFor } = stage(panel);
    fails('editPanel', 'invalid', 1);
    await showFor('one', 1_000);
    await showFor('two', 1_000);
    expect(edits()).toEqual(['two']);
  });

  it('shows its last state at once when the process stops', async () => {
    const { message, show, showFor, edits } = stage(panel);
    await showFor('one', 100);
    show('two');
    await message.finish();
    expect(edits()).toEqual(['one', 'two']);
  });

  it('tries again at once what Discord did not take when the process stops', async () => {
    const { message, edits, fails, showFor } = stage(panel);
    fails('editPanel', 'temporary', 2);
    await showFor('one', 0);
    await message.finish();
    expect(edits()).toEqual(['one']);
  });
});
