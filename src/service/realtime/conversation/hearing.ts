import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import type { FoldedLines } from '../../../operations/folded-lines.ts';
import { pcmOfBase64 } from '../audio.ts';
import { cutLongText, longestText } from '../longest-text.ts';
import { endOf, usageOf, type WireResponse } from '../wire-response.ts';
import type { ConversationEvent, Source } from './conversation-types.ts';
import type { OpenCalls, ResponseTurns } from './response-turns.ts';
import type { WireEvent } from './wire-events.ts';

/** The running response, and how it ended. */
interface RunningResponse {
  readonly id: string;
  text: string;
  heardAt: number;
}

/**
 * What the service's events mean: when people speak, what it understands of that, and the running answer, from its
 * beginning to its single end. Events of any other answer are dropped.
 */
export class ConversationHearing {
  readonly #parts;
  #response: RunningResponse | undefined;
  /** The last thing understood in the current turn. */
  #preview = { itemId: '', text: '' };

  constructor(parts: {
    readonly clock: Clock;
    readonly log: Logger;
    readonly warnings: FoldedLines;
    readonly turns: ResponseTurns;
    readonly calls: OpenCalls;
    readonly tell: (event: ConversationEvent) => void;
  }) {
    this.#parts = parts;
  }

  /** The service sent something, so it's still at work. */
  signOfLife(): void {
    if (this.#response) this.#response.heardAt = this.#parts.clock.now();
  }

  hearEvent(event: WireEvent): void {
    if (!event.type.startsWith('response.')) this.#hearInput(event);
    else if (event.type === 'response.created') this.#begin(event.data.response.id);
    else if (event.type === 'response.done') this.#finish(event.data.response);
    else {
      const responseId = 'data' in event && 'response_id' in event.data ? event.data.response_id : undefined;
      // Late events of a response that's over are ignored.
      if (this.#response && this.#response.id === responseId) this.#hearPiece(this.#response, event);
    }
  }

  /** A response that never ends doesn't block the next ones. */
  async watch(silentMs: number, over: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    while (!over.aborted) {
      const due = (this.#response?.heardAt ?? clock.now()) + silentMs;
      await clock.sleep(Math.max(1, due - clock.now()), over).catch(() => undefined);
      const response = this.#response;
      if (!over.aborted && response && clock.now() - response.heardAt >= silentMs)
        this.#giveUp(response, 'silent');
    }
  }

  #hearInput(event: WireEvent): void {
    const { turns, tell } = this.#parts;
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
        turns.speechStarted();
        tell({ is: 'speech-started', itemId: event.data.item_id, atMs: event.data.audio_start_ms });
        break;
      case 'input_audio_buffer.speech_stopped':
        turns.speechStopped();
        tell({ is: 'speech-stopped', itemId: event.data.item_id, atMs: event.data.audio_end_ms ?? 0 });
        break;
      case 'input_audio_buffer.committed':
        tell({ is: 'committed', itemId: event.data.item_id });
        break;
      case 'input_audio_buffer.cleared':
        tell({ is: 'cleared' });
        break;
      case 'conversation.item.input_audio_transcription.delta': {
        const { item_id: itemId, text = '', stash = '', language, emotion } = event.data;
        const [sure, unsure] = [cutLongText(text), cutLongText(stash)];
        this.#preview = { itemId, text: `${sure}${unsure}` };
        tell({ is: 'hearing', itemId, sure, unsure, language, emotion });
        break;
      }
      case 'conversation.item.input_audio_transcription.completed': {
        const { item_id: itemId, transcript } = event.data;
        // An empty final transcript doesn't undo what was understood before it (field notes 8).
        const before = this.#preview.itemId === itemId ? this.#preview.text : '';
        tell({ is: 'heard', itemId, text: cutLongText(transcript || before) });
        break;
      }
      case 'conversation.item.input_audio_transcription.failed':
        tell({ is: 'not-understood', itemId: event.data.item_id });
        break;
      default:
    }
  }

  #hearPiece(response: RunningResponse, event: WireEvent): void {
    const { tell, warnings } = this.#parts;
    const { id: responseId } = response;
    switch (event.type) {
      case 'response.text.delta':
      case 'response.audio_transcript.delta':
        this.#hearText(response, event.data.delta);
        break;
      case 'response.text.done':
        tell({ is: 'answer-text-done', responseId, text: cutLongText(event.data.text || response.text) });
        break;
      case 'response.audio_transcript.done':
        tell({
          is: 'answer-text-done',
          responseId,
          text: cutLongText(event.data.transcript || response.text),
        });
        break;
      case 'response.audio.delta': {
        const pcm = pcmOfBase64(event.data.delta);
        if (pcm) tell({ is: 'answer-audio', responseId, pcm });
        else warnings.warn('audio', { responseId }, "dropped audio that isn't Base64");
        break;
      }
      case 'response.audio.done':
        tell({ is: 'answer-audio-done', responseId });
        break;
      case 'response.function_call_arguments.done': {
        const { call_id: callId, name = '', arguments: given } = event.data;
        this.#call(responseId, callId, name, given);
        break;
      }
      default:
    }
  }

  #call(responseId: string, callId: string, name: string, given: string): void {
    if (this.#parts.calls.called(responseId, callId))
      this.#parts.tell({ is: 'tool-call', responseId, call: { callId, name, arguments: given.trim() } });
    else this.#parts.log.debug({ responseId }, 'ignored a tool call that came twice, or one too many');
  }

  #hearText(response: RunningResponse, piece: string): void {
    const delta = piece.slice(0, longestText - response.text.length);
    response.text += delta;
    if (delta !== '') this.#parts.tell({ is: 'answer-text', responseId: response.id, delta });
  }

  #begin(id: string): void {
    this.#parts.turns.began(id);
    // A second one began before the first ended, so the first won't be heard of again.
    if (this.#response && this.#response.id !== id) this.#giveUp(this.#response, 'unknown');
    this.#response = { id, text: '', heardAt: this.#parts.clock.now() };
    this.#parts.tell({ is: 'response-started', responseId: id });
  }

  /** Ends it whatever the status; a repeated end is ignored. */
  #finish(wire: WireResponse): void {
    if (this.#response?.id !== wire.id) {
      this.#parts.turns.ended(wire.id);
      return;
    }
    const [end, usage, sources] = [endOf(wire), usageOf(wire), sourcesOf(wire)];
    if (end === 'completed') this.#callWhatIsLeft(wire);
    this.#response = undefined;
    this.#parts.tell({ is: 'response-ended', responseId: wire.id, end, usage, sources });
    this.#end(wire.id);
  }

  /** The end lists every item in full, so calls that were never announced are made here. */
  #callWhatIsLeft({ id, output = [] }: WireResponse): void {
    for (const { type, call_id: callId, name = '', arguments: given } of output)
      if (type === 'function_call' && callId && given !== undefined && !this.#parts.calls.knows(id, callId))
        this.#call(id, callId, name, given);
  }

  #giveUp({ id: responseId }: RunningResponse, end: 'silent' | 'unknown'): void {
    this.#response = undefined;
    this.#parts.tell({ is: 'response-ended', responseId, end, usage: undefined, sources: [] });
    this.#end(responseId);
  }

  #end(responseId: string): void {
    const { calls, turns } = this.#parts;
    calls.over(responseId);
    turns.wantDue(calls);
    turns.ended(responseId);
  }
}

const mostSources = 10;
const longestUrl = 500;
const longestTitle = 200;

/** The pages that a search found. Public web only, no duplicates. */
export function sourcesOf({ search_info, usage }: WireResponse): readonly Source[] {
  const search = usage?.plugins?.search;
  const listed = [search_info, search].flatMap((place) => [
    ...(place?.search_results ?? []),
    ...(place?.results ?? []),
    ...(place?.sources ?? []),
  ]);
  const byUrl = new Map<string, Source>();
  for (const { title, url } of listed) {
    if (!url || url.length > longestUrl || !/^https?:\/\//.test(url) || !URL.canParse(url)) continue;
    byUrl.set(url, { url, title: (title || new URL(url).hostname).slice(0, longestTitle) });
  }
  return [...byUrl.values()].slice(0, mostSources);
}
