import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { recognize, unknownSpeech } from '../recognition/recognizer.ts';
import { Answer } from './answer.ts';
import { bytesOf, type ClientEvent, readClientEvent } from './client-events.ts';
import type { RealtimeEffect } from './faults.ts';
import { largestSides } from './image-check.ts';
import { InputAudio } from './input-audio.ts';
import type { RealtimeModel } from './models.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { type Prompted, replyTo } from './scenario.ts';
import { InvalidValue, type SessionConfig, updated, usualConfig } from './session-config.ts';
import type { SessionRecord } from './session-record.ts';

const tallestImage = 1_080;
const widestImage = 1_920;

/** Texts with which a semantic detector does not let itself be interrupted. */
const backchannel = /^(mhm|uh-huh|yeah|yes|ok(ay)?|right|sure|hm+|嗯|对|好)[.!,\s]*$/i;

/** One session of the conversation interface, from the server's side (document 2 B). */
export class Connection {
  readonly #socket: WebSocket;
  readonly #desk: RealtimeDesk;
  readonly #model: RealtimeModel;
  readonly #record: SessionRecord;
  readonly #input = new InputAudio();
  readonly #calls = new Map<string, string>();
  #config: SessionConfig;
  #answer: Answer | undefined;
  #itemId = newId('item');
  #images = 0;
  #pendingImages = 0;
  #mute = false;
  #sentIds = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #lifeTimer: NodeJS.Timeout;
  #prompted: Prompted = { images: 0 };

  constructor(socket: WebSocket, desk: RealtimeDesk, model: RealtimeModel, record: SessionRecord) {
    this.#socket = socket;
    this.#desk = desk;
    this.#model = model;
    this.#record = record;
    this.#config = usualConfig(model);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code, reason) => this.#closed(code, reason.toString()));
    this.#lifeTimer = setTimeout(
      () => this.close(1011, 'The session exceeded the maximum duration of 120 minutes.'),
      desk.settings.longestLifeMs,
    );
    this.#lifeTimer.unref();
    this.#armIdle();
    this.#sendUnless('created', { type: 'session.created', session: this.#session(false) });
  }

  drop(): void {
    this.#socket.terminate();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#mute) return;
    const odd = (what: string) => this.#record.odd(what);
    try {
      if (isBinary) throw new InvalidValue('', 'Binary messages are not supported.', 'invalid_event');
      const json = parsed(data);
      if (typeof json === 'object' && json !== null) this.#record.came({ ...json });
      this.#obey(readClientEvent(json, odd));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.#error(error.message, error.code, error.param);
    }
  }

  #obey(event: ClientEvent): void {
    switch (event.type) {
      case 'session.update':
        this.#update(event.session ?? {});
        break;
      case 'input_audio_buffer.append':
        this.#append(samplesOf(bytesOf(event.audio, 'audio')));
        break;
      case 'input_audio_buffer.commit':
        this.#commit();
        break;
      case 'input_audio_buffer.clear':
        this.#input.clear();
        this.#send({ type: 'input_audio_buffer.cleared' });
        break;
      case 'input_image_buffer.append':
        this.#appendImage(bytesOf(event.image, 'image'));
        break;
      case 'conversation.item.create':
        this.#takeResult(event.item);
        break;
      case 'response.create':
        this.#create();
        break;
      case 'response.cancel':
        if (!this.#answer)
          throw new InvalidValue('', 'Conversation has none active response', 'COMMON_ERROR');
        this.#answer.cancel();
        break;
    }
  }

  #update(session: Readonly<Record<string, unknown>>): void {
    const { voice } = session;
    this.#config = updated(this.#config, this.#model, session, (what) => this.#record.odd(what));
    if (
      typeof voice === 'string' &&
      voice !== '' &&
      !this.#model.voices.includes(voice) &&
      !this.#desk.settings.lenientVoice
    )
      throw new InvalidValue('session.voice', 'Unsupported voice');
    this.#sendUnless('updated', { type: 'session.updated', session: this.#session(true) });
  }

  #append(samples: Int16Array): void {
    this.#armIdle();
    this.#record.appended(samples);
    const fault = this.#desk.faults.draw('appended');
    if (fault && fault.kind !== 'no-transcript' && this.#strike(fault)) return;
    if (fault?.kind === 'no-transcript') this.#failsToUnderstand = true;
    const detection = this.#config.turn_detection;
    const settings = detection && {
      threshold: detection.threshold,
      silenceMs: detection.silence_duration_ms,
      losesRest: this.#desk.settings.losesRestOfAppend,
      previewMs: this.#desk.settings.previewMs,
    };
    for (const heard of this.#input.append(samples, settings)) {
      if (heard.is === 'preview') this.#preview(heard.audio);
      else if (heard.is === 'started') this.#speechStarted(heard.atMs);
      else this.#speechStopped(heard.atMs, heard.audio);
    }
  }

  #failsToUnderstand = false;

  #speechStarted(atMs: number): void {
    this.#itemId = newId('item');
    this.#send({ type: 'input_audio_buffer.speech_started', audio_start_ms: atMs, item_id: this.#itemId });
    // Whoever speaks over an answer stops it; a semantic detector waits for what they say.
    if (this.#config.turn_detection?.type === 'server_vad') this.#answer?.cancel();
  }

  #preview(audio: Int16Array): void {
    const text = this.#textOf(audio);
    if (text.startsWith('(')) return;
    const cut = text.lastIndexOf(' ');
    this.#send({
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: this.#itemId,
      content_index: 0,
      text: text.slice(0, Math.max(0, cut)),
      stash: text.slice(Math.max(0, cut)),
      language: 'en',
      emotion: 'neutral',
      obfuscation: '',
    });
  }

  #speechStopped(atMs: number, audio: Int16Array): void {
    this.#send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: atMs, item_id: this.#itemId });
    const text = this.#textOf(audio);
    const { turn_detection: detection } = this.#config;
    if (detection?.type === 'semantic_vad' && this.#answer && backchannel.test(text)) return;
    if (detection?.type === 'semantic_vad') this.#answer?.cancel();
    this.#turn(text, audio.length);
    this.#respond({ heard: text, images: this.#takeImages() }, audio.length);
  }

  #commit(): void {
    if (this.#config.turn_detection !== null) this.#record.odd('input_audio_buffer.commit with detection on');
    const audio = this.#input.take();
    if (!audio)
      throw new InvalidValue('', 'Error committing input audio buffer: buffer is empty.', 'invalid_event');
    this.#itemId = newId('item');
    const text = this.#textOf(audio);
    this.#turn(text, audio.length);
    this.#prompted = { heard: text, images: this.#takeImages() };
  }

  #create(): void {
    if (this.#answer)
      throw new InvalidValue('', 'Conversation already has an active response', 'COMMON_ERROR');
    if (this.#input.speaking)
      throw new InvalidValue('', 'Cannot create response while user is speaking.', 'COMMON_ERROR');
    this.#respond(this.#prompted, 0);
  }

  #turn(text: string, samples: number): void {
    this.#record.heard.push(text);
    const itemId = this.#itemId;
    const item = { id: itemId, object: 'realtime.item', type: 'message', status: 'completed', role: 'user' };
    this.#send({ type: 'input_audio_buffer.committed', item_id: itemId });
    this.#send({ type: 'conversation.item.created', item: { ...item, content: [{ type: 'input_audio' }] } });
    const fails = this.#failsToUnderstand;
    this.#failsToUnderstand = false;
    const transcribe = () => {
      const ids = { item_id: itemId, content_index: 0 };
      const type = 'conversation.item.input_audio_transcription';
      if (fails)
        this.#send({
          type: `${type}.failed`,
          ...ids,
          error: { code: 'asr_failed', message: 'no', param: '' },
        });
      else this.#send({ type: `${type}.completed`, ...ids, transcript: text });
    };
    const { transcriptMs } = this.#desk.settings;
    if (transcriptMs === 0) transcribe();
    else setTimeout(transcribe, transcriptMs).unref();
    this.#inputTokens = Math.ceil(samples / 1_280);
  }

  #inputTokens = 0;

  #appendImage(image: Buffer): void {
    if (!this.#input.heardAny)
      throw new InvalidValue('', 'Error append image before append audio.', 'invalid_event');
    const { largestImageBytes } = this.#desk.settings;
    if (image.length > largestImageBytes) throw new InvalidValue('image', 'The image is larger than 500 KB.');
    const sides = largestSides(image);
    if (!sides) throw new InvalidValue('image', 'The image must be a JPG or JPEG.');
    if (
      Math.min(sides.width, sides.height) > tallestImage ||
      Math.max(sides.width, sides.height) > widestImage
    )
      throw new InvalidValue('image', 'The image must be at most 1080p.');
    this.#images += 1;
    this.#pendingImages += 1;
    this.#record.images = this.#images;
  }

  #takeImages(): number {
    const images = this.#pendingImages;
    this.#pendingImages = 0;
    return images;
  }

  #takeResult(item: { readonly call_id: string; readonly output: string }): void {
    if (!this.#calls.has(item.call_id)) throw new InvalidValue('item.call_id', 'No such function call.');
    this.#calls.delete(item.call_id);
    this.#send({
      type: 'conversation.item.created',
      item: { id: newId('item'), object: 'realtime.item', type: 'function_call_output', ...item },
    });
    this.#prompted = { result: item.output, images: 0 };
  }

  #respond(prompted: Prompted, samples: number): void {
    const config = this.#config;
    const answer = new Answer({
      desk: this.#desk,
      config,
      reply: () => replyTo(prompted, config, this.#desk.scenario, new Date(this.#desk.now())),
      send: (event) => this.#send(event),
      onCall: (callId, name) => this.#calls.set(callId, name),
      inputTokens: this.#inputTokens || Math.ceil(samples / 1_280),
      strike: (effect) => this.#strike(effect),
    });
    this.#answer?.cancel();
    this.#answer = answer;
    answer.run().then(
      () => {
        this.#record.said.push(answer.text);
        if (this.#answer === answer) this.#answer = undefined;
        this.#armIdle();
      },
      (error: unknown) =>
        this.#error(error instanceof Error ? error.message : 'internal error', 'internal_error'),
    );
  }

  #textOf(audio: Int16Array): string {
    const known = recognize(audio, this.#desk.voiced.lately).map(({ text }) => text);
    return known.length > 0 ? known.join(' ') : unknownSpeech(audio);
  }

  #session(whole: boolean): Readonly<Record<string, unknown>> {
    const { top_p, top_k, max_tokens, repetition_penalty, presence_penalty, seed, instructions, ...rest } =
      this.#config;
    const more = { top_p, top_k, max_tokens, repetition_penalty, presence_penalty, seed, instructions };
    return {
      id: `sess_${this.#record.number}`,
      object: 'realtime.session',
      model: this.#desk.modelNames[this.#model.name] ?? this.#model.name,
      input_audio_format: 'pcm',
      output_audio_format: 'pcm',
      input_audio_transcription: { model: 'xq3-asr-flash-realtime' },
      ...rest,
      ...(this.#config.tools.length === 0 ? { tools: null } : {}),
      ...(whole ? more : {}),
    };
  }

  #sendUnless(at: 'created' | 'updated', event: Readonly<Record<string, unknown>>): void {
    const effect = this.#desk.faults.draw(at);
    if (effect?.kind === 'omit' || (effect && this.#strike(effect))) return;
    this.#send(event);
    if (effect?.kind === 'twice') this.#send(event);
  }

  /** True when what was to come does not come any more. */
  #strike(effect: RealtimeEffect): boolean {
    switch (effect.kind) {
      case 'mute':
        this.#mute = true;
        return true;
      case 'drop':
        this.drop();
        return true;
      case 'close':
        this.close(effect.code, effect.reason ?? '');
        return true;
      case 'error':
        this.#error(effect.message, effect.code, effect.param);
        return false;
      case 'garbled':
        this.#socket.send('{"type": "response.');
        return false;
      case 'unknown-event':
        this.#send({ type: 'response.annotated', note: { level: 3 } });
        return false;
      default:
        return false;
    }
  }

  #error(message: string, code = '', param = ''): void {
    this.#send({ type: 'error', error: { type: 'invalid_request_error', code, message, param } });
  }

  #send(event: Readonly<Record<string, unknown>>): void {
    if (this.#mute || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#sentIds += 1;
    const whole = { event_id: `event_s${this.#record.number}_${this.#sentIds}`, ...event };
    this.#record.sent(whole);
    this.#socket.send(JSON.stringify(whole));
  }

  #armIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      const message = 'The session was closed because of response_idle_timeout.';
      this.#error(message, 'response_idle_timeout');
      this.close(1007, 'response_idle_timeout');
    }, this.#desk.settings.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #closed(code: number, reason: string): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#lifeTimer);
    this.#answer?.cancel();
    this.#record.closed = { code, reason };
  }
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    throw new InvalidValue('', 'The message is not valid JSON.', 'invalid_event');
  }
}

function samplesOf(bytes: Buffer): Int16Array {
  if (bytes.length % 2 !== 0) throw new InvalidValue('audio', 'audio is not 16-bit PCM.');
  return new Int16Array(Uint8Array.from(bytes).buffer);
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}
