import { beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../../../src/service/errors.ts';
import { rejection } from '../../../../support/rejection.ts';
import { ScriptedConversation } from '../../../../support/scripted-conversation.ts';
import { type HeardConnection, refuseUpgrade } from '../../../../support/scripted-socket.ts';

const it = test.extend('session', () => talk.open());

interface Wire {
  readonly session: { readonly voice?: string };
}

let talk: ScriptedConversation;

beforeEach(async () => {
  talk = await ScriptedConversation.start({ 'xq3.5-omni-realtime': 'omni-of-this-place' });
  return async () => await talk[Symbol.asyncDispose]();
});

const response = (is: 'created' | 'done', id: string, status: string, output: readonly object[] = []) => ({
  type: `response.${is}`,
  response: { id, status, output },
});
const created = (id: string) => response('created', id, 'in_progress');
const done = (id: string, status = 'completed') => response('done', id, status);
/** Of the first response. */
const piece = (type: string, more: object) => ({ type: `response.${type}`, response_id: 'r1', ...more });
const audio = (id: string, bytes: readonly number[]) => ({
  ...piece('audio.delta', { delta: Buffer.from(bytes).toString('base64') }),
  response_id: id,
});
const error = (fields: object) => ({ type: 'error', error: fields });
const refusal = (param: string, message = 'no') => error({ code: 'invalid_value', message, param });
const transcription = 'conversation.item.input_audio_transcription';
const kinds = () => talk.events.map(({ is }) => is);
const sentKinds = () => talk.sent.map(({ type }) => type);
const untilSent = async (count: number) =>
  await eventually(() => talk.connection.messages.length === count, `${count} messages`);

/** A service that begins, and does that with every message. */
function answering(answer: (connection: HeardConnection, message: Wire) => void): void {
  talk.service.onConnection = (connection) => {
    connection.json({ type: 'session.created', session: {} });
    connection.socket.on('message', (data) => answer(connection, JSON.parse(String(data))));
  };
}

describe('opening a conversation', () => {
  it('sends nothing before the service has begun, and no audio before it has agreed', async () => {
    const opening = talk.open({ instructions: 'Be brief.', voice: 'Tina' });
    await eventually(() => talk.service.connections.length === 1);
    expect(talk.connection.url.searchParams.get('model')).toBe('omni-of-this-place');
    expect(talk.connection.headers.authorization).toBe('Bearer test-key');
    talk.connection.json({ type: 'session.created', session: { id: 'sess_1' } });
    await untilSent(1);
    expect(talk.sent[0]).toMatchObject({ type: 'session.update', session: { voice: 'Tina' } });
    talk.connection.json({ type: 'session.updated', session: { id: 'sess_1', voice: 'Tina' } });
    const session = await opening;
    expect(session.agreed).toMatchObject({ sessionId: 'sess_1', voice: 'Tina' });
    expect(talk.connection.messages).toHaveLength(1);
  });

  it('gives every event an id of its own', async () => {
    talk.agree();
    const session = await talk.open();
    session.append(new Uint8Array(3_200));
    session.append(new Uint8Array(3_200));
    await untilSent(3);
    const ids = talk.connection.messages.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^event_\w+$/);
  });

  it('is refused before anything is sent when settings break a rule', async () => {
    const error = await rejection(talk.open({ temperature: 1, topP: 0.5 }), ServiceError);
    expect(error).toMatchObject({ fault: 'invalid-request', nothingHappened: true });
    expect(talk.service.connections).toHaveLength(0);
  });

  it('fails with the parameter that the service does not take', async () => {
    answering((connection) => connection.json(refusal('session.top_p')));
    const error = await rejection(talk.open(), ServiceError);
    expect(error.fault).toBe('invalid-request');
    expect(error.message).toContain('session.top_p');
    await eventually(() => talk.connection.closed !== undefined);
  });

  it("falls back to the model's own voice when the service does not know the chosen one", async () => {
    const unknown = refusal('session.voice', 'Unsupported voice');
    answering((connection, { session }) =>
      connection.json(session.voice === 'Tina' ? { type: 'session.updated', session } : unknown),
    );
    const session = await talk.open({ voice: 'Nobody' });
    expect(session.agreed.voice).toBe('Tina');
    await talk.say();
    expect(sentKinds()).toEqual(['session.update', 'session.update']);
  });

  it('is given up when the service closes because of the voice, and waits for nothing', async () => {
    answering(({ socket }) => socket.close(1007, 'Unsupported voice'));
    const errors: unknown[] = [];
    talk.open({ voice: 'Nobody' }).catch((error: unknown) => errors.push(error));
    await eventually(() => errors.length === 1);
    expect(errors).toMatchObject([{ fault: 'invalid-request', code: 'Closed1007' }]);
    expect(talk.sent).toHaveLength(1);
  });

  it('gives up when the service accepts and says nothing', async () => {
    const opening = rejection(talk.open(), ServiceError);
    await eventually(() => talk.service.connections.length === 1);
    await talk.clock.advance(15_000);
    expect((await opening).fault).toBe('timeout');
    await eventually(() => talk.connection.closed !== undefined);
  });

  it('gives up when the service never agrees', async () => {
    answering(() => undefined);
    const opening = rejection(talk.open(), ServiceError);
    await eventually(() => talk.service.connections[0]?.messages.length === 1);
    await talk.clock.advance(15_000);
    expect((await opening).code).toContain('updated');
  });

  it('is over when its caller no longer wants it', async () => {
    const aborting = new AbortController();
    aborting.abort(new Error('not any more'));
    const settings = { model: 'xq3.5-omni-realtime' } as const;
    await expect(talk.client.open(settings, aborting.signal)).rejects.toThrow();
  });

  it.each([
    [401, 'InvalidApiKey', 'credentials'],
    [403, 'AccessDenied', 'access'],
    [404, 'ModelNotFound', 'not-found'],
  ])('refused with %i %s needs the operator', async (status, code, fault) => {
    talk.service.refusals.push(refuseUpgrade(status, { code, message: 'no' }));
    const error = await rejection(talk.open(), ServiceError);
    expect(error).toMatchObject({ fault, needsOperator: true });
  });
});

describe('a conversation', () => {
  beforeEach(() => talk.agree());

  it('carries audio, and pictures only behind it', async ({ session }) => {
    expect(session.show(Uint8Array.of(1))).toBe(false);
    session.append(Uint8Array.of(1, 2, 3, 4));
    expect(session.show(Uint8Array.of(9))).toBe(true);
    await untilSent(3);
    expect(talk.sent.slice(1)).toEqual([
      { type: 'input_audio_buffer.append', audio: 'AQIDBA==' },
      { type: 'input_image_buffer.append', image: 'CQ==' },
    ]);
  });

  it('commits, clears and asks as it is told', async () => {
    const session = await talk.open({ turnDetection: { by: 'manual' } });
    session.endTurn();
    session.clear();
    await untilSent(4);
    expect(sentKinds().slice(1)).toEqual([
      'input_audio_buffer.commit',
      'response.create',
      'input_audio_buffer.clear',
    ]);
  });

  it('tells what is heard, while it is said and at its end', async () => {
    await talk.open();
    await talk.say(
      { type: 'input_audio_buffer.speech_started', item_id: 'i1', audio_start_ms: 120 },
      {
        ...{ type: `${transcription}.delta`, item_id: 'i1', text: 'good', stash: ' mor' },
        ...{ language: 'en', emotion: 'happy' },
      },
      { type: 'input_audio_buffer.speech_stopped', item_id: 'i1', audio_end_ms: 900 },
      { type: 'input_audio_buffer.committed', item_id: 'i1' },
      { type: `${transcription}.completed`, item_id: 'i1', transcript: 'good morning' },
      { type: `${transcription}.failed`, item_id: 'i2', error: { code: 'x' } },
    );
    expect(talk.events).toEqual([
      { is: 'speech-started', itemId: 'i1', atMs: 120 },
      { is: 'hearing', itemId: 'i1', sure: 'good', unsure: ' mor', language: 'en', emotion: 'happy' },
      { is: 'speech-stopped', itemId: 'i1', atMs: 900 },
      { is: 'committed', itemId: 'i1' },
      { is: 'heard', itemId: 'i1', text: 'good morning' },
      { is: 'not-understood', itemId: 'i2' },
    ]);
  });

  it('keeps what it understood when the final transcript is empty', async () => {
    await talk.open();
    await talk.say(
      { type: `${transcription}.delta`, item_id: 'i1', text: '', stash: 'good morning' },
      { type: `${transcription}.completed`, item_id: 'i1', transcript: '' },
      { type: `${transcription}.completed`, item_id: 'i2', transcript: '' },
    );
    expect(talk.events.slice(1)).toEqual([
      { is: 'heard', itemId: 'i1', text: 'good morning' },
      { is: 'heard', itemId: 'i2', text: '' },
    ]);
  });

  it('tells an answer, its text and its sound, in order', async () => {
    await talk.open();
    await talk.say(
      created('r1'),
      piece('audio_transcript.delta', { delta: 'Hel' }),
      audio('r1', [1, 2, 3, 4]),
      piece('audio_transcript.delta', { delta: 'lo' }),
      piece('audio_transcript.done', { transcript: '' }),
      piece('audio.done', {}),
      { ...done('r1'), response: { id: 'r1', status: 'completed', usage: { total_tokens: 7 } } },
    );
    expect(kinds()).toEqual([
      'response-started',
      'answer-text',
      'answer-audio',
      'answer-text',
      'answer-text-done',
      'answer-audio-done',
      'response-ended',
    ]);
    expect(talk.events[4]).toMatchObject({ text: 'Hello' });
    expect(talk.events[6]).toMatchObject({ end: 'completed', usage: { totalTokens: 7 } });
  });

  it('tells a text-only answer the same way', async () => {
    await talk.open({ speaks: false });
    await talk.say(
      created('r1'),
      piece('text.delta', { delta: 'Hi' }),
      piece('text.done', { text: 'Hi' }),
      done('r1'),
    );
    expect(kinds()).toEqual(['response-started', 'answer-text', 'answer-text-done', 'response-ended']);
  });

  it('drops what still comes of a response that is over, and its second end', async () => {
    await talk.open();
    await talk.say(created('r1'), done('r1', 'cancelled'));
    talk.events.length = 0;
    await talk.say(audio('r1', [1, 2]), done('r1'), audio('r0', [1, 2]), done('r0'));
    expect(talk.events).toEqual([]);
  });

  it('leaves out audio that is none, and goes on', async () => {
    await talk.open();
    await talk.say(
      created('r1'),
      piece('audio.delta', { delta: '***' }),
      piece('audio.delta', { delta: 7 }),
      audio('r1', [1, 2]),
    );
    expect(kinds()).toEqual(['response-started', 'answer-audio']);
  });

  it('ends a response of which nothing comes any more', async () => {
    await talk.open();
    await talk.say(created('r1'));
    await talk.clock.advance(19_999);
    expect(kinds()).toEqual(['response-started']);
    await talk.clock.advance(20_001);
    expect(talk.events.at(-1)).toMatchObject({ is: 'response-ended', responseId: 'r1', end: 'silent' });
  });

  it('ends a response that another one follows without its end', async () => {
    await talk.open();
    await talk.say(created('r1'), created('r2'), done('r2'));
    expect(talk.events).toMatchObject([
      { is: 'response-started', responseId: 'r1' },
      { is: 'response-ended', responseId: 'r1', end: 'unknown' },
      { is: 'response-started', responseId: 'r2' },
      { is: 'response-ended', responseId: 'r2', end: 'completed' },
    ]);
  });

  it('passes unknown and malformed events by', async () => {
    await talk.open();
    await talk.say(
      { type: 'brand.new', secret: 'words of somebody' },
      { type: 'response.done' },
      { no: 'type' },
    );
    expect(talk.events).toEqual([]);
    expect(talk.log.text()).not.toContain('words of somebody');
    const ignored = { msg: 'ignored an event from the service' };
    expect(talk.log.lines).toMatchObject([
      { ...ignored, event: 'brand.new', is: 'unknown' },
      { ...ignored, event: 'response.done', is: 'malformed' },
      { ...ignored, event: '', is: 'malformed' },
    ]);
  });

  it('goes on when somebody who listens fails', async ({ session }) => {
    session.onEvent(() => {
      throw new Error('broken');
    });
    await talk.say(created('r1'), done('r1'));
    expect(kinds()).toEqual(['response-started', 'response-ended']);
  });
});

describe('tools', () => {
  beforeEach(() => talk.agree());
  const call = (id: string, given: string) => {
    const place = { item_id: `item-${id}`, output_index: 0, call_id: id };
    return piece('function_call_arguments.done', { ...place, name: 'search', arguments: given });
  };
  /** A conversation whose first response calls a tool; how it ended, if it's over. */
  const called = async (
    settings: { readonly tools?: readonly { readonly name: string }[] } = {},
    end?: string,
  ) => {
    const session = await talk.open(settings);
    await talk.say(created('r1'), call('c1', '{}'), ...(end ? [done('r1', end)] : []));
    return session;
  };
  const tools = [{ name: 'search' }];

  it('are called with the complete arguments, never with the pieces', async () => {
    await talk.open();
    await talk.say(
      created('r1'),
      piece('function_call_arguments.delta', { call_id: 'c1', delta: '{"query":' }),
      piece('function_call_arguments.delta', { call_id: 'c1', delta: '"wrong' }),
      call('c1', ' {"query":"right"}'),
    );
    expect(talk.events.at(-1)).toEqual({
      is: 'tool-call',
      responseId: 'r1',
      call: { callId: 'c1', name: 'search', arguments: '{"query":"right"}' },
    });
    expect(kinds()).toEqual(['response-started', 'tool-call']);
  });

  it('are answered, and the final answer is asked for when the last result is there and the response is over', async () => {
    const session = await talk.open();
    await talk.say(created('r1'), call('c1', '{}'), call('c2', '{}'));
    session.answerTool('c1', '{"found":1}');
    session.answerTool('c2', '{"found":2}');
    await untilSent(3);
    expect(talk.sent[1]).toEqual({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: 'c1', output: '{"found":1}' },
    });
    await talk.say(done('r1'));
    await untilSent(4);
    expect(talk.sent[3]).toEqual({ type: 'response.create' });
  });

  const creates = () => talk.sent.filter(({ type }) => type === 'response.create').length;
  const results = () => talk.sent.filter(({ type }) => type === 'conversation.item.create').length;

  it('that are ready before the next one is called wait for it', async () => {
    const session = await called();
    session.answerTool('c1', '1');
    await talk.say(call('c2', '{}'), done('r1'));
    expect([results(), creates()]).toEqual([1, 0]);
    session.answerTool('c2', '2');
    await eventually(() => creates() === 1);
    await talk.say(created('r2'), done('r2'));
    expect([results(), creates()]).toEqual([2, 1]);
  });

  it.each(['cancelled', 'incomplete', 'failed'])(
    'of a response that ends as %s are answered, too',
    async (status) => {
      const session = await called({}, status);
      expect(creates()).toBe(0);
      session.answerTool('c1', 'x');
      await eventually(() => creates() === 1);
    },
  );

  it('of a response whose end never comes are answered when it is given up', async () => {
    const session = await called();
    session.answerTool('c1', 'x');
    await talk.say();
    expect(creates()).toBe(0);
    await talk.clock.advance(20_100);
    await eventually(() => creates() === 1);
  });

  it('of a response that another one replaces are asked about after that one', async () => {
    const session = await called();
    session.answerTool('c1', 'x');
    await talk.say(created('r2'));
    expect(creates()).toBe(0);
    await talk.say(done('r2'));
    expect(creates()).toBe(1);
  });

  const functionCall = (id: string, given: string) => {
    return { type: 'function_call', name: 'search', call_id: id, arguments: given };
  };

  it('that only the end of the response tells of are called then, once', async () => {
    await talk.open();
    const item = (id: string) => functionCall(id, ' {"a":1}');
    const end = response('done', 'r1', 'completed', [item('c1'), item('c2'), item('c2'), {}]);
    await talk.say(created('r1'), call('c1', '{"a":1}'), end, call('c2', '{}'));
    const called = talk.events.flatMap((event) => (event.is === 'tool-call' ? [event.call] : []));
    expect(called).toEqual([
      { callId: 'c1', name: 'search', arguments: '{"a":1}' },
      { callId: 'c2', name: 'search', arguments: '{"a":1}' },
    ]);
    expect(kinds().at(-1)).toBe('response-ended');
  });

  it('that are half told when a response is cancelled are not called', async () => {
    await talk.open();
    await talk.say(created('r1'), response('done', 'r1', 'cancelled', [functionCall('c1', '{"a":')]));
    expect(kinds()).toEqual(['response-started', 'response-ended']);
  });

  it('are taken away for one answer, and given back when it is over', async () => {
    const session = await called({ tools }, 'completed');
    const given = [{ type: 'function', function: { name: 'search' } }];
    session.answerTool('c1', 'x', 'answer-without-tools');
    await eventually(() => creates() === 1);
    expect(talk.sent.slice(1)).toEqual([
      { type: 'conversation.item.create', item: expect.anything() },
      { type: 'session.update', session: { tools: [] } },
      { type: 'response.create' },
    ]);
    await talk.say(created('r2'));
    expect(talk.sent).toHaveLength(4);
    await talk.say(done('r2'));
    expect(talk.sent.slice(4)).toEqual([{ type: 'session.update', session: { tools: given } }]);
  });

  it('that a service does not let go of keep nobody from an answer', async () => {
    const session = await called({ tools }, 'completed');
    session.answerTool('c1', 'x', 'answer-without-tools');
    await eventually(() => creates() === 1);
    talk.events.splice(0);
    await talk.say(refusal('session.tools', 'tools must not be empty'), created('r2'), done('r2'));
    expect(kinds()).toEqual(['response-started', 'response-ended']);
  });

  it('that a service does not take at all are a trouble', async () => {
    await talk.open({ tools });
    await talk.say(refusal('session.tools', 'too many tools'));
    expect(kinds()).toContain('trouble');
  });

  it('that got stuck are answered, and nothing follows', async () => {
    const session = await called({ tools }, 'completed');
    session.answerTool('c1', 'x', 'nothing');
    await talk.say();
    expect([results(), creates()]).toEqual([1, 0]);
  });

  it('are answered once, and only if they were called', async () => {
    const session = await called({}, 'completed');
    session.answerTool('never', 'x');
    session.answerTool('c1', 'x');
    session.answerTool('c1', 'y');
    await talk.say();
    expect(sentKinds().slice(1)).toEqual(['conversation.item.create', 'response.create']);
  });
});

describe('an answer without an end', () => {
  it('is told as far as 16,000 characters, however many pieces come', async () => {
    talk.agree();
    await talk.open();
    talk.connection.json(created('r1'));
    const delta = 'and so on '.repeat(10);
    for (let sent = 0; sent < 400; sent += 1)
      talk.connection.json(piece('audio_transcript.delta', { delta }));
    talk.connection.json(piece('audio_transcript.done', { transcript: delta.repeat(400) }));
    talk.connection.json(done('r1'));
    await eventually(() => kinds().includes('response-ended'));
    const texts = talk.events.flatMap((event) => (event.is === 'answer-text' ? [event.delta] : []));
    expect(texts.join('')).toHaveLength(16_000);
    const whole = talk.events.find((event) => event.is === 'answer-text-done');
    expect(whole?.is === 'answer-text-done' && whole.text).toHaveLength(16_000);
  });
});

describe('errors of the service', () => {
  it('that are repeated are one line of the log, and one with their count at the end', async () => {
    talk.agree();
    const session = await talk.open();
    for (let sent = 0; sent < 300; sent += 1)
      talk.connection.json(error({ code: `SystemError${sent}`, message: 'thread pool exhausted' }));
    await eventually(() => talk.events.filter(({ is }) => is === 'trouble').length === 300);
    const warned = () => talk.log.lines.filter(({ msg }) => msg === 'the realtime service reports an error');
    expect(warned()).toHaveLength(1);
    session.close();
    await eventually(() => warned().length === 2);
    expect(warned()[1]).toMatchObject({ times: 299 });
  });

  beforeEach(() => talk.agree());

  it('that are harmless races are told to nobody', async () => {
    await talk.open();
    await talk.say(error({ code: 'COMMON_ERROR', message: 'Conversation has none active response' }));
    expect(talk.events).toEqual([]);
  });

  it('that came too early are made good when the response is over', async ({ session }) => {
    session.respond();
    await untilSent(2);
    await talk.say(error({ message: 'Conversation already has an active response' }), done('r1'));
    await untilSent(3);
    expect(sentKinds()).toEqual(['session.update', 'response.create', 'response.create']);
  });

  it("that came because the service answers by itself don't lead to a second answer", async ({ session }) => {
    session.respond();
    await untilSent(2);
    await talk.say(
      error({ message: 'Conversation already has an active response' }),
      created('r1'),
      done('r1'),
    );
    expect(sentKinds()).toEqual(['session.update', 'response.create']);
  });

  it("about the voice bring the model's own, once", async () => {
    await talk.open({ voice: 'Nobody' });
    await talk.say(error({ message: "Voice 'Nobody' is not supported." }));
    expect(talk.events).toEqual([{ is: 'trouble', trouble: { is: 'voice-unknown', voice: 'Nobody' } }]);
    await untilSent(2);
    expect(talk.sent[1]).toMatchObject({ type: 'session.update', session: { voice: 'Tina' } });
    await talk.say(error({ message: "Voice 'Tina' is not supported." }));
    expect(talk.connection.messages).toHaveLength(2);
    const next = talk.open({ voice: 'Nobody' });
    await talk.clock.advance(1_000);
    await next;
    expect(talk.sent).toHaveLength(1);
    expect(talk.sent[0]).toMatchObject({ session: { voice: 'Tina' } });
  });

  it('that kept an answer from beginning do not keep the next one from being asked for', async () => {
    const session = await talk.open();
    session.respond();
    await talk.say(error({ message: 'thread pool exhausted' }));
    session.respond();
    await talk.say();
    expect(talk.sent.filter(({ type }) => type === 'response.create')).toHaveLength(2);
  });

  it('about our request are told with the parameter, and it goes on', async ({ session }) => {
    await talk.say(refusal('session.voice', 'secret words'));
    expect(talk.events).toEqual([{ is: 'trouble', trouble: { is: 'our-request', param: 'session.voice' } }]);
    expect(session.over).toBe(false);
  });

  it('that only the operator can mend end it, with the fault', async ({ session }) => {
    talk.connection.json(error({ message: 'Access denied.' }));
    expect(await session.ended).toMatchObject({
      is: 'lost',
      error: { fault: 'access', needsOperator: true },
    });
  });
});

describe('the end of a conversation', () => {
  beforeEach(() => talk.agree());

  it('is ours when we close it, with 1000', async ({ session }) => {
    session.close();
    session.close();
    expect(await session.ended).toEqual({ is: 'asked' });
    await eventually(() => talk.connection.closed !== undefined);
    expect(talk.connection.closed?.code).toBe(1000);
    session.append(new Uint8Array(2));
    expect(session.show(new Uint8Array(2))).toBe(false);
  });

  it('after nobody spoke is normal life, told by the error or by the reason', async () => {
    for (const withError of [true, false]) {
      const session = await talk.open();
      if (withError) talk.connection.json(error({ code: 'response_idle_timeout', message: 'idle timeout' }));
      talk.connection.socket.close(1007, withError ? 'bye' : 'response_idle_timeout');
      expect(await session.ended).toEqual({ is: 'idle' });
      await talk.clock.advance(1_000);
    }
  });

  it('at its longest life is told as such', async ({ session }) => {
    talk.connection.socket.close(1011, 'session exceeded the maximum duration of 120 min');
    expect(await session.ended).toEqual({ is: 'too-old' });
  });

  it('is kept for a later question', async ({ session }) => {
    talk.connection.socket.close(1011, 'internal');
    await eventually(() => session.over);
    expect((await session.ended).is).toBe('lost');
  });

  it('comes with more than any message may be', async ({ session }) => {
    talk.connection.socket.send(JSON.stringify({ type: 'response.audio.delta', delta: 'A'.repeat(2 ** 21) }));
    expect(await session.ended).toMatchObject({ is: 'lost', error: { fault: 'malformed' } });
  });

  it("doesn't come with a broken or an empty frame, but with one after the other", async ({ session }) => {
    const heard: string[] = [];
    session.onEvent(({ is }) => heard.push(is));
    for (const text of ['{"type":"input_audio_buf', '', 'this is no JSON']) talk.connection.socket.send(text);
    talk.connection.json({ type: 'input_audio_buffer.committed', item_id: 'i1' });
    await eventually(() => heard.length > 0);
    expect(heard).toEqual(['committed']);
    expect(session.over).toBe(false);
    for (let count = 3; count <= 20; count += 1) talk.connection.socket.send('{');
    expect(await session.ended).toMatchObject({ is: 'lost', error: { fault: 'malformed' } });
  });

  it('comes to all when the client closes, and no other begins', async ({ session }) => {
    await talk.client.close();
    expect(await session.ended).toEqual({ is: 'asked' });
    await expect(talk.open()).rejects.toThrow();
  });

  it('waits its turn when the account may not open more', async () => {
    await openMany(talk, 60);
    const next = talk.open();
    await talk.clock.advance(60_500);
    expect(talk.service.connections).toHaveLength(60);
    await talk.clock.advance(500);
    await next;
    expect(talk.service.connections).toHaveLength(61);
  });

  it('stops waiting for its turn when the client closes', async () => {
    await openMany(talk, 60);
    const next = talk.open();
    await talk.clock.advance(100);
    await talk.client.close();
    expect((await rejection(next, ServiceError)).fault).toBe('aborted');
    expect(talk.service.connections).toHaveLength(60);
  });
});

async function openMany(talk: ScriptedConversation, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    const opening = talk.open();
    await talk.clock.advance(0);
    await opening;
  }
}
