import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fastRealtime } from '../../../../sandbox/service/realtime/settings.ts';
import type { ServiceSandbox } from '../../../../sandbox/service/server.ts';
import { checkConversation } from '../../../../src/service/realtime/conversation/check.ts';
import { openConversations } from '../../../../src/service/realtime/conversation/conversation-client.ts';
import type {
  ConversationClient,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from '../../../../src/service/realtime/conversation/conversation-types.ts';
import { conversationModelNames } from '../../../../src/service/realtime/models.ts';
import { followed, serviceStandIn } from '../../../support/service-stand-in.ts';

const standIn = serviceStandIn({ synthesis: { speaker: 'built-in' }, realtime: fastRealtime });
let realtime: ServiceSandbox['realtime'];
let client: ConversationClient;
const open: ConversationSession[] = [];

beforeAll(() => {
  ({ realtime } = standIn.sandbox);
  client = openConversations({ ...standIn.client(), connectsPerMinute: 1_000_000 });
});
afterEach(() => {
  for (const session of open.splice(0)) session.close();
  realtime.clearFaults();
  realtime.set({ thinkMs: 0, realTimeFactor: 0, lenientVoice: false });
});
afterAll(async () => {
  // Whatever our client sent in all these tests is in the document.
  expect(realtime.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
  await client.close();
});

async function talk(settings: Partial<ConversationSettings> = {}) {
  const session = await client.open({ model: 'xq3.5-omni-realtime', ...settings });
  open.push(session);
  return followed<ConversationEvent, ConversationSession>(session, standIn.sandbox);
}

describe('the client and the stand-in', () => {
  it('hold a turn: heard as it was said, answered in text and sound', async () => {
    const { say, seen, events } = await talk();
    await say('Hello there, good morning to everybody.');
    await seen('response-ended');
    expect(await seen('heard')).toMatchObject({ text: 'Hello there, good morning to everybody.' });
    expect(await seen('answer-text-done')).toMatchObject({ text: 'Hello! What can I do for you?' });
    const sound = events
      .filter((event) => event.is === 'answer-audio')
      .reduce((sum, { pcm }) => sum + pcm.length, 0);
    expect(sound / 48_000).toBeGreaterThan(0.8);
  });

  it('call a tool and go on with its result', async () => {
    const { session, say, seen } = await talk({
      tools: [{ name: 'who_is_here', description: 'Who is in the call' }],
    });
    await say('Tell me, who is here?');
    const call = await seen('tool-call');
    if (call?.is !== 'tool-call') throw new Error('no call');
    session.answerTool(call.call.callId, '{"say":"Ann and Ben."}');
    expect(await seen('answer-text-done')).toMatchObject({ text: 'Ann and Ben.' });
  });

  it('commit and ask in manual mode', async () => {
    const { session, say, seen } = await talk({ turnDetection: { by: 'manual' } });
    await say('Hello there, how are you?');
    session.endTurn();
    await seen('response-ended');
    expect(session.agreed.detects).toBe('manual');
  });

  it('bring sources of a search', async () => {
    const { say, seen } = await talk({ search: { sources: true } });
    await say('Please search for paper kites.');
    expect(await seen('response-ended')).toMatchObject({
      sources: [{ url: 'https://example.org/paper%20kites' }],
      usage: { searches: 1 },
    });
  });

  it('stop an answer by a cancel, and ask again after its end', async () => {
    realtime.set({ realTimeFactor: 1 });
    const { session, say, seen } = await talk();
    await say('Please tell me a long story.');
    await seen('answer-audio');
    session.respond();
    session.cancel();
    expect(await seen('response-ended')).toMatchObject({ end: 'cancelled' });
  });

  it('take pictures behind the first audio', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const { session, say, seen } = await talk();
    const jpeg = createCanvas(64, 64).toBuffer('image/jpeg');
    expect(session.show(jpeg)).toBe(false);
    session.append(new Uint8Array(3_200));
    expect(session.show(jpeg)).toBe(true);
    await say('What do you see in this picture?');
    expect(await seen('answer-text-done')).toMatchObject({ text: 'I can see your picture. What about it?' });
  });

  it.each<[string, Parameters<ServiceSandbox['realtime']['arm']>[0], ConversationEvent['is']]>([
    ['an answer that ends twice', { at: 'done', effect: { kind: 'twice' } }, 'response-ended'],
    [
      'sound that is no Base64',
      { at: 'audio', afterDeltas: 0, effect: { kind: 'bad-audio' } },
      'response-ended',
    ],
    ['a late delta', { at: 'after', effect: { kind: 'late-delta' } }, 'response-ended'],
    ['an event that nobody knows', { at: 'response', effect: { kind: 'unknown-event' } }, 'response-ended'],
    [
      'an error in between',
      { at: 'response', effect: { kind: 'error', message: 'thread pool exhausted' } },
      'trouble',
    ],
    ['no transcript', { at: 'appended', effect: { kind: 'no-transcript' } }, 'not-understood'],
  ])('get over %s', async (_, fault, is) => {
    realtime.arm(fault);
    const { session, say, seen, events } = await talk();
    await say('Hello there, good morning.');
    await seen(is);
    await seen('response-ended');
    await say('Thank you very much.');
    await seen('response-ended', 2);
    expect(events.filter((event) => event.is === 'response-ended')).toHaveLength(2);
    expect(session.over).toBe(false);
  });

  it.each<[string, Parameters<ServiceSandbox['realtime']['arm']>[0], object]>([
    [
      'a torn connection',
      { at: 'audio', effect: { kind: 'drop' } },
      { is: 'lost', error: { fault: 'unreachable' } },
    ],
    [
      '1011 in mid-word',
      { at: 'audio', effect: { kind: 'close', code: 1011 } },
      { is: 'lost', error: { fault: 'server' } },
    ],
    [
      '10 MB in one delta',
      { at: 'audio', afterDeltas: 0, effect: { kind: 'huge-audio', bytes: 10_000_000 } },
      { is: 'lost', error: { fault: 'malformed' } },
    ],
    [
      'a key revoked meanwhile',
      { at: 'audio', effect: { kind: 'close', code: 1007, reason: 'Invalid API-key' } },
      { is: 'lost', error: { fault: 'credentials' } },
    ],
  ])('end with %s, and say why', async (_, fault, end) => {
    realtime.arm(fault);
    const { session, say } = await talk();
    await say('Hello there, good morning.');
    expect(await session.ended).toMatchObject(end);
  });

  it("fall back to the model's own voice", async () => {
    const { session } = await talk({ voice: 'Nobody' });
    expect(session.agreed.voice).toBe('Tina');
  });

  it('agree on every setting: what one lets through the other takes, what one refuses the other does', async () => {
    const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
    const drawn = fc.record({
      model: fc.constantFrom(...conversationModelNames),
      speaks: maybe(fc.boolean()),
      turnDetection: maybe(
        fc.oneof(
          fc.constant({ by: 'manual' as const }),
          fc.record({
            by: fc.constantFrom('voice' as const, 'semantic' as const),
            threshold: fc.constantFrom(-1.5, -1, 0, 0.5, 1, 1.01),
            silenceMs: fc.constantFrom(199, 200, 800, 6_000, 6_001),
          }),
        ),
      ),
      search: maybe(fc.record({ sources: fc.boolean() })),
      tools: maybe(fc.constant([{ name: 'who_is_here' }])),
      smoothOutput: maybe(fc.boolean()),
      temperature: maybe(fc.constantFrom(-0.1, 0, 1.9, 2)),
      topP: maybe(fc.constantFrom(0, 0.1, 1, 1.1)),
      topK: maybe(fc.constantFrom(-1, 0, 200, null)),
      maxTokens: maybe(fc.constantFrom(0, 1, 100)),
      repetitionPenalty: maybe(fc.constantFrom(0, 0.5, 2)),
      presencePenalty: maybe(fc.constantFrom(-2.1, -2, 2, 2.1)),
      seed: maybe(fc.constantFrom(-2, 0, 2_147_483_647, 2_147_483_648)),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (all) => {
        const settings = Object.fromEntries(
          Object.entries(all).filter(([, value]) => value !== undefined),
        ) as unknown as ConversationSettings;
        const problems = checkConversation(settings);
        if (problems.length > 0) {
          await expect(client.open(settings)).rejects.toThrow('RequestBreaksRules');
          return;
        }
        const session = await client.open(settings);
        expect(session.agreed.speaks).toBe(settings.speaks ?? true);
        session.close();
      }),
      { numRuns: 120 },
    );
  });
});
