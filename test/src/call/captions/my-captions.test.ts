import { describe, expect, it } from 'vitest';
import { MyCaptions } from '../../../../src/call/captions/my-captions.ts';
import { passage } from '../../../../src/call/captions/page.ts';
import type { CallLine } from '../../../../src/conversation/call-types.ts';
import { sentenceOf } from '../../../../src/conversation/transcript/line-text.ts';
import { MessageError } from '../../../../src/discord/messenger.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { ada, ben, ConversationWorld, callLine, callRequest } from '../../../support/conversation-world.ts';
import { FakeCall } from '../../../support/fake-calls.ts';
import { FakeMessenger } from '../../../support/fake-messenger.ts';

const words = wordsFor('en-US');

function stage() {
  const world = new ConversationWorld();
  const { messenger, clock } = world;
  const call = new FakeCall(callRequest({ transcript: true }));
  const isBlank = (line: CallLine) => !passage(line);
  const mine = new MyCaptions({
    call,
    isBlank,
    route: 'converse',
    messenger,
    clock,
    log: world.recorded.log,
  });
  const hidden = new Set<string>();
  const open = (userId = ada) => {
    const { panel } = world.order(userId);
    const maySee = (channelId: string) => !hidden.has(channelId);
    const read = (line: CallLine) => sentenceOf(line, words);
    mine.open({ userId, panel, head: `for ${userId}`, read, maySee, words });
    return panel;
  };
  const shown = () => FakeMessenger.textOf(messenger.panels.at(-1));
  return { world, call, mine, hidden, open, shown, clock, messenger };
}

describe("a page of a person's own", () => {
  it('grows by at most an edit a second, and keeps the last twelve sentences', async () => {
    const { call, open, shown, clock, messenger } = stage();
    open();
    await clock.advance(0);
    expect(shown()).toContain(`-# for ${ada}`);
    const before = messenger.panels.length;
    for (let number = 1; number <= 13; number += 1) {
      call.line(callLine({ id: `${number}`, sure: `Sentence ${number}.` }));
      await clock.advance(250);
    }
    await clock.advance(1_000);
    expect(messenger.panels.length - before).toBeLessThanOrEqual(4);
    expect(shown()).not.toContain('Sentence 1.');
    expect(shown()).toMatch(/Sentence 2\..*Sentence 13\./);
    expect(messenger.posted).toEqual([]);
  });

  it('loses what was taken back', async () => {
    const { call, open, shown, clock } = stage();
    open();
    call.line(callLine({ sure: 'My secret', final: false }));
    await clock.advance(2_000);
    expect(shown()).toContain('My secret');
    call.line(callLine({ sure: '', unsure: '' }));
    await clock.advance(2_000);
    expect(shown()).not.toContain('My secret');
  });

  it('offers to go on a minute before Discord takes no more edits, pauses, and goes on with one press', async () => {
    const { world, call, mine, open, shown, clock } = stage();
    const { tokenExpiresAt } = open();
    await clock.advance(tokenExpiresAt - clock.now() - 61_000);
    expect(shown()).not.toContain('Continue');
    await clock.advance(2_000);
    expect(shown()).toContain('converse:mine-on:');
    await clock.advance(56_000);
    expect(shown()).toContain('Paused');
    call.line(callLine({ sure: 'While it was paused.' }));
    expect(mine.continue(ada, world.order(ada).panel)).toBe(true);
    await clock.advance(0);
    expect(shown()).toContain('While it was paused.');
    expect(shown()).not.toContain('Continue');
    call.line(callLine({ id: 'later', sure: 'And on.' }));
    await clock.advance(2_000);
    expect(shown()).toContain('And on.');
  });

  it('that is continued in time never pauses', async () => {
    const { world, mine, open, shown, clock } = stage();
    const { tokenExpiresAt } = open();
    await clock.advance(tokenExpiresAt - clock.now() - 30_000);
    mine.continue(ada, world.order(ada).panel);
    await clock.advance(60_000);
    expect(shown()).not.toContain('Continue');
  });

  it('has nothing of what is said where that person may not look, then or later', async () => {
    const { call, open, shown, clock, hidden, messenger } = stage();
    open();
    call.line(callLine({ id: 'before', sure: 'Here', final: false }));
    await clock.advance(2_000);
    hidden.add('secret');
    call.move('secret');
    call.line(callLine({ id: 'before', sure: 'Here and there' }));
    call.line(callLine({ id: 'there', sure: 'Only there' }));
    await clock.advance(2_000);
    expect(shown()).toContain(words.call.myCaptions.hidden);
    call.move('open');
    call.line(callLine({ id: 'after', sure: 'Again' }));
    await clock.advance(2_000);
    expect(shown()).toContain('Again');
    const all = messenger.panels.map((body) => FakeMessenger.textOf(body)).join();
    expect(all).not.toMatch(/there/);
  });

  it('is one a person: another takes its place, and one that is closed makes room', async () => {
    const { mine, call, open, clock, messenger } = stage();
    for (let number = 1; number <= 20; number += 1) open(`reader ${number}`);
    open('reader 1');
    await clock.advance(2_000);
    expect(messenger.panelsRemoved).toHaveLength(1);
    expect(() => open(ben)).toThrow(
      expect.objectContaining({ facts: { code: 'call-pages-full', limit: 20 } }),
    );
    const error = new MessageError('closed', undefined, 10_008);
    messenger.failures.push({ call: 'editPanel', when: 'before', error });
    call.line(callLine());
    await clock.advance(2_000);
    expect(() => open(ben)).not.toThrow();
    expect(mine.continue('nobody', { channelId: '', applicationId: '', tokenExpiresAt: 0 })).toBe(false);
  });

  it('says when the call is over, and takes no more', async () => {
    const { call, open, shown, clock, messenger } = stage();
    open();
    call.line(callLine({ sure: 'The last words.' }));
    await call.stop();
    await clock.advance(2_000);
    expect(shown()).toContain(`The last words.\\n-# ${words.call.myCaptions.over}`);
    const before = messenger.panels.length;
    call.line(callLine({ id: 'late', sure: 'Too late.' }));
    await clock.advance(20 * 60_000);
    expect(messenger.panels).toHaveLength(before);
    expect(clock.sleeping).toBe(0);
  });
});
