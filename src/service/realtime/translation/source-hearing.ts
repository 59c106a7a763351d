import { cutLongText } from '../longest-text.ts';
import type { TranslationEvent } from './translation-types.ts';
import type { TranslationWireEvent } from './wire-events.ts';

/** What the service understands of the speaker, as captions in their own language. */
export class SourceHearing {
  readonly #tell: (event: TranslationEvent) => void;
  #latest:
    | { readonly itemId: string; readonly text: string; readonly language: string | undefined }
    | undefined;

  constructor(tell: (event: TranslationEvent) => void) {
    this.#tell = tell;
  }

  hear(event: TranslationWireEvent): void {
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
        this.#tell({
          is: 'speech-started',
          itemId: event.data.item_id,
          atMs: event.data.audio_start_ms ?? 0,
        });
        break;
      case 'input_audio_buffer.speech_stopped':
        this.#tell({ is: 'speech-stopped', itemId: event.data.item_id, atMs: event.data.audio_end_ms ?? 0 });
        break;
      case 'conversation.item.input_audio_transcription.text':
      case 'conversation.item.input_audio_transcription.delta': {
        const { item_id: itemId, text: given = '', stash = '', language } = event.data;
        const [sure, unsure] = [cutLongText(given), cutLongText(stash)];
        this.#latest = { itemId, text: `${sure}${unsure}`, language };
        this.#tell({ is: 'source', itemId, sure, unsure, language });
        break;
      }
      case 'conversation.item.input_audio_transcription.completed': {
        const { item_id: itemId, transcript, language } = event.data;
        const before = this.#latest?.itemId === itemId ? this.#latest : undefined;
        const text = cutLongText(transcript || before?.text || '');
        this.#tell({ is: 'source-done', itemId, text, language: language ?? before?.language });
        break;
      }
      case 'conversation.item.input_audio_transcription.failed':
        this.#tell({ is: 'not-understood', itemId: event.data.item_id });
        break;
      default:
    }
  }
}
