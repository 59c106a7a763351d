import { afterEach, describe, expect, it } from 'vitest';
import { Captions } from '../../../src/discord/captions.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';

const open: Captions[] = [];

afterEach(async () => {
  for (const captions of open.splice(0)) await captions.close();
});

function stage() {
  const clock = new FakeClock();
  const line = new Lifeline();
  const messenger = new FakeMessenger(clock, () => line);
  const { log, text } = recordingLog();
  const captions = new Captions({ messenger, clock, log });
  open.push(captions);
  const growing = { text: '', over: false };
  return { clock, messenger, captions, growing, log: text };
}

const shown = (bodies: readonly Parameters<typeof FakeMessenger.textOf>[0][]) =>
  bodies.map((body) => FakeMessenger.textOf(body).match(/💬 ([^"]*)/)?.[1]);

describe('a line that grows while it is spoken', () => {
  it('is one silent message, edited at most every 1.2 s, to its last word', async () => {
    const { clock, messenger, captions, growing } = stage();
    captions.follow(growing, '9', '1');
    for (const word of ['Once', ' upon', ' a', ' time']) {
      growing.text += word;
      await clock.advance(600);
    }
    growing.over = true;
    growing.text += ' it was.';
    await clock.advance(1_200);
    expect(shown(messenger.posted.map(({ body }) => body))).toEqual(['Once upon']);
    expect(messenger.posted[0]?.body).toMatchObject({ silent: true });
    expect(shown(messenger.panels)).toEqual(['Once upon a time', 'Once upon a time it was.']);
  });

  it('of which nothing was heard leaves no message', async () => {
    const { clock, messenger, captions, growing } = stage();
    captions.follow(growing, '9', '1');
    await clock.advance(3_000);
    growing.over = true;
    await clock.advance(3_000);
    expect(messenger.posted).toEqual([]);
  });

  it('goes to the end of a long speech', async () => {
    const { clock, messenger, captions, growing } = stage();
    captions.follow(growing, '9', '1');
    growing.text = `${'x'.repeat(2_000)} the end`;
    growing.over = true;
    await clock.advance(1_200);
    const [caption = ''] = shown(messenger.posted.map(({ body }) => body));
    expect(caption.startsWith('…x')).toBe(true);
    expect(caption.endsWith('the end')).toBe(true);
  });

  it('is given up, with a line in the log, when its message is gone', async () => {
    const { clock, messenger, captions, growing, log } = stage();
    captions.follow(growing, '9', '1');
    growing.text = 'One';
    await clock.advance(1_200);
    const error = new MessageError('closed', undefined);
    messenger.failures.push({ call: 'editPanel', when: 'before', error, times: 1 });
    growing.text = 'One two';
    await clock.advance(1_200);
    growing.text = 'One two three';
    await clock.advance(5_000);
    expect(messenger.panels).toEqual([]);
    expect(log()).toContain('gave up on captions');
    expect(clock.sleeping).toBe(0);
  });

  it('is left alone when the process stops', async () => {
    const { clock, captions, growing, log } = stage();
    captions.follow(growing, '9', '1');
    await clock.advance(600);
    await captions.close();
    expect(clock.sleeping).toBe(0);
    expect(log()).not.toContain('given up');
  });
});
