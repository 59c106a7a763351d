import { z } from 'zod';
import type { EventOf } from '../session-line.ts';
import { lenientNumber, lenientText, wireError, wireSession } from '../wire-basics.ts';
import { wireItem as item, wireResponse } from '../wire-response.ts';

/**
 * Every server event of document 2 B. Only the fields that we use are required. A field of the wrong type counts as
 * absent if the event is useful without it, and unknown fields pass.
 */
const text = z.string();

const responseIds = { response_id: text, item_id: lenientText };
const delta = z.looseObject({ ...responseIds, delta: text });

export const conversationEvents = {
  error: z.looseObject({ error: wireError }),
  'session.created': z.looseObject({ session: wireSession }),
  'session.updated': z.looseObject({ session: wireSession }),
  'input_audio_buffer.speech_started': z.looseObject({ item_id: text, audio_start_ms: lenientNumber }),
  'input_audio_buffer.speech_stopped': z.looseObject({ item_id: text, audio_end_ms: lenientNumber }),
  'input_audio_buffer.committed': z.looseObject({ item_id: text }),
  'input_audio_buffer.cleared': z.looseObject({}),
  'conversation.item.created': z.looseObject({ item }),
  'conversation.item.input_audio_transcription.delta': z.looseObject({
    item_id: text,
    text: lenientText,
    stash: lenientText,
    language: lenientText,
    emotion: lenientText,
  }),
  'conversation.item.input_audio_transcription.completed': z.looseObject({
    item_id: text,
    transcript: lenientText,
  }),
  'conversation.item.input_audio_transcription.failed': z.looseObject({
    item_id: text,
    error: wireError.optional().catch(undefined),
  }),
  'response.created': z.looseObject({ response: wireResponse }),
  'response.done': z.looseObject({ response: wireResponse }),
  'response.output_item.added': z.looseObject({ response_id: text, item }),
  'response.output_item.done': z.looseObject({ response_id: text, item }),
  'response.content_part.added': z.looseObject(responseIds),
  'response.content_part.done': z.looseObject(responseIds),
  'response.text.delta': delta,
  'response.text.done': z.looseObject({ ...responseIds, text: lenientText }),
  'response.audio.delta': delta,
  'response.audio.done': z.looseObject(responseIds),
  'response.audio_transcript.delta': delta,
  'response.audio_transcript.done': z.looseObject({ ...responseIds, transcript: lenientText }),
  'response.function_call_arguments.delta': z.looseObject({ ...responseIds, call_id: lenientText }),
  'response.function_call_arguments.done': z.looseObject({
    ...responseIds,
    call_id: text,
    name: lenientText,
    arguments: text,
  }),
} as const;

type WireEventType = keyof typeof conversationEvents;
export const wireEventTypes = Object.keys(conversationEvents) as readonly WireEventType[];

export type WireEvent = EventOf<typeof conversationEvents>;
