import { describe, expect, it } from 'vitest';
import { LanguageQuestions } from '../../../src/interpreter/language-questions.ts';
import { ada } from '../../support/call-world.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeInterpretation } from '../../support/fake-interpretations.ts';
import { silentLog } from '../../support/fake-log.ts';
import { interpretationRequest } from '../../support/interpreter-world.ts';

/** Ada takes part, is heard speaking French, and Discord takes what she's asked only when `posted` is called. */
function stage() {
  const clock = new FakeClock();
  const call = new FakeInterpretation(interpretationRequest());
  const over = new AbortController();
  const asked: string[] = [];
  const removed: string[] = [];
  const { promise, resolve: posted } = Promise.withResolvers<void>();
  new LanguageQuestions({
    call,
    messenger: {
      post: async (channelId) => {
        asked.push(channelId);
        await promise;
        return { messageId: 'question' };
      },
      remove: async (_, messageId) => void removed.push(messageId),
    },
    clock,
    over: over.signal,
    log: silentLog,
  });
  call.join(ada);
  call.choose(ada, { speaks: 'en' });
  call.hearOther(ada, 'fr');
  const settle = async () => await clock.advance(0);
  return { call, over, asked, removed, posted, settle };
}

describe('what a person is asked about their language', () => {
  it('goes with the call, although they still take part when it ends', async () => {
    const { over, removed, posted, settle } = stage();
    posted();
    await settle();
    expect(removed).toEqual([]);
    over.abort();
    await settle();
    expect(removed).toEqual(['question']);
  });

  it.each<[string, (scene: ReturnType<typeof stage>) => unknown]>([
    ['the call ended', ({ over }) => over.abort()],
    ['they changed it', ({ call }) => call.choose(ada, { speaks: 'fr' })],
    ['they left', async ({ call }) => await call.leave(ada)],
  ])('goes at once if %s while it was being posted', async (_, passes) => {
    const scene = stage();
    await passes(scene);
    scene.posted();
    await scene.settle();
    expect(scene.removed).toEqual(['question']);
  });

  it('is nothing any more once the call is over', async () => {
    const { call, over, asked, settle } = stage();
    over.abort();
    call.join('200');
    call.hearOther('200', 'fr');
    await settle();
    expect(asked).toHaveLength(1);
  });
});
