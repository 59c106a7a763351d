import { describe, expect, it } from 'vitest';
import { decisionsIn, decisionsOf } from '../../../../src/conversation/transcript/decisions.ts';
import { callRequest } from '../../../support/conversation-world.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { FakeConversations } from '../../../support/fake-conversation.ts';
import { recordingLog } from '../../../support/fake-log.ts';

function ask(transcript = 'Ada: see you on Friday') {
  const clock = new FakeClock();
  const client = new FakeConversations();
  const { log, lines } = recordingLog();
  const decided = decisionsIn(transcript, callRequest(), { client, clock, log });
  return { clock, client, decided, lines };
}

describe('what was decided in a call', () => {
  it('is asked of the same model, in text, in a session of its own that is closed again', async () => {
    const { client, clock, decided } = ask();
    await settle();
    const { current } = client;
    expect(current.settings).toMatchObject({ speaks: false, turnDetection: { by: 'manual' } });
    expect(current.settings.instructions).toContain('Ada: see you on Friday');
    expect(current.log).toEqual(['respond']);
    const responseId = 'r';
    const end = {
      is: 'response-ended',
      responseId,
      end: 'completed',
      usage: undefined,
      sources: [],
    } as const;
    current.tell(
      { is: 'answer-text', responseId, delta: '- We meet' },
      { is: 'answer-text-done', responseId, text: '- We meet on Friday\n- Ada brings cake' },
      end,
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
      client.current.tell(
        { is: 'answer-text', responseId: 'r', delta: '- We' },
        { is: 'response-ended', responseId: 'r', end: how, usage: undefined, sources: [] },
      );
      expect(await decided).toEqual([]);
    },
  );

  it("is nothing when the service can't be reached or is lost, and nobody's words are in the log", async () => {
    const lost = ask();
    await settle();
    lost.client.current.close();
    expect(await lost.decided).toEqual([]);
    const clock = new FakeClock();
    const client = new FakeConversations();
    client.failures.push(new Error('no'));
    const { log, lines } = recordingLog();
    expect(await decisionsIn('Ada: secret', callRequest(), { client, clock, log })).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain('secret');
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
