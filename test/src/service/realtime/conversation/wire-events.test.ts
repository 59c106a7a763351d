import { describe, expect, it } from 'vitest';
import { agreedOf } from '../../../../../src/service/realtime/conversation/conversation-session.ts';
import { sourcesOf } from '../../../../../src/service/realtime/conversation/hearing.ts';
import {
  conversationEvents,
  wireEventTypes,
} from '../../../../../src/service/realtime/conversation/wire-events.ts';
import { readEvent } from '../../../../../src/service/realtime/session-line.ts';
import { endOf, usageOf } from '../../../../../src/service/realtime/wire-response.ts';

/** Document 2 B, “Server events (conversation)”, read once more. */
const documented = [
  'error',
  'session.created',
  'session.updated',
  'input_audio_buffer.speech_started',
  'input_audio_buffer.speech_stopped',
  'input_audio_buffer.committed',
  'input_audio_buffer.cleared',
  'conversation.item.created',
  'conversation.item.input_audio_transcription.delta',
  'conversation.item.input_audio_transcription.completed',
  'conversation.item.input_audio_transcription.failed',
  'response.created',
  'response.done',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.text.delta',
  'response.text.done',
  'response.audio.delta',
  'response.audio.done',
  'response.audio_transcript.delta',
  'response.audio_transcript.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
];

/** An event with everything that any of them carries. */
const whole = {
  event_id: 'event_1',
  response_id: 'resp_1',
  item_id: 'item_1',
  output_index: 0,
  content_index: 0,
  call_id: 'call_1',
  name: 'search',
  arguments: '{"query":"x"}',
  delta: 'abc',
  text: 'abc',
  stash: 'def',
  transcript: 'abc',
  audio_start_ms: 10,
  audio_end_ms: 20,
  session: { id: 's', object: 'realtime.session' },
  item: { id: 'item_1', object: 'realtime.item', type: 'message' },
  part: { type: 'text', text: '' },
  response: { id: 'resp_1', object: 'realtime.response', status: 'completed', output: [] },
  error: { type: 'invalid_request_error', code: 'invalid_value', message: 'no', param: 'session.voice' },
};

describe('events of the service', () => {
  it('are all of those that the document names', () => {
    expect([...wireEventTypes].toSorted()).toEqual(documented.toSorted());
  });

  it.each(documented)('%s is read, with fields that nobody knows', (type) => {
    expect(readEvent(conversationEvents, { ...whole, type, brand_new: { deep: [1] } }).type).toBe(type);
  });

  it.each(documented.filter((type) => type !== 'input_audio_buffer.cleared'))(
    '%s without what it is about is malformed, and nothing throws',
    (type) => {
      expect(readEvent(conversationEvents, { type })).toEqual({ type: 'malformed', name: type });
    },
  );

  it('that are unknown, or no events at all, harm nobody', () => {
    expect(readEvent(conversationEvents, { type: 'response.brand_new' })).toEqual({
      type: 'unknown',
      name: 'response.brand_new',
    });
    expect(readEvent(conversationEvents, { type: 'constructor' })).toEqual({
      type: 'unknown',
      name: 'constructor',
    });
    for (const json of [null, 1, 'text', [], { type: 7 }, {}])
      expect(readEvent(conversationEvents, json)).toEqual({ type: 'malformed', name: '' });
  });

  it('may say null, or another type, where nothing depends on it', () => {
    const session = { id: 7, voice: null, tools: null, turn_detection: null, modalities: 'text' };
    const event = readEvent(conversationEvents, { type: 'session.updated', session });
    expect(event.type).toBe('session.updated');
  });
});

describe('what a session agreed to', () => {
  const agreed = (session: object) => {
    const event = readEvent(conversationEvents, { type: 'session.updated', session });
    return agreedOf(event.type === 'session.updated' ? event.data.session : undefined);
  };

  it('is what the service said, and nothing that it did not', () => {
    expect(agreed({})).toEqual({
      sessionId: undefined,
      voice: undefined,
      speaks: undefined,
      toolNames: [],
      searches: false,
      detects: undefined,
      silenceMs: undefined,
    });
    expect(
      agreed({
        id: 'sess_1',
        voice: 'Tina',
        modalities: ['text', 'audio'],
        tools: [{ type: 'function', function: { name: 'search' } }],
        enable_search: true,
        turn_detection: { type: 'server_vad', silence_duration_ms: 800, prefix_padding_ms: 300 },
      }),
    ).toEqual({
      sessionId: 'sess_1',
      voice: 'Tina',
      speaks: true,
      toolNames: ['search'],
      searches: true,
      detects: 'voice',
      silenceMs: 800,
    });
  });

  it('shows tools that were dropped without a word', () => {
    expect(agreed({ tools: null }).toolNames).toEqual([]);
  });

  it('is manual where detection is null', () => {
    expect(agreed({ turn_detection: null }).detects).toBe('manual');
    expect(agreed({ turn_detection: { type: 'semantic_vad' } }).detects).toBe('semantic');
  });
});

describe('the end of a response', () => {
  it.each([
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['incomplete', 'incomplete'],
    ['cancelled', 'cancelled'],
    ['canceled', 'cancelled'],
    ['something', 'unknown'],
    [undefined, 'unknown'],
  ])('with the status %s is %s', (status, end) => expect(endOf({ id: 'r', status })).toBe(end));

  const done = (response: object) => {
    const event = readEvent(conversationEvents, {
      type: 'response.done',
      response: { id: 'r', ...response },
    });
    if (event.type !== 'response.done') throw new Error('not read');
    return event.data.response;
  };

  it('says what it used', () => {
    const usage = {
      total_tokens: 30,
      input_tokens: 20,
      output_tokens: 10,
      input_tokens_details: { text_tokens: 5, audio_tokens: 15 },
      output_tokens_details: { text_tokens: 2, audio_tokens: 8 },
      plugins: { search: { count: 2, strategy: 'agent' } },
    };
    expect(usageOf(done({ usage }))).toEqual({
      inputTokens: 20,
      outputTokens: 10,
      totalTokens: 30,
      inputAudioTokens: 15,
      outputAudioTokens: 8,
      searches: 2,
    });
    expect(usageOf(done({}))).toBeUndefined();
    expect(usageOf(done({ usage: null }))).toBeUndefined();
  });

  it('has the pages that a search found, each once and of the public web only', () => {
    const search_results = [
      { title: 'One', url: 'https://example.org/1' },
      { title: 'Again', url: 'https://example.org/1' },
      { title: '', url: 'https://example.org/2' },
      { title: 'Bad', url: 'javascript:alert(1)' },
      { title: 'Long', url: `https://example.org/${'x'.repeat(600)}` },
      { title: 'None' },
    ];
    expect(sourcesOf(done({ search_info: { search_results } }))).toEqual([
      { title: 'Again', url: 'https://example.org/1' },
      { title: 'example.org', url: 'https://example.org/2' },
    ]);
    const usage = {
      plugins: { search: { count: 1, sources: [{ title: 'Two', url: 'http://example.org' }] } },
    };
    expect(sourcesOf(done({ usage }))).toHaveLength(1);
  });
});
