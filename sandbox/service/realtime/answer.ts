import { AnswerFaults, base64Of } from './answer-faults.ts';
import type { RealtimeEffect } from './faults.ts';
import { newId } from './ids.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import type { LateCalled, Reply } from './scenario.ts';
import type { SessionConfig } from './session-config.ts';

export interface AnswerParts {
  readonly desk: RealtimeDesk;
  readonly config: SessionConfig;
  readonly reply: () => Promise<Reply>;
  readonly send: (event: Readonly<Record<string, unknown>>) => void;
  /** A tool was called by this id. */
  readonly onCall: (callId: string) => void;
  readonly inputTokens: number;
  readonly conversationId: string;
  /** False: the session was given a voice that the model does not have (field notes 8). */
  readonly hasVoice: boolean;
  /** A fault of the connection; true when nothing follows any more. */
  readonly strike: (effect: RealtimeEffect) => boolean;
}

type Item = Readonly<Record<string, unknown>>;

export const outputRateHz = 24_000;

/** One response, from `response.created` to `response.done` (document 2 B), piece by piece as a model makes it. */
export class Answer {
  readonly id = newId('resp');
  readonly #itemId = newId('item');
  readonly #parts: AnswerParts;
  readonly #faults: AnswerFaults;
  readonly #stop = new AbortController();
  #text = '';
  #deltas = 0;
  #outputSamples = 0;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
    this.#faults = new AnswerFaults(parts);
  }

  /** Stops it: its done events are still sent, and it ends as cancelled. */
  cancel(): void {
    this.#stop.abort();
  }

  get text(): string {
    return this.#text;
  }

  /** Resolves when everything of it was sent. */
  async run(): Promise<void> {
    const { desk, send } = this.#parts;
    const fate = await this.#faults.struck('response', 0);
    if (fate && fate !== 'sent') return;
    send({ type: 'response.created', response: this.#response('in_progress', []) });
    await this.#wait(desk.settings.thinkMs);
    const reply = await this.#parts.reply();
    if (!this.#parts.hasVoice) {
      this.#parts.strike({ kind: 'error', message: `Voice '${this.#parts.config.voice}' is not supported.` });
      await this.#done(this.#response('failed', [], reply));
      return;
    }
    const items: readonly (Item | 'lost')[] = reply.call
      ? await this.#callAll([reply.call, ...(reply.more ?? [])])
      : [await this.#speak(reply)];
    if (items.includes('lost')) return;
    const output = items.filter((item) => item !== 'lost');
    const status = this.#stop.signal.aborted ? 'cancelled' : reply.status;
    await this.#done(this.#response(status, output, reply));
  }

  async #speak(reply: Reply): Promise<Item | 'lost'> {
    const { config, send } = this.#parts;
    const speaks = config.modalities.includes('audio');
    const item = { id: this.#itemId, object: 'realtime.item', type: 'message', role: 'assistant' };
    const ids = { response_id: this.id, item_id: this.#itemId, output_index: 0, content_index: 0 };
    const part = { type: speaks ? 'audio' : 'text', text: '' };
    const added = { ...item, status: 'in_progress', content: [] };
    send({ type: 'conversation.item.created', item: added });
    send({ type: 'response.output_item.added', response_id: this.id, output_index: 0, item: added });
    send({ type: 'response.content_part.added', ...ids, part });
    if (speaks) {
      if ((await this.#say(reply.text, ids)) === 'lost') return 'lost';
      send({ type: 'response.audio_transcript.done', ...ids, transcript: this.#text });
      send({ type: 'response.audio.done', ...ids });
    } else {
      for (const word of reply.text.match(/\S+\s*/g) ?? []) {
        if (this.#stop.signal.aborted) break;
        this.#text += word;
        send({ type: 'response.text.delta', ...ids, delta: word });
      }
      send({ type: 'response.text.done', ...ids, text: this.#text });
    }
    send({ type: 'response.content_part.done', ...ids, part: { ...part, text: this.#text } });
    const content = [speaks ? { type: 'audio', transcript: this.#text } : { type: 'text', text: this.#text }];
    const done = { ...item, status: 'completed', content };
    send({ type: 'response.output_item.done', response_id: this.id, output_index: 0, item: done });
    return done;
  }

  /** Text is ahead of its sound, sentence by sentence; sound comes faster than it's heard. */
  async #say(text: string, ids: object): Promise<'said' | 'lost'> {
    const { desk, config, send } = this.#parts;
    const { deltaMs, realTimeFactor } = desk.settings;
    const deltaSamples = (outputRateHz * deltaMs) / 1000;
    for (const sentence of text.match(/[^.!?。！？]+[.!?。！？]*\s*/gu) ?? [text]) {
      const { samples } = await desk.sayer.say(sentence, { voice: config.voice, rateHz: outputRateHz });
      if (this.#stop.signal.aborted) return 'said';
      this.#text += sentence;
      send({ type: 'response.audio_transcript.delta', ...ids, delta: sentence });
      for (let at = 0; at < samples.length; at += deltaSamples) {
        if (this.#stop.signal.aborted) return 'said';
        const fate = await this.#faults.struck('audio', this.#deltas, ids);
        if (fate === 'lost') return 'lost';
        const piece = samples.subarray(at, at + deltaSamples);
        this.#deltas += 1;
        this.#outputSamples += piece.length;
        if (fate !== 'left-out') send({ type: 'response.audio.delta', ...ids, delta: base64Of(piece) });
        await this.#wait(deltaMs * realTimeFactor);
      }
    }
    return 'said';
  }

  async #callAll(calls: readonly LateCalled[]): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (const [index, call] of calls.entries()) items.push(await this.#callTool(call, index));
    return items;
  }

  async #callTool(call: LateCalled, index: number): Promise<Item> {
    const { send, onCall } = this.#parts;
    const callId = newId('call');
    const itemId = index === 0 ? this.#itemId : newId('item');
    const item = {
      id: itemId,
      object: 'realtime.item',
      type: 'function_call',
      name: call.name,
      call_id: callId,
    };
    const ids = { response_id: this.id, item_id: itemId, output_index: index, call_id: callId };
    const added = { ...item, status: 'in_progress', arguments: '' };
    send({ type: 'conversation.item.created', item: added });
    send({ type: 'response.output_item.added', response_id: this.id, output_index: index, item: added });
    await this.#wait(call.ms ?? 0);
    // With a leading space, as public samples have it.
    const given = ` ${call.arguments}`;
    for (let at = 0; at < given.length; at += 8)
      send({ type: 'response.function_call_arguments.delta', ...ids, delta: given.slice(at, at + 8) });
    send({ type: 'response.function_call_arguments.done', ...ids, name: call.name, arguments: given });
    const done = { ...item, status: 'completed', arguments: given };
    send({ type: 'response.output_item.done', response_id: this.id, output_index: index, item: done });
    onCall(callId);
    return done;
  }

  #response(status: string, output: readonly object[], reply?: Reply): Readonly<Record<string, unknown>> {
    const { config, inputTokens } = this.#parts;
    const outputTokens = Math.ceil(this.#outputSamples / 1_920) + Math.ceil(this.#text.length / 4);
    const usage = {
      total_tokens: inputTokens + outputTokens,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      input_tokens_details: { text_tokens: 0, audio_tokens: inputTokens },
      output_tokens_details: {
        text_tokens: Math.ceil(this.#text.length / 4),
        audio_tokens: Math.ceil(this.#outputSamples / 1_920),
      },
      ...(config.enable_search
        ? { plugins: { search: { count: reply?.searched ? 1 : 0, strategy: 'agent' } } }
        : {}),
    };
    return {
      id: this.id,
      object: 'realtime.response',
      conversation_id: this.#parts.conversationId,
      status,
      modalities: config.modalities,
      voice: config.voice,
      output_audio_format: 'pcm',
      output,
      ...(reply ? { usage } : {}),
      ...(reply && reply.sources.length > 0 ? { search_info: { search_results: reply.sources } } : {}),
    };
  }

  async #done(response: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#faults.done(response, {
      response_id: this.id,
      item_id: this.#itemId,
      output_index: 0,
      content_index: 0,
    });
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await this.#parts.desk.sleep(ms, this.#stop.signal).catch(() => undefined);
  }
}
