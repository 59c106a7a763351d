import { z } from 'zod';
import type { EventOf } from '../session-line.ts';
import { lenientNumber, lenientText, wireError, wireSession } from '../wire-basics.ts';
import { wireResponse } from '../wire-response.ts';

/**
 * Every server event of document 2 C and field notes 4, in both families. Only the fields that we use are required.
 */
const text = z.string();
const ids = { response_id: text, item_id: lenientText };
const item = { item_id: text };
/** One family sends the whole text each time, sure and unsure. The other sends pieces. */
const whole = z.looseObject({ ...ids, text: lenientText, stash: lenientText });
const delta = z.looseObject({ ...ids, delta: text });
const source = z.looseObject({ ...item, text: lenientText, stash: lenientText, language: lenientText });

export const translationEvents = {
  error: z.looseObject({ error: wireError }),
  'session.created': z.looseObject({ session: wireSession }),
  'session.updated': z.looseObject({ session: wireSession }),
  'session.finished': z.looseObject({}),
  'input_audio_buffer.speech_started': z.looseObject({ ...item, audio_start_ms: lenientNumber }),
  'input_audio_buffer.speech_stopped': z.looseObject({ ...item, audio_end_ms: lenientNumber }),
  'conversation.item.input_audio_transcription.text': source,
  'conversation.item.input_audio_transcription.delta': source,
  'conversation.item.input_audio_transcription.completed': z.looseObject({
    ...item,
    transcript: lenientText,
    language: lenientText,
  }),
  'conversation.item.input_audio_transcription.failed': z.looseObject(item),
  'response.created': z.looseObject({ response: wireResponse }),
  'response.done': z.looseObject({ response: wireResponse }),
  'response.text.text': whole,
  'response.text.delta': delta,
  'response.text.done': z.looseObject({ ...ids, text: lenientText }),
  'response.audio_transcript.text': whole,
  'response.audio_transcript.delta': delta,
  'response.audio_transcript.done': z.looseObject({ ...ids, transcript: lenientText }),
  'response.audio.delta': delta,
  'response.audio.done': z.looseObject(ids),
} as const;

type TranslationWireType = keyof typeof translationEvents;
export const translationWireTypes = Object.keys(translationEvents) as readonly TranslationWireType[];

export type TranslationWireEvent = EventOf<typeof translationEvents>;

/** The languages that a session object names. */
export const agreedLanguages = z.looseObject({
  input_audio_transcription: z.looseObject({ language: lenientText }).nullish().catch(undefined),
  translation: z.looseObject({ language: lenientText }).nullish().catch(undefined),
});
