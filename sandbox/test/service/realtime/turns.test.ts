import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ServiceSandbox } from '../../../service/server.ts';
import { eventually } from '../../support/eventually.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from './realtime-caller.ts';

const it = test.extend('client', () => connect());

let sandbox: ServiceSandbox;
const connect = async (session: object = {}) => {
  const client = await connectRealtime(sandbox);
  await client.seen('session.created');
  await client.update(session);
  return client;
};
const voiced = (text: string) => sandbox.realtime.voice(text, 'ann', 16_000);
/** A turn, and the silence that ends it. */
async function say(client: RealtimeCaller, text: string): Promise<void> {
  client.speak(await voiced(text));
  client.silence(1_200);
}

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
  return () => sandbox.close();
});
afterEach(() => {
  sandbox.realtime.clearFaults();
  sandbox.realtime.play([]);
  sandbox.realtime.set({ thinkMs: 0, realTimeFactor: 0, losesRestOfAppend: true, lenientVoice: false });
});

describe('a turn', () => {
  it('is detected, transcribed and answered, in the order of the document', async ({ client }) => {
    await say(client, 'Hello there, how is it going today?');
    await client.seen('response.done');
    const order = client.types.filter(
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
    const { transcript } = await client.seen('conversation.item.input_audio_transcription.completed');
    expect(transcript).toBe('Hello there, how is it going today?');
    const done = await client.seen('response.done');
    expect(done.response).toMatchObject({ status: 'completed', usage: { total_tokens: expect.any(Number) } });
  });

  it('never ends when no silence comes', async ({ client }) => {
    client.speak(await voiced('Hello there.'));
    await client.seen('input_audio_buffer.speech_started');
    await client.update({ voice: 'Mia' });
    expect(client.of('input_audio_buffer.speech_stopped')).toEqual([]);
  });

  it('ends after as much silence as was asked for, counted in samples', async () => {
    const client = await connect({ turn_detection: { type: 'server_vad', silence_duration_ms: 400 } });
    const speech = await voiced('Hello there.');
    client.speak(speech);
    client.silence(200);
    await client.update({ voice: 'Mia' });
    expect(client.of('input_audio_buffer.speech_stopped')).toEqual([]);
    client.silence(400);
    await client.seen('input_audio_buffer.speech_stopped');
  });

  it.each([
    [true, 1],
    [false, 2],
  ])('whose silence has speech behind it in the same append loses it or not (%s)', async (loses, turns) => {
    sandbox.realtime.set({ losesRestOfAppend: loses });
    const client = await connect();
    const [one, two] = [await voiced('Hello there.'), await voiced('And thank you.')];
    const all = new Int16Array(one.length + 16_000 + two.length);
    all.set(one);
    all.set(two, one.length + 16_000);
    client.append(all);
    client.silence(1_200);
    await client.seen('input_audio_buffer.speech_stopped', turns);
    await client.update({ voice: 'Mia' });
    expect(client.of('input_audio_buffer.speech_stopped')).toHaveLength(turns);
  });

  it('is placed in all the audio that was written, also behind a part that was lost', async ({ client }) => {
    const speech = await voiced('Hello there.');
    const first = new Int16Array(speech.length + 5 * 16_000);
    first.set(speech);
    client.append(first);
    client.append(speech);
    const began = await client.seen('input_audio_buffer.speech_started', 2);
    const writtenMs = first.length / 16;
    expect(began.audio_start_ms).toBeGreaterThanOrEqual(writtenMs - 20);
    expect(began.audio_start_ms).toBeLessThan(writtenMs + speech.length / 16);
  });

  it('shows what is understood so far while it is spoken', async ({ client }) => {
    client.speak(await voiced('The meeting is on Thursday at half past four in the small room.'));
    const { text, stash } = await client.seen('conversation.item.input_audio_transcription.delta', 2);
    expect('The meeting is on Thursday at half past four in the small room.').toContain(String(text).trim());
    expect(typeof stash).toBe('string');
  });

  it('of sounds that the sandbox has not voiced is speech, and no words', async ({ client }) => {
    client.speak(
      Int16Array.from({ length: 24_000 }, (_, at) => 6_000 * Math.sin(at / 9) * Math.sin(at / 1_500)),
    );
    client.silence(1_200);
    const { transcript } = await client.seen('conversation.item.input_audio_transcription.completed');
    expect(transcript).toMatch(/^\(speech, \d\.\d s\)$/);
  });

  it('in manual mode is what was committed, answered when asked for', async () => {
    const client = await connect({ turn_detection: null });
    client.speak(await voiced('Hello there.'));
    client.silence(2_000);
    await client.update({ voice: 'Mia' });
    expect(client.types).not.toContain('input_audio_buffer.speech_started');
    client.send('input_audio_buffer.commit');
    await client.seen('input_audio_buffer.committed');
    await client.update({ voice: 'Tina' });
    expect(client.types).not.toContain('response.created');
    client.send('response.create');
    await client.seen('response.done');
  });

  it.each([
    [-1, 1],
    [1, 0],
  ])('with the threshold %d begins with quiet words or does not', async (threshold, started) => {
    const client = await connect({ turn_detection: { threshold } });
    client.speak((await voiced('Hello there.')).map((sample) => sample * 0.05));
    await client.update({ voice: 'Mia' });
    expect(client.of('input_audio_buffer.speech_started')).toHaveLength(started);
  });

  it('keeps an answer from being asked for until it is over', async ({ client }) => {
    client.speak(await voiced('Hello there.'));
    const error = await client.refused(() => client.send('response.create'));
    expect(error.message).toBe('Cannot create response while user is speaking.');
  });

  it('that cannot be transcribed says so apart from errors', async () => {
    sandbox.realtime.arm({ at: 'appended', effect: { kind: 'no-transcript' } });
    const client = await connect();
    await say(client, 'Hello there.');
    const failed = await client.seen('conversation.item.input_audio_transcription.failed');
    expect(failed).toMatchObject({ content_index: 0, error: { code: expect.any(String) } });
    expect(client.of('error')).toEqual([]);
  });
});

describe('an answer', () => {
  const story = async (client: RealtimeCaller) => {
    await say(client, 'Please tell me a long story.');
    await client.seen('response.audio.delta');
  };

  it('is stopped by speech, and its done events still come', async () => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const client = await connect();
    await story(client);
    client.speak(await voiced('Hello there, wait a moment.'));
    const done = await client.seen('response.done');
    expect(done.response).toMatchObject({ status: 'cancelled' });
    expect(client.types).toContain('response.audio.done');
    expect(client.types).toContain('response.audio_transcript.done');
  });

  it.each([
    ['Mhm.', []],
    ['Please stop and listen to me.', ['cancelled']],
  ])('with semantic detection hears %j and ends so: %j', async (text, ends) => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const client = await connect({ turn_detection: { type: 'semantic_vad' } });
    await story(client);
    await say(client, text);
    await client.seen('input_audio_buffer.speech_stopped', 2);
    await client.update({ voice: 'Mia' });
    await eventually(() => client.of('response.done').length === ends.length);
    expect(client.of('response.done').map(({ response }) => Object(response).status)).toEqual(ends);
  });

  it('in a voice that the model does not have fails where the service let the voice pass', async () => {
    sandbox.realtime.set({ lenientVoice: true });
    const client = await connect({ voice: 'Nobody' });
    await say(client, 'Hello there.');
    expect((await client.seen('response.done')).response).toMatchObject({ status: 'failed' });
    expect((await client.seen('error')).error).toMatchObject({ message: "Voice 'Nobody' is not supported." });
  });

  it('and its turn come in events with every field of the document', async () => {
    const client = await connect({ tools: [{ type: 'function', function: { name: 'who_is_here' } }] });
    await say(client, 'Hello there, good morning to you all today.');
    await client.seen('response.done');
    await say(client, 'Tell me, who is here?');
    await client.seen('response.done', 2);
    await client.update({ modalities: ['text'] });
    await say(client, 'And thank you.');
    await client.seen('response.done', 3);
    const lacking = Object.entries(documentedFields).flatMap(([type, fields]) => {
      const [event] = client.of(type);
      return fields.filter((field) => event?.[field] === undefined).map((field) => `${type}: ${field}`);
    });
    expect(lacking).toEqual([]);
    const ids = client.events.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(ids.length);
    const { response } = await client.seen('response.created');
    expect(response).toMatchObject({ object: 'realtime.response', status: 'in_progress', output: [] });
    expect((await client.seen('response.done')).response).toMatchObject({
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
    const client = await connect();
    await story(client);
    client.send('response.cancel');
    expect((await client.seen('response.done')).response).toMatchObject({ status: 'cancelled' });
  });

  it('is not begun while another one runs', async () => {
    sandbox.realtime.set({ realTimeFactor: 1 });
    const client = await connect();
    await story(client);
    const error = await client.refused(() => client.send('response.create'));
    expect(error.message).toBe('Conversation already has an active response');
  });

  it('is text only where the session says so', async () => {
    const client = await connect({ modalities: ['text'] });
    await say(client, 'Hello there.');
    await client.seen('response.done');
    expect(client.types).toContain('response.text.done');
    expect(client.types).not.toContain('response.audio.delta');
  });

  it('comes with what a search found, where the session searches', async () => {
    const client = await connect({ enable_search: true, search_options: { enable_source: true } });
    await say(client, 'Please search for paper kites.');
    const { response } = await client.seen('response.done');
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
    const client = await connect({ tools: [{ type: 'function', function: { name: 'who_is_here' } }] });
    await say(client, 'Tell me, who is here?');
    const call = await client.seen('response.function_call_arguments.done');
    expect(call).toMatchObject({ name: 'who_is_here', arguments: ' {}' });
    const pieces = client.of('response.function_call_arguments.delta').map(({ delta }) => delta);
    expect(pieces.join('')).toBe(call.arguments);
    await client.seen('response.done');
    const item = { type: 'function_call_output', call_id: call.call_id, output };
    client.send('conversation.item.create', { item });
    client.send('response.create');
    const { transcript } = await client.seen('response.audio_transcript.done');
    expect(transcript).toBe(said);
  });

  it('calls a tool as often as it was told to, in one response, each time with arguments of its own', async () => {
    const call = { name: 'post_message', arguments: { channel: 'videos', text: 'tea $n' } };
    sandbox.realtime.play([{ when: { heard: 'tea' }, answer: { call } }]);
    sandbox.realtime.arm({ at: 'call', effect: { kind: 'many-calls', count: 200 } });
    const client = await connect({ tools: [{ type: 'function', function: { name: 'post_message' } }] });
    await say(client, 'Post that the tea is ready.');
    const { response } = await client.seen('response.done');
    const calls = client.of('response.function_call_arguments.done');
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
      const client = await connectRealtime(sandbox);
      const turn_detection = { type: 'server_vad', idle_timeout_ms: 5_000 };
      const session = { modalities: ['text'], instructions: 'Ask what they need.', turn_detection };
      client.send('session.update', { session });
      await client.roundTrip();
      await vi.advanceTimersByTimeAsync(4_999);
      await client.roundTrip();
      expect(client.types).not.toContain('response.created');
      await vi.advanceTimersByTimeAsync(1);
      for (let trips = 0; trips < 100 && !client.types.includes('response.done'); trips += 1)
        await client.roundTrip();
      expect(client.of('response.text.done')).toMatchObject([{ text: 'Are you still there?' }]);
      client.speak(await voiced('Hello there.'));
      await client.roundTrip();
      expect(client.types).toContain('input_audio_buffer.speech_started');
      await vi.advanceTimersByTimeAsync(30_000);
      await client.roundTrip();
      expect(client.of('response.created')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sees no picture where detection is on and the deployment ignores them, and sees it by hand', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const image = createCanvas(64, 64).toBuffer('image/jpeg').toString('base64');
    sandbox.realtime.set({ ignoresImages: true });
    const client = await connect({ modalities: ['text'] });
    client.silence(100);
    client.send('input_image_buffer.append', { image });
    await say(client, 'Hello there.');
    expect((await client.seen('response.text.done')).text).toBe('Hello! What can I do for you?');
    await client.seen('response.done');
    await client.update({ turn_detection: null });
    client.silence(100);
    client.send('input_image_buffer.append', { image });
    client.send('input_audio_buffer.commit');
    client.send('response.create');
    expect((await client.seen('response.text.done', 2)).text).toBe('I can see your picture. What about it?');
    sandbox.realtime.set({ ignoresImages: false });
  });

  it('follows the scenario that was given', async () => {
    sandbox.realtime.play([
      { when: { heard: 'weather in (\\w+)' }, answer: { say: 'Rain in $1.', status: 'incomplete' } },
    ]);
    const client = await connect();
    await say(client, 'What is the weather in Paris?');
    const { transcript } = await client.seen('response.audio_transcript.done');
    expect(transcript).toBe('Rain in Paris.');
    expect((await client.seen('response.done')).response).toMatchObject({ status: 'incomplete' });
    expect(() => sandbox.realtime.play([{ when: {}, answer: { sing: 'la' } }])).toThrow();
  });

  it.each([
    ['done', 'twice', 'response.done', 2],
    ['after', 'late-delta', 'response.audio.delta', 1],
  ] as const)('with the fault %s %s', async (at, kind, type, least) => {
    sandbox.realtime.arm({ at, effect: { kind } });
    const client = await connect({ modalities: ['text'] });
    await say(client, 'Hello there.');
    await client.seen(type, least);
  });
});
