import { describe, expect, it } from 'vitest';
import { decisionsIn, decisionsOf } from '../../../../src/conversation/transcript/decisions.ts';
import { callRequest } from '../../../support/conversation-world.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { FakeConversations } from '../../../support/fake-conversation.ts';
import { recordingLog } from '../../../support/fake-log.ts';
import { SceneSpending } from '../../../support/room-scene.ts';

function ask(leftSeconds = 3_600, client = new FakeConversations(), spending = new SceneSpending()) {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  spending.leftSeconds = leftSeconds;
  const transcript = 'Ada: see you on Friday';
  const decided = decisionsIn(transcript, callRequest(), { client, spending, clock, log });
  return { clock, client, spending, decided, lines };
}

const ended = (end: 'completed' | 'failed' | 'silent' | 'incomplete') =>
  ({ is: 'response-ended', responseId: 'r', end, usage: undefined, sources: [] }) as const;

describe('what was decided in a call', () => {
  it('is asked of the same model, in text, in a session of its own that is closed again', async () => {
    const { client, clock, decided } = ask();
    await settle();
    const { current } = client;
    expect(current.settings).toMatchObject({ speaks: false, turnDetection: { by: 'manual' } });
    expect(current.settings.instructions).toContain('Ada: see you on Friday');
    expect(current.log).toEqual(['respond']);
    current.tell(
      { is: 'answer-text', responseId: 'r', delta: '- We meet' },
      { is: 'answer-text-done', responseId: 'r', text: '- We meet on Friday\n- Ada brings cake' },
      ended('completed'),
    );
    expect(await decided).toEqual(['We meet on Friday', 'Ada brings cake']);
    expect(current.over).toBe(true);
    expect(clock.sleeping).toBe(0);
  });

  it('is nothing when the model says nothing for long, and the session is closed', async () => {
    const { client, clock, decided } = ask();
    await settle();
    await clock.advance(15_000);
    expect(await decided).toEqual([]);
    expect(client.current.over).toBe(true);
  });

  it.each(['failed', 'silent', 'incomplete'] as const)(
    'is nothing when the answer ends as %s',
    async (how) => {
      const { client, decided } = ask();
      await settle();
      client.current.tell({ is: 'answer-text', responseId: 'r', delta: '- We' }, ended(how));
      expect(await decided).toEqual([]);
    },
  );

  it("is nothing when the service can't be reached or is lost, and nobody's words are in the log", async () => {
    const lost = ask();
    await settle();
    lost.client.current.close();
    expect(await lost.decided).toEqual([]);
    const client = new FakeConversations();
    client.failures.push(new Error('no'));
    const unreached = ask(3_600, client);
    expect(await unreached.decided).toEqual([]);
    expect(unreached.spending.leftSeconds).toBe(3_600);
    expect(JSON.stringify([lost.lines, unreached.lines])).not.toContain('Friday');
  });

  it('is live time like any other: reserved before, and settled to what was used', async () => {
    const { clock, client, spending, decided } = ask(100);
    await settle();
    expect(spending.leftSeconds).toBe(85);
    await clock.advance(4_000);
    client.current.close();
    await decided;
    expect(spending.finished).toEqual([4]);
    expect(spending.leftSeconds).toBe(96);
  });

  it('is not asked when nothing is left of the day, and only as long as something is', async () => {
    const none = ask(0);
    expect(await none.decided).toBe('spent');
    expect(none.client.opened).toBe(0);
    const little = ask(3);
    await settle();
    await little.clock.advance(3_000);
    expect(await little.decided).toEqual([]);
    expect(little.client.current.over).toBe(true);
    expect(little.spending.leftSeconds).toBe(0);
  });

  it('is nothing when the store fails, and costs nothing', async () => {
    const spending = new SceneSpending();
    spending.reserve = async () => await Promise.reject(new Error('disk full'));
    const { client, decided, lines } = ask(3_600, new FakeConversations(), spending);
    expect(await decided).toEqual([]);
    expect(client.opened).toBe(0);
    expect(lines).toHaveLength(1);
  });

  it('is read as lines that are marked, a few of them, each short', () => {
    expect(decisionsOf('Sure!\n- one\n* two\n• three\nand more')).toEqual(['one', 'two', 'three']);
    expect(decisionsOf('NONE')).toEqual([]);
    expect(decisionsOf('- none')).toEqual([]);
    const many = decisionsOf(Array.from({ length: 50 }, () => `- ${'x'.repeat(900)}`).join('\n'));
    expect(many).toHaveLength(8);
    expect(many[0]).toHaveLength(200);
  });
});
