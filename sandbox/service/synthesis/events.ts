import type { SpokenWord } from './speech/speaker.ts';

/** A sentence as far as its events tell it. */
export interface SentenceFacts {
  readonly index: number;
  /** As it was written. */
  readonly text: string;
}

type Event = Readonly<Record<string, unknown>>;

/** The events of field notes 2 as they go out. */
export function event(taskId: string, name: string, payload: Event = {}, attributes: Event = {}): Event {
  return { header: { task_id: taskId, event: name, attributes }, payload };
}

/** @param characters billed so far; told at the end of a sentence. */
export function sentenceEvent(
  taskId: string,
  type: 'sentence-begin' | 'sentence-synthesis' | 'sentence-end',
  sentence: SentenceFacts,
  words: readonly SpokenWord[],
  characters?: number,
): Event {
  return event(taskId, 'result-generated', {
    output: {
      type,
      sentence: { index: sentence.index, words: words.map(wireWord) },
      original_text: sentence.text,
    },
    ...(characters !== undefined && { usage: { characters } }),
  });
}

export function finishedEvent(taskId: string, requestId: string, characters: number | null): Event {
  const payload = { output: { sentence: { words: [] } }, usage: { characters } };
  return event(taskId, 'task-finished', payload, { request_uuid: requestId });
}

export function failedEvent(taskId: string | undefined, code: string, message: string): Event {
  return {
    header: {
      ...(taskId !== undefined && { task_id: taskId }),
      event: 'task-failed',
      error_code: code,
      error_message: message,
      attributes: {},
    },
    payload: {},
  };
}

function wireWord({ text, beginIndex, endIndex, beginMs, endMs }: SpokenWord): Event {
  return { text, begin_index: beginIndex, end_index: endIndex, begin_time: beginMs, end_time: endMs };
}
