import type { WebSocket } from 'ws';
import { languageOf } from '../../synthesis/speech/language.ts';
import { bareEvent, bytesOf, type EventOf, readEvent, samplesOf, sharedEvents } from '../client-events.ts';
import { newId } from '../ids.ts';
import { ImageBuffer } from '../image-buffer.ts';
import { InputAudio } from '../input-audio.ts';
import { Previews } from '../previews.ts';
import type { RealtimeDesk } from '../realtime-desk.ts';
import { InvalidValue } from '../session-config.ts';
import type { SessionRecord } from '../session-record.ts';
import { SessionSocket } from '../session-socket.ts';
import { misheard, takeHotWords } from './hot-words.ts';
import { TranslatedAnswer } from './translated-answer.ts';
import {
  type TranslationConfig,
  translationModelName,
  updatedTranslation,
  usualTranslation,
} from './translation-config.ts';

const events = { ...sharedEvents, 'session.finish': bareEvent } as const;
const detection = { threshold: 0.5, silenceMs: 800 };
const imagesPerSecond = 2;
const samplesPerToken = 1_280;

/** One session of the live translation, from the server's side (document 2 C). */
export class TranslationConnection {
  readonly line: SessionSocket;
  readonly #conversationId = newId('conv');
  readonly #desk: RealtimeDesk;
  readonly #record: SessionRecord;
  readonly #input = new InputAudio();
  readonly #images: ImageBuffer;
  readonly #previews: Previews;
  #config: TranslationConfig = usualTranslation;
  #itemId = newId('item');
  #failsToUnderstand = false;
  #finishing = false;
  #answer: TranslatedAnswer | undefined;
  /** One translation after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, desk: RealtimeDesk, record: SessionRecord) {
    this.#desk = desk;
    this.#record = record;
    this.#images = new ImageBuffer(desk.now);
    this.line = new SessionSocket({
      socket,
      desk,
      record,
      obey: (json) => this.#obey(readEvent(events, json, (what) => record.odd(what))),
      onClosed: () => this.#answer?.stop(),
    });
    this.#previews = new Previews({
      textOf: (audio) => this.#textOf(audio, true),
      show: (text, itemId) => this.#preview(text, itemId),
    });
    this.line.sendAt('created', { type: 'session.created', session: this.#session() });
  }

  #obey(event: EventOf<typeof events>): void {
    if (this.#finishing) throw new InvalidValue('', 'The session is being finished.', 'invalid_event');
    switch (event.type) {
      case 'session.update':
        this.#update(event.session ?? {});
        this.line.sendAt('updated', { type: 'session.updated', session: this.#session() });
        break;
      case 'input_audio_buffer.append':
        this.#append(samplesOf(bytesOf(event.audio, 'audio')));
        break;
      case 'input_image_buffer.append':
        this.#images.append(bytesOf(event.image, 'image'), this.#input.heardAny, {
          largestBytes: this.#desk.settings.largestImageBytes,
          perSecond: imagesPerSecond,
        });
        this.#record.images += 1;
        break;
      case 'session.finish':
        this.#finish();
        break;
    }
  }

  #update(given: Readonly<Record<string, unknown>>): void {
    const { hotWordsField, lenientVoice } = this.#desk.settings;
    const { session, hotWords = this.#record.hotWords } = takeHotWords(given, hotWordsField);
    const odd = (what: string) => this.#record.odd(what);
    this.#config = updatedTranslation(this.#config, session, odd, lenientVoice);
    this.#record.hotWords = hotWords;
  }

  #append(samples: Int16Array): void {
    this.line.armIdle();
    this.#record.appended(samples);
    const fault = this.#desk.faults.draw('appended');
    if (fault?.kind === 'no-transcript') this.#failsToUnderstand = true;
    else if (fault && this.line.strike(fault)) return;
    const { previewMs, losesRestOfAppend: losesRest } = this.#desk.settings;
    for (const heard of this.#input.append(samples, { ...detection, previewMs, losesRest })) {
      if (heard.is === 'preview') this.#hearAhead(heard.audio);
      else if (heard.is === 'started') {
        this.#itemId = newId('item');
        const at = { audio_start_ms: heard.atMs, item_id: this.#itemId };
        this.line.send({ type: 'input_audio_buffer.speech_started', ...at });
      } else {
        const at = { audio_end_ms: heard.atMs, item_id: this.#itemId };
        this.line.send({ type: 'input_audio_buffer.speech_stopped', ...at });
        this.#understand(heard.audio);
      }
    }
  }

  #hearAhead(audio: Int16Array): void {
    if (this.#config.input_audio_transcription.model) this.#previews.hear(audio, this.#itemId);
  }

  #preview(text: string, itemId: string): void {
    const cut = Math.max(0, text.lastIndexOf(' '));
    this.#transcribe('text', { text: text.slice(0, cut), stash: text.slice(cut) }, itemId);
  }

  #transcribe(what: 'text' | 'completed' | 'failed', fields: object, itemId = this.#itemId): void {
    const { model, language } = this.#config.input_audio_transcription;
    if (!model) return;
    // What it understood may be in another script than what it was told to expect.
    const said = 'transcript' in fields && typeof fields.transcript === 'string' ? fields.transcript : '';
    const ids = { item_id: itemId, content_index: 0 };
    this.line.send({
      type: `conversation.item.input_audio_transcription.${what}`,
      ...ids,
      language: said === '' ? language : languageSpoken(said, language),
      ...fields,
    });
  }

  #understand(audio: Int16Array): void {
    this.#previews.drop();
    this.#images.take();
    const understood = this.#heard(this.#textOf(audio), this.#itemId);
    const inputTokens = Math.ceil(audio.length / samplesPerToken);
    this.#work = this.#work
      .then(async () => {
        const heard = await understood;
        if (heard !== undefined) await this.#translate(heard, inputTokens);
      })
      .catch((error: unknown) =>
        this.line.error(error instanceof Error ? error.message : 'internal error', 'internal_error'),
      );
  }

  async #textOf(audio: Int16Array, isPreview = false): Promise<string> {
    return misheard(
      await this.line.textOf(audio, isPreview),
      this.#desk.settings.mishears,
      this.#record.hotWords,
    );
  }

  /** Undefined when it wasn't understood. */
  async #heard(text: Promise<string>, itemId: string): Promise<string | undefined> {
    const fails = this.#failsToUnderstand;
    this.#failsToUnderstand = false;
    const heard = await text;
    this.#record.heard.push(heard);
    const error = { code: 'asr_failed', message: 'No words were understood.', param: '' };
    if (fails) this.#transcribe('failed', { error }, itemId);
    else this.#transcribe('completed', { transcript: heard }, itemId);
    return fails ? undefined : heard;
  }

  async #translate(heard: string, inputTokens: number): Promise<void> {
    this.#answer = new TranslatedAnswer({
      desk: this.#desk,
      config: this.#config,
      conversationId: this.#conversationId,
      heard,
      inputTokens,
      send: (event) => this.line.send(event),
      strike: (effect) => this.line.strike(effect),
    });
    this.#record.said.push(await this.#answer.run());
    this.line.armIdle();
  }

  /** What is being spoken is understood and translated first; without speech it is over at once. */
  #finish(): void {
    this.#finishing = true;
    const audio = this.#input.speaking ? this.#input.take() : undefined;
    if (audio) this.#understand(audio);
    void this.#work.then(() => this.line.sendAt('finished', { type: 'session.finished' }));
  }

  #session(): Readonly<Record<string, unknown>> {
    return {
      id: `sess_${this.#record.number}`,
      object: 'realtime.session',
      model: this.#desk.modelNames[translationModelName] ?? translationModelName,
      ...this.#config,
    };
  }
}

/** Languages that are also written in Chinese characters alone. */
const hanLanguages: readonly string[] = ['ja', 'ko', 'yue'];

function languageSpoken(said: string, expected: string): string {
  const language = languageOf(said, undefined, [expected]);
  return language === 'zh' && hanLanguages.includes(expected) ? expected : language;
}
