import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ServiceSandbox } from '../../../service/server.ts';
import { eventually } from '../../support/eventually.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from './realtime-caller.ts';

const it = test.extend('caller', () => connect());

let sandbox: ServiceSandbox;
const open: RealtimeCaller[] = [];
const connect = async (session: object = {}) => {
  const caller = await connectRealtime(sandbox);
  open.push(caller);
  await caller.seen('session.created');
  await caller.update(session);
  return caller;
};
const voiced = (text: string) => sandbox.realtime.voice(text, 'ann', 16_000);

/** Document 2 B, “Server events (conversation)”: the fields of each event beside `type`. */
const place = ['response_id', 'item_id', 'output_index', 'content_index'];
const documentedFields: Readonly<Record<string, readonly string[]>> = {
  'session.created': ['event_id', 'session'],
  'session.updated': ['session'],
  'input_audio_buffer.speech_started': ['audio_start_ms', 'item_id'],
  'input_audio_buffer.speech_stopped': ['audio_end_ms', 'item_id'],
  'input_audio_buffer.committed': ['item_id'],
  'conversation.item.created': ['item'],
  'conversation.item.input_audio_transcription.delta': [
    ...['item_id', 'content_index', 'text', 'stash', 'language', 'emotion', 'obfuscation'],
  ],
  'conversation.item.input_audio_transcription.completed': ['item_id', 'content_index', 'transcript'],
  'response.created': ['response'],
  'response.done': ['response'],
  'response.output_item.added': ['response_id', 'output_index', 'item'],
  'response.output_item.done': ['response_id', 'output_index', 'item'],
  'response.content_part.added': [...place, 'part'],
  'response.content_part.done': [...place, 'part'],
  'response.text.delta': [...place, 'delta'],
  'response.text.done': [...place, 'text'],
  'response.audio.delta': [...place, 'delta'],
  'response.audio.done': place,
  'response.audio_transcript.delta': [...place, 'delta'],
  'response.audio_transcript.done': [...place, 'transcript'],
  'response.function_call_arguments.delta': [
    ...['response_id', 'item_id', 'output_index', 'call_id', 'delta'],
  ],
  'response.function_call_arguments.done': [
    ...['response_id', 'item_id', 'output_index', 'call_id', 'name', 'arguments'],
  ],
};

beforeAll(async () => {
  sandbox = await openRealtimeSandbox();
});
afterEach(() => {
  for (const caller of open.splice(0)) caller.close();
  sandbox.realtime.clearFaults();
  sandbox.realtime.play([]);
  sandbox.realtime.set({ thinkMs: 0, realTimeFactor: 0, losesRestOfAppend: true, lenientVoice: false });
});
afterAll(async () => {
  await sandbox.close();
});

describe('a turn', () => {
  it('is detected, transcribed and answered, in the order of the document', async ({ caller }) => {
    caller.speak(await voiced('Hello there, how is it going today?'));
    caller.silence(1_200);
    await caller.seen('response.done');
    const order = caller.types.filter(
      (type) => !type.endsWith('transcription.delta') && !type.endsWith('audio.delta'),
    );
    expect(order).toEqual([
      'session.created',
      'session.updated',
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.created',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
      'conversation.item.created',
      'response.output_item.added',
      'response.content_part.added',
      'response.audio_transcript.delta',
      'response.audio_transcript.delta',
      'response.audio_transcript.done',
      'response.audio.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.done',
    ]);
    const { transcript } = await caller.seen('conversation.item.input_audio_transcription.completed');
    expect(transcript).toBe('Hello there, how is it going today?');
    const done = await caller.seen('response.done');
    expect(done.response).toMatchObject({ status: 'completed', usage: { total_tokens: expect.any(Number) } });
  });

  it('never ends when no silence comes', async ({ caller }) => {
    caller.speak(await voiced('Hello there.'));
    await caller.seen('input_audio_buffer.speech_started');
    await caller.update({ voice: 'Mia' });
    expect(caller.of('input_audio_buffer.speech_stopped')).toEqual([]);
  });

  it('ends after as much silence as was asked for, counted in samples', async () => {
    const caller = await connect({ turn_detection: { type: 'server_vad', silence_duration_ms: 400 } });
    const speech = await voiced('Hello there.');
    caller.speak(speech);
    caller.silence(200);
    await caller.update({ voice: 'Mia' });
    expect(caller.of('input_audio_buffer.speech_stopped')).toEqual([]);
    caller.silence(400);
    await caller.seen('input_audio_buffer.speech_stopped');
  });

  it.each([
    [true, 1],
    [false, 2],
  ])('whose silence has speech behind it in the same append loses it or not (%s)', async (loses, turns) => {
    sandbox.realtime.set({ losesRestOfAppend: loses });
    const caller = await connect();
    const [one, two] = [await voiced('Hello there.'), await voiced('And thank you.')];
    const all = new Int16Array(one.length + 16_000 + two.length);
    all.set(one);
    all.set(two, one.length + 16_000);
    caller.append(all);
    caller.silence(1_200);
    await caller.seen('input_audio_buffer.speech_stopped', turns);
    await caller.update({ voice: 'Mia' });
    expect(caller.of('input_audio_buffer.speech_stopped')).toHaveLength(turns);
  });

  it('is placed in all the audio that was written, also behind a part that was lost', async ({ caller }) => {
    const speech = await voiced('Hello there.');
    const first = new Int16Array(speech.length + 5 * 16_000);
    first.set(speech);
    caller.append(first);
    caller.append(speech);
    const began = await caller.seen('input_audio_buffer.speech_started', 2);
    const writtenMs = first.length / 16;
    expect(began.audio_start_ms).toBeGreaterThanOrEqual(writtenMs - 20);
    expect(began.audio_start_ms).toBeLessThan(writtenMs + speech.length / 16);
  });

  it('shows what is understood so far while it is spoken', async ({ caller }) => {
    caller.speak(await voiced('The meeting is on Thursday at half past four in the small room.'));
    const { text, stash } = await caller.seen('conversation.item.input_audio_transcription.delta', 2);
    expect('The meeting is on Thursday at half past four in the small room.').toContain(String(text).trim());
    expect(typeof stash).toBe('string');
  });

  it('of sounds that the sandbox has not voiced is speech, and no words', async ({ caller }) => {
    caller.speak(
      Int16Array.from({ length: 24_000 }, (_, at) => 6_000 * Math.sin(at / 9) * Math.sin(at / 1_500)),
    );
    caller.silence(1_200);
    const { transcript } = await caller.seen('conversation.item.input_audio_transcription.completed');
    expect(transcript).toMatch(/^\(speech, \d\.\d s\)$/);
  });

  it('in manual mode is what was committed, answered when asked for', async () => {
    const caller = await connect({ turn_detection: null });
    caller.speak(await voiced('Hello there.'));
    caller.silence(2_000);
    await caller.update({ voice: 'Mia' });
    expect(caller.types).not.toContain('input_audio_buffer.speech_started');
    caller.send('input_audio_buffer.commit');
    await caller.seen('input_audio_buffer.committed');
    await caller.update({ voice: 'Tina' });
    expect(caller.types).not.toContain('response.created');
    caller.send('response.create');
    await caller.seen('response.done');
  });

  it.each([
    [-1, 1],
    [1, 0],
  ])('with the threshold %d begins with quiet words or does not', async (threshold, started) => {
    const caller = await connect({ turn_detection: { threshold } });
    caller.speak((await voiced('Hello there.')).map((sample) => sample * 0.05));
    await caller.update({ voice: 'Mia' });
    expect(caller.of('input_audio_buffer.speech_started')).toHaveLength(started);
  });

  it('keeps an answer from being asked for until it is over', async ({ caller }) => {
    caller.speak(await voiced('Hello there.'));
    const error = await caller.refused(() => caller.send('response.create'));
    expect(error.message).toBe('Cannot create response while user is speaking.');
  });

  it('that cannot be transcribed says so apart from errors', async () => {
    sandbox.realtime.arm({ at: 'appended', effect: { kind: 'no-transcript' } });
    const caller = await connect();
    caller.speak(await voiced('Hello there.'));
    caller.silence(1_200);
    const failed = await caller.seen('conversation.item.input_audio_transcription.failed');
    expect(failed).toMatchObject({ content_index: 0, error: { code: expect.any(String) } });
    expect(caller.of('error')).toEqual([]);
  });
});

describe('an answer', () => {
  const story = async (caller: RealtimeCaller) => {
    caller.speak(await voiced('Please tell me a long story.'));
    caller.silence(1_200);
    await caller.seen('response.audio.delta');
  };

  it('is stopped by speech, and its done events still come', async () => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const caller = await connect();
    await story(caller);
    caller.speak(await voiced('Hello there, wait a moment.'));
    const done = await caller.seen('response.done');
    expect(done.response).toMatchObject({ status: 'cancelled' });
    expect(caller.types).toContain('response.audio.done');
    expect(caller.types).toContain('response.audio_transcript.done');
  });

  it.each([
    ['Mhm.', []],
    ['Please stop and listen to me.', ['cancelled']],
  ])('with semantic detection hears %j and ends so: %j', async (text, ends) => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const caller = await connect({ turn_detection: { type: 'semantic_vad' } });
    await story(caller);
    caller.speak(await voiced(text));
    caller.silence(1_200);
    await caller.seen('input_audio_buffer.speech_stopped', 2);
    await caller.update({ voice: 'Mia' });
    await eventually(() => caller.of('response.done').length === ends.length);
    expect(caller.of('response.done').map(({ response }) => Object(response).status)).toEqual(ends);
  });

  it('in a voice that the model does not have fails where the service let the voice pass', async () => {
    sandbox.realtime.set({ lenientVoice: true });
    const caller = await connect({ voice: 'Nobody' });
    caller.speak(await voiced('Hello there.'));
    caller.silence(1_200);
    expect((await caller.seen('response.done')).response).toMatchObject({ status: 'failed' });
    expect((await caller.seen('error')).error).toMatchObject({ message: "Voice 'Nobody' is not supported." });
  });

  it('and its turn come in events with every field of the document', async () => {
    const caller = await connect({ tools: [{ type: 'function', function: { name: 'who_is_here' } }] });
    caller.speak(await voiced('Hello there, good morning to you all today.'));
    caller.silence(1_200);
    await caller.seen('response.done');
    caller.speak(await voiced('Tell me, who is here?'));
    caller.silence(1_200);
    await caller.seen('response.done', 2);
    await caller.update({ modalities: ['text'] });
    caller.speak(await voiced('And thank you.'));
    caller.silence(1_200);
    await caller.seen('response.done', 3);
    const lacking = Object.entries(documentedFields).flatMap(([type, fields]) => {
      const [event] = caller.of(type);
      return fields.filter((field) => event?.[field] === undefined).map((field) => `${type}: ${field}`);
    });
    expect(lacking).toEqual([]);
    const ids = caller.events.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(ids.length);
    const { response } = await caller.seen('response.created');
    expect(response).toMatchObject({ object: 'realtime.response', status: 'in_progress', output: [] });
    expect((await caller.seen('response.done')).response).toMatchObject({
      id: expect.any(String),
      conversation_id: expect.stringMatching(/^conv_\w{20}$/),
      modalities: ['text', 'audio'],
      voice: 'Tina',
      output_audio_format: 'pcm',
      output: [{ object: 'realtime.item', type: 'message', role: 'assistant', status: 'completed' }],
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        input_tokens_details: { audio_tokens: expect.any(Number) },
        output_tokens_details: { text_tokens: expect.any(Number), audio_tokens: expect.any(Number) },
      },
    });
  });

  it('is stopped when it is cancelled', async () => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const caller = await connect();
    await story(caller);
    caller.send('response.cancel');
    expect((await caller.seen('response.done')).response).toMatchObject({ status: 'cancelled' });
  });

  it('is not begun while another one runs', async () => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const caller = await connect();
    await story(caller);
    const error = await caller.refused(() => caller.send('response.create'));
    expect(error.message).toBe('Conversation already has an active response');
  });

  it('is text only where the session says so', async () => {
    const caller = await connect({ modalities: ['text'] });
    caller.speak(await voiced('Hello there.'));
    caller.silence(1_200);
    await caller.seen('response.done');
    expect(caller.types).toContain('response.text.done');
    expect(caller.types).not.toContain('response.audio.delta');
  });

  it('comes with what a search found, where the session searches', async () => {
    const caller = await connect({ enable_search: true, search_options: { enable_source: true } });
    caller.speak(await voiced('Please search for paper kites.'));
    caller.silence(1_200);
    const { response } = await caller.seen('response.done');
    expect(response).toMatchObject({ usage: { plugins: { search: { count: 1 } } } });
    expect(JSON.stringify(response)).toContain('https://example.org/');
  });

  it.each([
    ['{"say":"Ann and Ben are here."}', 'Ann and Ben are here.'],
    [
      '{"passages":[{"text":"Open from nine to five.","from":"Library"}]}',
      "Here's what I found. Open from nine to five.",
    ],
  ])('calls a tool, in pieces and whole, and goes on with its result: %s', async (output, said) => {
    const caller = await connect({ tools: [{ type: 'function', function: { name: 'who_is_here' } }] });
    caller.speak(await voiced('Tell me, who is here?'));
    caller.silence(1_200);
    const call = await caller.seen('response.function_call_arguments.done');
    expect(call).toMatchObject({ name: 'who_is_here', arguments: ' {}' });
    const pieces = caller.of('response.function_call_arguments.delta').map(({ delta }) => delta);
    expect(pieces.join('')).toBe(call.arguments);
    await caller.seen('response.done');
    const item = { type: 'function_call_output', call_id: call.call_id, output };
    caller.send('conversation.item.create', { item });
    caller.send('response.create');
    const { transcript } = await caller.seen('response.audio_transcript.done');
    expect(transcript).toBe(said);
  });

  it('calls a tool as often as it was told to, in one response, each time with arguments of its own', async () => {
    const call = { name: 'post_message', arguments: { channel: 'videos', text: 'tea $n' } };
    sandbox.realtime.play([{ when: { heard: 'tea' }, answer: { call } }]);
    sandbox.realtime.arm({ at: 'call', effect: { kind: 'many-calls', count: 200 } });
    const caller = await connect({ tools: [{ type: 'function', function: { name: 'post_message' } }] });
    caller.speak(await voiced('Post that the tea is ready.'));
    caller.silence(1_200);
    const { response } = await caller.seen('response.done');
    const calls = caller.of('response.function_call_arguments.done');
    expect(calls).toHaveLength(200);
    expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(200);
    expect(calls[199]).toMatchObject({ arguments: expect.stringContaining('tea 200'), output_index: 199 });
    expect(response).toMatchObject({ output: { length: 200 } });
    expect(sandbox.realtime.armed).toEqual([]);
  });

  it('comes unasked after the silence that the session chose, and not while someone speaks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      sandbox.realtime.play([{ when: { told: 'need' }, answer: { say: 'Are you still there?' } }]);
      const caller = await connectRealtime(sandbox);
      open.push(caller);
      const turn_detection = { type: 'server_vad', idle_timeout_ms: 5_000 };
      const session = { modalities: ['text'], instructions: 'Ask what they need.', turn_detection };
      caller.send('session.update', { session });
      await caller.roundTrip();
      await vi.advanceTimersByTimeAsync(4_999);
      await caller.roundTrip();
      expect(caller.types).not.toContain('response.created');
      await vi.advanceTimersByTimeAsync(1);
      for (let trips = 0; trips < 100 && !caller.types.includes('response.done'); trips += 1)
        await caller.roundTrip();
      expect(caller.of('response.text.done')).toMatchObject([{ text: 'Are you still there?' }]);
      caller.speak(await voiced('Hello there.'));
      await caller.roundTrip();
      expect(caller.types).toContain('input_audio_buffer.speech_started');
      await vi.advanceTimersByTimeAsync(30_000);
      await caller.roundTrip();
      expect(caller.of('response.created')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sees no picture where detection is on and the deployment ignores them, and sees it by hand', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const image = createCanvas(64, 64).toBuffer('image/jpeg').toString('base64');
    sandbox.realtime.set({ ignoresImages: true });
    const caller = await connect({ modalities: ['text'] });
    caller.silence(100);
    caller.send('input_image_buffer.append', { image });
    caller.speak(await voiced('Hello there.'));
    caller.silence(1_200);
    expect((await caller.seen('response.text.done')).text).toBe('Hello! What can I do for you?');
    await caller.seen('response.done');
    await caller.update({ turn_detection: null });
    caller.silence(100);
    caller.send('input_image_buffer.append', { image });
    caller.send('input_audio_buffer.commit');
    caller.send('response.create');
    expect((await caller.seen('response.text.done', 2)).text).toBe('I can see your picture. What about it?');
    sandbox.realtime.set({ ignoresImages: false });
  });

  it('follows the scenario that was given', async () => {
    sandbox.realtime.play([
      { when: { heard: 'weather in (\\w+)' }, answer: { say: 'Rain in $1.', status: 'incomplete' } },
    ]);
    const caller = await connect();
    caller.speak(await voiced('What is the weather in Paris?'));
    caller.silence(1_200);
    const { transcript } = await caller.seen('response.audio_transcript.done');
    expect(transcript).toBe('Rain in Paris.');
    expect((await caller.seen('response.done')).response).toMatchObject({ status: 'incomplete' });
    expect(() => sandbox.realtime.play([{ when: {}, answer: { sing: 'la' } }])).toThrow();
  });

  it.each([
    ['done', 'twice', 'response.done', 2],
    ['after', 'late-delta', 'response.audio.delta', 1],
  ] as const)('with the fault %s %s', async (at, kind, type, least) => {
    sandbox.realtime.arm({ at, effect: { kind } });
    const caller = await connect({ modalities: ['text'] });
    caller.speak(await voiced('Hello there.'));
    caller.silence(1_200);
    await caller.seen(type, least);
  });
});
