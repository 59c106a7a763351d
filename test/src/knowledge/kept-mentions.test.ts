import { describe, expect, it } from 'vitest';
import { MentionWorld, mentionOf } from '../../support/fake-mentions.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';

/** A question whose search goes on until `found` is called. */
async function asked() {
  const chat = new MentionWorld();
  chat.world.library.passages = [
    { text: 'Open from nine to five.', score: 0.9, metadata: { doc_id: 'd1', doc_name: 'Hours.md' } },
  ];
  const gate = Promise.withResolvers<void>();
  chat.world.library.gate = gate.promise;
  const { message } = await chat.write('When are you open?');
  const kept = () => [...chat.world.mentions.records.values()].map((text) => JSON.parse(text) as object);
  /** What the killed process waited for never comes; the next one finds at once. */
  const crash = async () => {
    await chat.crash();
    chat.world.library.gate = Promise.resolve();
  };
  return { chat, message, kept, crash, found: gate.resolve };
}

const texts = ({ posted }: MentionWorld) => posted.map(({ body }) => FakeMessenger.textOf(body));

describe('a question that is being answered when the process ends', () => {
  it('is answered by the next one after a kill, once, and under the reference that it had', async () => {
    const { chat, message, kept, crash } = await asked();
    const [before] = kept();
    await crash();
    expect(chat.posted).toEqual([]);
    await chat.recover();
    expect(texts(chat)).toEqual([expect.stringContaining('> Open from nine to five.')]);
    expect(chat.posted[0]).toMatchObject({ body: { repliesTo: message.id } });
    expect(before).toMatchObject({ reference: chat.posted[0]?.nonce });
    expect(kept()).toEqual([]);
    await chat.recover();
    expect(chat.posted).toHaveLength(1);
  });

  it('is answered by the next one after a stop', async () => {
    const { chat, found } = await asked();
    const closing = chat.restart();
    found();
    await chat.world.clock.advance(5_000);
    await closing;
    expect(chat.posted).toEqual([]);
    await chat.recover();
    expect(chat.posted).toHaveLength(1);
  });

  it('is answered as it says by then, and not when it is gone or 15 minutes old', async () => {
    const edited = await asked();
    edited.chat.messages.set(edited.message.id, mentionOf('When are you closed?', { id: edited.message.id }));
    const gone = await asked();
    gone.chat.messages.delete(gone.message.id);
    const late = await asked();
    for (const { crash } of [edited, gone, late]) await crash();
    await late.chat.world.clock.advance(15 * 60_000 + 1);
    for (const { chat } of [edited, gone, late]) await chat.recover();
    expect(edited.chat.world.library.retrieves.at(-1)?.query).toBe('When are you closed?');
    expect(edited.chat.posted).toHaveLength(1);
    for (const { chat, kept } of [gone, late]) {
      expect(chat.posted).toEqual([]);
      expect(kept()).toEqual([]);
    }
  });

  it('is given up when the process ends over it a second time', async () => {
    const { chat, kept } = await asked();
    await chat.crash();
    await chat.recover();
    expect(kept()).toMatchObject([{ again: true }]);
    await chat.crash();
    await chat.recover();
    expect(chat.world.library.retrieves).toHaveLength(2);
    expect(kept()).toEqual([]);
  });
});

it('forgets a question that was answered, refused or deleted', async () => {
  const { chat, message, kept, found } = await asked();
  expect(kept()).toHaveLength(1);
  await chat.change(message.id);
  found();
  await chat.world.clock.advance(5_000);
  expect(kept()).toEqual([]);
  await chat.write('When are you open?');
  await chat.write('');
  expect(kept()).toEqual([]);
});
