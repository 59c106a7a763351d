import { type AnswerFaultParts, AnswerFaults, base64Of } from '../answer-faults.ts';
import { newId } from '../ids.ts';
import { translate } from './translate.ts';
import type { TranslationConfig } from './translation-config.ts';

export interface TranslatedAnswerParts extends AnswerFaultParts {
  readonly config: TranslationConfig;
  readonly conversationId: string;
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

  /** Nobody is there to hear it any more. */
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
    const told = new ToldText(text, config.translation.language);
    if ((speaks ? await this.#say(spoken, told, ids) : await this.#write(told, ids)) === 'lost') return '';
    send({ type: 'response.content_part.done', ...ids, part: { ...part, text } });
    const content = [speaks ? { type: 'audio', transcript: text } : { type: 'text', text }];
    const done = { ...item, status: 'completed', content };
    send({ type: 'response.output_item.done', ...at, item: done });
    await this.#faults.done(this.#response('completed', text, [done]), ids);
    return text;
  }

  async #write(told: ToldText, ids: object): Promise<'said'> {
    const { deltaMs, realTimeFactor } = this.#parts.desk.settings;
    while (!told.isOver) {
      this.#tell('response.text', told, ids);
      await this.#wait(deltaMs * realTimeFactor);
    }
    this.#parts.send({ type: 'response.text.done', ...ids, text: told.whole });
    return 'said';
  }

  /** The text keeps pace with its sound, a little ahead of it. */
  async #say(text: string, told: ToldText, ids: object): Promise<'said' | 'lost'> {
    const { desk, config, send } = this.#parts;
    const { deltaMs, realTimeFactor } = desk.settings;
    const { voice, translation } = config;
    const { samples } = await desk.sayer.say(text, { voice, rateHz, language: translation.language });
    const size = (rateHz * deltaMs) / 1000;
    for (let at = 0; at < samples.length && !this.#stop.signal.aborted; at += size) {
      while (!told.isOver && told.share <= at / samples.length)
        this.#tell('response.audio_transcript', told, ids);
      const fate = await this.#faults.struck('audio', at / size, ids);
      if (fate === 'lost') return 'lost';
      const piece = samples.subarray(at, at + size);
      this.#samples += piece.length;
      if (fate !== 'left-out') send({ type: 'response.audio.delta', ...ids, delta: base64Of(piece) });
      await this.#wait(deltaMs * realTimeFactor);
    }
    while (!told.isOver) this.#tell('response.audio_transcript', told, ids);
    send({ type: 'response.audio_transcript.done', ...ids, transcript: told.whole });
    send({ type: 'response.audio.done', ...ids });
    return 'said';
  }

  /** Its next piece. */
  #tell(name: string, told: ToldText, ids: object): void {
    const { desk, send } = this.#parts;
    const { sure: text, piece } = told.take();
    send(
      desk.settings.translationTells === 'whole'
        ? { type: `${name}.text`, ...ids, text, stash: piece }
        : { type: `${name}.delta`, ...ids, delta: piece },
    );
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
      conversation_id: this.#parts.conversationId,
      status,
      modalities,
      voice,
      output_audio_format,
      output,
      ...(status === 'completed' ? { usage } : {}),
    };
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await this.#parts.desk.sleep(ms, this.#stop.signal).catch(() => undefined);
  }
}

/** A text that's told word by word. */
class ToldText {
  readonly whole: string;
  readonly #pieces: readonly string[];
  #next = 0;
  #sure = '';

  constructor(whole: string, language: string) {
    this.whole = whole;
    this.#pieces = words(whole, language);
  }

  get isOver(): boolean {
    return this.#next === this.#pieces.length;
  }

  /** How much of it was told, from 0 to 1. */
  get share(): number {
    return this.#sure.length / this.whole.length;
  }

  take(): { readonly sure: string; readonly piece: string } {
    const sure = this.#sure;
    const piece = this.#pieces[this.#next] ?? '';
    this.#next += 1;
    this.#sure += piece;
    return { sure, piece };
  }
}

/** With the spaces and marks after each; also in languages without spaces. */
function words(text: string, language: string): readonly string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    if (last === undefined || isWordLike) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}
