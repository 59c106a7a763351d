import type { WebSocket } from 'ws';
import { Answer } from './answer.ts';
import { CallFaults } from './call-faults.ts';
import { bytesOf, type ClientEvent, readClientEvent, samplesOf } from './client-events.ts';
import { newId } from './ids.ts';
import { ImageBuffer } from './image-buffer.ts';
import { InputAudio } from './input-audio.ts';
import type { RealtimeModel } from './models.ts';
import { Previews } from './previews.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { replyTo } from './scenario.ts';
import { InvalidValue, type SessionConfig, updated, usualConfig } from './session-config.ts';
import type { SessionRecord } from './session-record.ts';
import { SessionSocket } from './session-socket.ts';

/** Texts that don't interrupt a semantic detector. */
const backchannel = /^(mhm|uh-huh|yeah|yes|ok(ay)?|right|sure|hm+|嗯|对|好)[.!,\s]*$/i;
const samplesPerToken = 1_280;

/** What an answer is asked for. What was heard may still be being understood. */
interface Prompt {
  readonly heard?: Promise<string>;
  readonly results: readonly string[];
  readonly images: number;
}

const noPrompt: Prompt = { results: [], images: 0 };

/** One session of the conversation interface, from the server's side (document 2 B). */
export class Connection {
  readonly line: SessionSocket;
  readonly #desk: RealtimeDesk;
  readonly #model: RealtimeModel;
  readonly #record: SessionRecord;
  readonly #input = new InputAudio();
  readonly #images: ImageBuffer;
  readonly #previews: Previews;
  readonly #conversationId = newId('conv');
  /** Tools that were called but aren't answered, with the answer that called them. */
  readonly #calls = new Map<string, string>();
  readonly #callFaults: CallFaults;
  #config: SessionConfig;
  #answer: Answer | undefined;
  #itemId = newId('item');
  #prompted: Prompt = noPrompt;
  /** The answer whose tools were answered last. */
  #answeredFor = '';
  #inputTokens = 0;
  #unasked: NodeJS.Timeout | undefined;
  #failsToUnderstand = false;

  constructor(socket: WebSocket, desk: RealtimeDesk, model: RealtimeModel, record: SessionRecord) {
    this.#desk = desk;
    this.#model = model;
    this.#record = record;
    this.#config = usualConfig(model);
    this.#images = new ImageBuffer(desk.now);
    this.#callFaults = new CallFaults(desk.faults);
    this.line = new SessionSocket({
      socket,
      desk,
      record,
      obey: (json) => this.#obey(readClientEvent(json, (what) => record.odd(what))),
      onClosed: () => {
        clearTimeout(this.#unasked);
        this.#answer?.cancel();
      },
    });
    this.#previews = new Previews({
      textOf: (audio) => this.line.textOf(audio, true),
      show: (text, itemId) => this.#preview(text, itemId),
    });
    this.line.sendAt('created', { type: 'session.created', session: this.#session(false) });
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
        this.line.send({ type: 'input_audio_buffer.cleared' });
        break;
      case 'input_image_buffer.append':
        this.#look(bytesOf(event.image, 'image'));
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

  /** Nobody asked for this answer. */
  speakUnasked(): void {
    this.#respond(noPrompt);
  }

  #look(image: Buffer): void {
    const { largestImageBytes, ignoresImages } = this.#desk.settings;
    this.#images.append(image, this.#input.heardAny, { largestBytes: largestImageBytes });
    this.#record.images += 1;
    if (ignoresImages && this.#config.turn_detection) this.#images.take();
  }

  #update(session: Readonly<Record<string, unknown>>): void {
    const config = updated(this.#config, this.#model, session, (what) => this.#record.odd(what));
    const { lenientVoice } = this.#desk.settings;
    if (session.voice && !this.#model.voices.includes(config.voice) && !lenientVoice)
      throw new InvalidValue('session.voice', 'Unsupported voice');
    this.#config = this.#desk.settings.dropsTools ? { ...config, tools: [] } : config;
    this.#awaitSpeech();
    this.line.sendAt('updated', { type: 'session.updated', session: this.#session(true) });
  }

  #append(samples: Int16Array): void {
    this.line.armIdle();
    this.#record.appended(samples);
    const fault = this.#desk.faults.draw('appended');
    if (fault?.kind === 'no-transcript') this.#failsToUnderstand = true;
    else if (fault && this.line.strike(fault)) return;
    const detection = this.#config.turn_detection;
    const settings = detection && {
      threshold: detection.threshold,
      silenceMs: detection.silence_duration_ms,
      losesRest: this.#desk.settings.losesRestOfAppend,
      previewMs: this.#desk.settings.previewMs,
    };
    for (const heard of this.#input.append(samples, settings)) {
      if (heard.is === 'preview') this.#previews.hear(heard.audio, this.#itemId);
      else if (heard.is === 'started') this.#speechStarted(heard.atMs);
      else this.#speechStopped(heard.atMs, heard.audio);
    }
  }

  /** From now on, the service speaks unasked after as much silence as the session chose (field notes 8). */
  #awaitSpeech(): void {
    clearTimeout(this.#unasked);
    const { type, idle_timeout_ms } = this.#config.turn_detection ?? {};
    const offered = type === 'server_vad' && this.#model.series !== 'turbo';
    const silenceMs = this.#desk.settings.unaskedAfterMs ?? (offered ? idle_timeout_ms : undefined);
    if (silenceMs === undefined) return;
    this.#unasked = setTimeout(() => this.speakUnasked(), silenceMs);
    this.#unasked.unref();
  }

  #speechStarted(atMs: number): void {
    clearTimeout(this.#unasked);
    this.#itemId = newId('item');
    this.line.send({
      type: 'input_audio_buffer.speech_started',
      audio_start_ms: atMs,
      item_id: this.#itemId,
    });
    // Speech over an answer stops it; a semantic detector waits for what they say.
    if (this.#config.turn_detection?.type === 'server_vad') this.#answer?.cancel();
  }

  #preview(text: string, itemId: string): void {
    const cut = Math.max(0, text.lastIndexOf(' '));
    this.line.send({
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: itemId,
      content_index: 0,
      text: text.slice(0, cut),
      stash: text.slice(cut),
      language: 'en',
      emotion: 'neutral',
      obfuscation: '',
    });
  }

  #speechStopped(atMs: number, audio: Int16Array): void {
    this.line.send({
      type: 'input_audio_buffer.speech_stopped',
      audio_end_ms: atMs,
      item_id: this.#itemId,
    });
    this.#previews.drop();
    const heard = this.line.textOf(audio);
    void this.#understand(this.#itemId, heard, audio.length).catch((error: unknown) => this.#failed(error));
  }

  async #understand(itemId: string, heard: Promise<string>, samples: number): Promise<void> {
    if (this.#config.turn_detection?.type === 'semantic_vad' && this.#answer) {
      if (backchannel.test(await heard)) return;
      this.#answer?.cancel();
    }
    const transcribed = this.#turn(itemId, heard, samples);
    if (this.#desk.settings.transcriptMs === 0) await transcribed;
    else transcribed.catch((error: unknown) => this.#failed(error));
    this.#respond({ ...noPrompt, heard, images: this.#images.take() });
    // Someone went on speaking while that was being understood.
    if (this.#input.speaking && this.#config.turn_detection?.type === 'server_vad') this.#answer?.cancel();
  }

  #commit(): void {
    if (this.#config.turn_detection !== null) this.#record.odd('input_audio_buffer.commit with detection on');
    const audio = this.#input.take();
    if (!audio)
      throw new InvalidValue('', 'Error committing input audio buffer: buffer is empty.', 'invalid_event');
    this.#itemId = newId('item');
    const heard = this.line.textOf(audio);
    this.#turn(this.#itemId, heard, audio.length).catch((error: unknown) => this.#failed(error));
    this.#prompted = { ...noPrompt, heard, images: this.#images.take() };
  }

  #create(): void {
    if (this.#answer)
      throw new InvalidValue('', 'Conversation already has an active response', 'COMMON_ERROR');
    if (this.#input.speaking)
      throw new InvalidValue('', 'Cannot create response while user is speaking.', 'COMMON_ERROR');
    const prompted = this.#prompted;
    // A model that lacks a result makes one up.
    if (prompted.results.length > 0 && [...this.#calls.values()].includes(this.#answeredFor))
      this.#record.odd('response.create before every call of a response was answered');
    this.#prompted = noPrompt;
    this.#respond(prompted);
  }

  /** Resolves when its transcript was sent. */
  async #turn(id: string, heard: Promise<string>, samples: number): Promise<void> {
    this.#inputTokens = Math.ceil(samples / samplesPerToken);
    const item = { id, object: 'realtime.item', type: 'message', status: 'completed', role: 'user' };
    this.line.send({ type: 'input_audio_buffer.committed', item_id: id });
    this.line.send({
      type: 'conversation.item.created',
      item: { ...item, content: [{ type: 'input_audio' }] },
    });
    const fails = this.#failsToUnderstand;
    this.#failsToUnderstand = false;
    const { transcriptMs } = this.#desk.settings;
    const [text] = await Promise.all([heard, transcriptMs > 0 ? this.#desk.sleep(transcriptMs) : undefined]);
    this.#record.heard.push(text);
    this.line.send(transcribed(id, text, fails));
  }

  #takeResult(item: { readonly call_id: string; readonly output: string }): void {
    const calledBy = this.#calls.get(item.call_id);
    if (calledBy === undefined) throw new InvalidValue('item.call_id', 'No such function call.');
    this.#calls.delete(item.call_id);
    this.line.send({
      type: 'conversation.item.created',
      item: { id: newId('item'), object: 'realtime.item', ...item, type: 'function_call_output' },
    });
    this.#answeredFor = calledBy;
    this.#prompted = { ...noPrompt, results: [...this.#prompted.results, item.output] };
  }

  #respond({ heard, ...prompted }: Prompt): void {
    const config = this.#config;
    const answer = new Answer({
      desk: this.#desk,
      config,
      reply: async () => {
        const said = heard ? { ...prompted, heard: await heard } : prompted;
        const reply = replyTo(said, config, this.#desk.scenario, new Date(this.#desk.now()));
        return this.#callFaults.struck(reply, said, config);
      },
      send: (event) => this.line.send(event),
      onCall: (callId) => this.#calls.set(callId, answer.id),
      inputTokens: this.#inputTokens,
      conversationId: this.#conversationId,
      hasVoice: !config.modalities.includes('audio') || this.#model.voices.includes(config.voice),
      strike: (effect) => this.line.strike(effect),
    });
    clearTimeout(this.#unasked);
    this.#answer?.cancel();
    this.#answer = answer;
    answer.run().then(
      () => {
        this.#record.said.push(answer.text);
        if (this.#answer === answer) this.#answer = undefined;
        if (!this.#answer && !this.#input.speaking) this.#awaitSpeech();
        this.line.armIdle();
      },
      (error: unknown) => this.#failed(error),
    );
  }

  #failed(error: unknown): void {
    this.line.error(error instanceof Error ? error.message : 'internal error', 'internal_error');
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
}

function transcribed(itemId: string, transcript: string, fails: boolean): Readonly<Record<string, unknown>> {
  const ids = { item_id: itemId, content_index: 0 };
  const type = 'conversation.item.input_audio_transcription';
  const error = { code: 'asr_failed', message: 'The audio could not be transcribed.', param: '' };
  return fails
    ? { type: `${type}.failed`, ...ids, error }
    : { type: `${type}.completed`, ...ids, transcript };
}
