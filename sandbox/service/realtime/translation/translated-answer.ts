import { setTimeout as sleep } from 'node:timers/promises';
import { type AnswerFaultParts, AnswerFaults, base64Of } from '../answer-faults.ts';
import { newId } from '../ids.ts';
import { translate } from './translate.ts';
import type { TranslationConfig } from './translation-config.ts';

export interface TranslatedAnswerParts extends AnswerFaultParts {
  readonly config: TranslationConfig;
  readonly heard: string;
  readonly inputTokens: number;
}

const rateHz = 24_000;
const samplesPerToken = 1_920;

/** The translation of one utterance, from `response.created` to `response.done` (document 2 C, field notes 4). */
export class TranslatedAnswer {
  readonly id = newId('resp');
  readonly #itemId = newId('item');
  readonly #parts: TranslatedAnswerParts;
  readonly #faults: AnswerFaults;
  readonly #stop = new AbortController();
  #samples = 0;

  constructor(parts: TranslatedAnswerParts) {
    this.#parts = parts;
    this.#faults = new AnswerFaults(parts);
  }

  /** Nobody is there any more. */
  stop(): void {
    this.#stop.abort();
  }

  /** Resolves with what it says, when everything of it was sent. */
  async run(): Promise<string> {
    const { desk, send, config, heard } = this.#parts;
    const speaks = config.modalities.includes('audio');
    const { text, spoken } = translate(
      heard,
      config.input_audio_transcription.language,
      config.translation.language,
    );
    const fate = await this.#faults.struck('response', 0);
    if (fate && fate !== 'sent') return '';
    send({ type: 'response.created', response: this.#response('in_progress', '') });
    await this.#wait(desk.settings.thinkMs);
    const ids = { response_id: this.id, item_id: this.#itemId, output_index: 0, content_index: 0 };
    const item = { id: this.#itemId, object: 'realtime.item', type: 'message', role: 'assistant' };
    const part = { type: speaks ? 'audio' : 'text', text: '' };
    const at = { response_id: this.id, output_index: 0 };
    send({
      type: 'response.output_item.added',
      ...at,
      item: { ...item, status: 'in_progress', content: [] },
    });
    send({ type: 'response.content_part.added', ...ids, part });
    this.#write(text, speaks, ids);
    if (speaks && (await this.#say(spoken, ids)) === 'lost') return '';
    send({ type: 'response.content_part.done', ...ids, part: { ...part, text } });
    const content = [speaks ? { type: 'audio', transcript: text } : { type: 'text', text }];
    const done = { ...item, status: 'completed', content };
    send({ type: 'response.output_item.done', ...at, item: done });
    await this.#faults.done(this.#response('completed', text, [done]), ids);
    return text;
  }

  #write(text: string, speaks: boolean, ids: object): void {
    const { desk, send } = this.#parts;
    const name = speaks ? 'response.audio_transcript' : 'response.text';
    const pieces = text.match(/\S+\s*/g) ?? [];
    for (const [index, piece] of pieces.entries()) {
      const sure = pieces.slice(0, index).join('');
      send(
        desk.settings.translationTells === 'whole'
          ? { type: `${name}.text`, ...ids, text: sure, stash: piece }
          : { type: `${name}.delta`, ...ids, delta: piece },
      );
    }
    send({ type: `${name}.done`, ...ids, [speaks ? 'transcript' : 'text']: text });
  }

  async #say(text: string, ids: object): Promise<'said' | 'lost'> {
    const { desk, config, send } = this.#parts;
    const { deltaMs, realTimeFactor } = desk.settings;
    const { voice, translation } = config;
    const { samples } = await desk.sayer.say(text, { voice, rateHz, language: translation.language });
    const size = (rateHz * deltaMs) / 1000;
    for (let at = 0; at < samples.length && !this.#stop.signal.aborted; at += size) {
      const fate = await this.#faults.struck('audio', at / size, ids);
      if (fate === 'lost') return 'lost';
      const piece = samples.subarray(at, at + size);
      this.#samples += piece.length;
      if (fate !== 'left-out') send({ type: 'response.audio.delta', ...ids, delta: base64Of(piece) });
      await this.#wait(deltaMs * realTimeFactor);
    }
    send({ type: 'response.audio.done', ...ids });
    return 'said';
  }

  #response(status: string, text: string, output: readonly object[] = []): Readonly<Record<string, unknown>> {
    const { config, inputTokens } = this.#parts;
    const [textTokens, audioTokens] = [
      Math.ceil(text.length / 4),
      Math.ceil(this.#samples / samplesPerToken),
    ];
    const usage = {
      total_tokens: inputTokens + textTokens + audioTokens,
      input_tokens: inputTokens,
      output_tokens: textTokens + audioTokens,
      input_tokens_details: { text_tokens: 0, audio_tokens: inputTokens },
      output_tokens_details: { text_tokens: textTokens, audio_tokens: audioTokens },
    };
    const { modalities, voice, output_audio_format } = config;
    return {
      id: this.id,
      object: 'realtime.response',
      conversation_id: '',
      status,
      modalities,
      voice,
      output_audio_format,
      output,
      ...(status === 'completed' ? { usage } : {}),
    };
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }
}
