import type { Clock } from '../../../operations/clock.ts';
import type { FoldedLines } from '../../../operations/folded-lines.ts';
import { pcmOfBase64 } from '../audio.ts';
import { cutLongText, longestText } from '../longest-text.ts';
import { endOf, usageOf, type WireResponse } from '../wire-response.ts';
import type { TranslationEvent } from './translation-types.ts';
import type { TranslationWireEvent } from './wire-events.ts';

interface Running {
  readonly id: string;
  sure: string;
  unsure: string;
  /** The service sends the sure text as a whole. If it sends pieces too, they only repeat it. */
  tellsWhole: boolean;
  heardAt: number;
}

const endedKept = 32;

/**
 * What the service's events mean: what it understands of the speaker, and the translations of it. A new one of these may begin
 * before the last has ended, and each ends once.
 */
export class TranslationHearing {
  readonly #clock: Clock;
  readonly #warnings: FoldedLines;
  readonly #tell: (event: TranslationEvent) => void;
  readonly #running = new Map<string, Running>();
  #ended: string[] = [];
  /** What was understood last. */
  #latest:
    | { readonly itemId: string; readonly text: string; readonly language: string | undefined }
    | undefined;

  constructor(clock: Clock, warnings: FoldedLines, tell: (event: TranslationEvent) => void) {
    this.#clock = clock;
    this.#warnings = warnings;
    this.#tell = tell;
  }

  hearEvent(event: TranslationWireEvent): void {
    if (!event.type.startsWith('response.')) this.#hearSource(event);
    else if (event.type === 'response.created') this.#open(event.data.response.id);
    else if (event.type === 'response.done') this.#finish(event.data.response);
    else if ('data' in event && 'response_id' in event.data && typeof event.data.response_id === 'string') {
      const running = this.#open(event.data.response_id);
      if (running) this.#hearPiece(running, event);
    }
  }

  /** Ends a translation after this long without events, in case its end never comes. */
  async watch(silentMs: number, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const oldest = Math.min(
        ...[...this.#running.values()].map(({ heardAt }) => heardAt),
        this.#clock.now(),
      );
      await this.#clock
        .sleep(Math.max(1, oldest + silentMs - this.#clock.now()), over)
        .catch(() => undefined);
      if (over.aborted) return;
      for (const { id, heardAt } of [...this.#running.values()]) {
        if (this.#clock.now() - heardAt < silentMs) continue;
        this.#forget(id);
        this.#tell({ is: 'response-ended', responseId: id, end: 'silent', usage: undefined });
      }
    }
  }

  #hearSource(event: TranslationWireEvent): void {
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

  #hearPiece(running: Running, event: TranslationWireEvent): void {
    const { id: responseId } = running;
    switch (event.type) {
      case 'response.text.text':
      case 'response.audio_transcript.text':
        running.tellsWhole = true;
        running.sure = cutLongText(event.data.text ?? '');
        running.unsure = cutLongText(event.data.stash ?? '');
        this.#tell({ is: 'target', responseId, sure: running.sure, unsure: running.unsure });
        break;
      case 'response.text.delta':
      case 'response.audio_transcript.delta':
        if (running.tellsWhole) break;
        if (running.sure.length >= longestText) break;
        running.sure = cutLongText(running.sure + event.data.delta);
        this.#tell({ is: 'target', responseId, sure: running.sure, unsure: '' });
        break;
      case 'response.text.done':
        this.#textDone(running, event.data.text);
        break;
      case 'response.audio_transcript.done':
        this.#textDone(running, event.data.transcript);
        break;
      case 'response.audio.delta': {
        const pcm = pcmOfBase64(event.data.delta);
        if (pcm) this.#tell({ is: 'audio', responseId, pcm });
        else this.#warnings.warn('audio', { responseId }, "dropped audio that isn't Base64");
        break;
      }
      case 'response.audio.done':
        this.#tell({ is: 'audio-done', responseId });
        break;
      default:
    }
  }

  #textDone({ id, sure, unsure }: Running, text: string | undefined): void {
    this.#tell({ is: 'target-done', responseId: id, text: cutLongText(text || `${sure}${unsure}`) });
  }

  /** Begins a translation that wasn't announced; undefined if it's already over. */
  #open(id: string): Running | undefined {
    if (this.#ended.includes(id)) return undefined;
    const known = this.#running.get(id);
    if (known) {
      known.heardAt = this.#clock.now();
      return known;
    }
    const running: Running = { id, sure: '', unsure: '', tellsWhole: false, heardAt: this.#clock.now() };
    this.#running.set(id, running);
    this.#tell({ is: 'response-started', responseId: id });
    return running;
  }

  #finish(wire: WireResponse): void {
    if (!this.#running.has(wire.id)) return;
    this.#forget(wire.id);
    this.#tell({
      is: 'response-ended',
      responseId: wire.id,
      end: endOf(wire),
      usage: usageOf(wire),
    });
  }

  #forget(id: string): void {
    this.#running.delete(id);
    this.#ended = [...this.#ended, id].slice(-endedKept);
  }
}
