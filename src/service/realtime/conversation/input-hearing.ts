import { cutLongText } from '../longest-text.ts';
import type { ConversationEvent } from './conversation-types.ts';
import type { ResponseTurns } from './response-turns.ts';
import type { WireEvent } from './wire-events.ts';

export interface InputHearingParts {
  readonly turns: ResponseTurns;
  readonly tell: (event: ConversationEvent) => void;
}

/** What the service reports about people speaking: when they do, and what it understands. */
export class InputHearing {
  readonly #parts: InputHearingParts;
  /** The last thing understood in the current turn. */
  #preview = { itemId: '', text: '' };

  constructor(parts: InputHearingParts) {
    this.#parts = parts;
  }

  hear(event: WireEvent): void {
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
}
