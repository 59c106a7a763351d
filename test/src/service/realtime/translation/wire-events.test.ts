import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../../src/service/realtime/session-line.ts';
import {
  translationEvents,
  translationWireTypes,
} from '../../../../../src/service/realtime/translation/wire-events.ts';

/** Document 2 C and field notes 4 and 8, read once more. */
const used = [
  ...['error', 'session.created', 'session.updated', 'session.finished'],
  ...['input_audio_buffer.speech_started', 'input_audio_buffer.speech_stopped'],
  ...['text', 'delta', 'completed', 'failed'].map(
    (end) => `conversation.item.input_audio_transcription.${end}`,
  ),
  ...['response.created', 'response.done', 'response.audio.delta', 'response.audio.done'],
  ...['text', 'delta', 'done'].flatMap((end) => [`response.text.${end}`, `response.audio_transcript.${end}`]),
];

const whole = {
  event_id: 'event_1',
  response_id: 'resp_1',
  item_id: 'item_1',
  delta: 'abc',
  text: 'abc',
  stash: 'def',
  transcript: 'abc',
  language: 'en',
  session: { id: 's' },
  response: { id: 'resp_1', status: 'completed' },
  error: { code: 'invalid_value', message: 'no' },
};

describe('events of a translation', () => {
  it('are those of the document and both families of the field notes', () => {
    expect([...translationWireTypes].toSorted()).toEqual(used.toSorted());
  });

  it.each(used)('%s is read, with fields that nobody knows', (type) => {
    expect(readEvent(translationEvents, { ...whole, type, brand_new: [1] }).type).toBe(type);
  });

  it.each(used.filter((type) => type !== 'session.finished'))(
    '%s without what it is about is malformed',
    (type) => {
      expect(readEvent(translationEvents, { type })).toEqual({ type: 'malformed', name: type });
    },
  );

  it('that nobody knows harm nobody', () => {
    expect(readEvent(translationEvents, { type: 'response.content_part.added' }).type).toBe('unknown');
    for (const json of [null, 1, 'x', [], {}])
      expect(readEvent(translationEvents, json).type).toBe('malformed');
  });
});
