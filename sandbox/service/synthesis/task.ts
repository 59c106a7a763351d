import { setTimeout as sleep } from 'node:timers/promises';
import type { RunTask } from './commands.ts';
import type { Engine } from './engine.ts';
import { event, failedEvent, finishedEvent, type SentenceFacts, sentenceEvent } from './events.ts';
import type { FaultStrike } from './fault-strike.ts';
import type { AudioEncoder } from './formats/audio-encoder.ts';
import type { SynthesisSettings } from './settings.ts';
import { diceOf } from './speech/dice.ts';
import type { SpokenWord } from './speech/speaker.ts';
import { invalid, TaskFailure, timedOut } from './task-failure.ts';
import type { TaskOutlet } from './task-outlet.ts';
import type { TaskRecord } from './task-record.ts';
import { type DueSentence, TextIntake } from './text-intake.ts';
import type { SandboxVoice } from './voices.ts';

const chunkMs = 200;

export interface TaskParts {
  readonly command: RunTask;
  readonly requestId: string;
  readonly voice: SandboxVoice;
  readonly engine: Engine;
  readonly settings: SynthesisSettings;
  readonly record: TaskRecord;
  readonly outlet: TaskOutlet;
  readonly strike: FaultStrike;
}

/** One synthesis: text comes in, events and sound go out, in order, until it is finished, fails or is dropped. */
export class Task {
  readonly id: string;
  readonly #parts: TaskParts;
  readonly #intake: TextIntake;
  readonly #stop = new AbortController();
  readonly #due: DueSentence[] = [];
  #more = Promise.withResolvers<void>();
  #textTimer: NodeJS.Timeout | undefined;
  #lastTextAt = 0;
  #sentences = 0;
  #sentence: SentenceFacts = { index: 0, text: '' };
  #offsetMs = 0;
  #nextSoundAt: number | undefined;

  constructor(parts: TaskParts) {
    this.#parts = parts;
    this.id = parts.command.header.task_id;
    this.#intake = new TextIntake(parts.command.payload.parameters);
  }

  /** Resolves when nothing more is sent for it: `finished` lets the socket live, `failed` does not. */
  async run(): Promise<'finished' | 'failed' | 'dropped'> {
    const { record, outlet, strike } = this.#parts;
    let encoder: AudioEncoder | undefined;
    try {
      const { parameters } = this.#parts.command.payload;
      encoder = await this.#parts.engine.encoder(
        parameters,
        this.#parts.settings.packetMs,
        this.#parts.requestId,
      );
      await strike.reach('run', this.#signal);
      await sleep(this.#parts.settings.startMs, undefined, { signal: this.#signal, ref: false });
      record.status = 'started';
      outlet.send(event(this.id, 'task-started'));
      this.#armTextTimer();
      await strike.reach('started', this.#signal);
      await this.#speakAll(encoder);
      await this.#sound(await encoder.finish(), []);
      await strike.reach('finish', this.#signal);
      record.status = 'finished';
      const characters = strike.billed(this.#intake.billed) ?? null;
      outlet.send(finishedEvent(this.id, this.#parts.requestId, characters));
      await strike.reach('after', this.#signal);
      return 'finished';
    } catch (error) {
      return this.#ended(error);
    } finally {
      clearTimeout(this.#textTimer);
      encoder?.close();
    }
  }

  /** @throws {TaskFailure} for text at the wrong time or of the wrong kind */
  addText(text: string): void {
    const { record } = this.#parts;
    if (record.status === 'starting') throw invalid('continue-task came before task-started.');
    if (record.status !== 'started') throw invalid('continue-task came after finish-task.');
    record.text += text;
    const due = this.#intake.add(text);
    this.#lastTextAt = performance.now();
    this.#armTextTimer();
    this.#push(due);
  }

  /** @throws {TaskFailure} when it comes at the wrong time */
  finish(): void {
    const { record, settings } = this.#parts;
    if (record.status === 'starting') throw invalid('finish-task came before task-started.');
    if (record.status !== 'started') throw invalid('finish-task came twice.');
    record.status = 'finishing';
    clearTimeout(this.#textTimer);
    const late = performance.now() - this.#lastTextAt > settings.finishWithinMs;
    this.#push(this.#intake.finish(late));
  }

  /** Ends it with `task-failed`. */
  fail(failure: TaskFailure): void {
    this.#stop.abort(failure);
  }

  /** Nothing more is sent. */
  drop(): void {
    this.#parts.outlet.close();
    this.#stop.abort(new Error('dropped'));
  }

  get #signal(): AbortSignal {
    return this.#stop.signal;
  }

  #ended(error: unknown): 'failed' | 'dropped' {
    const { record, outlet, strike } = this.#parts;
    const cause = this.#signal.aborted ? this.#signal.reason : error;
    if (outlet.closed || strike.silent) {
      record.status = 'dropped';
      return 'dropped';
    }
    const failure =
      cause instanceof TaskFailure ? cause : new TaskFailure('InternalError', 'The synthesis failed.');
    record.status = 'failed';
    record.failure = { code: failure.code, message: failure.message };
    outlet.send(failedEvent(failure.nameless ? undefined : this.id, failure.code, failure.message));
    if (failure.hangsUp) outlet.closeSocket(1007, failure.message);
    outlet.close();
    return 'failed';
  }

  #armTextTimer(): void {
    clearTimeout(this.#textTimer);
    const { textTimeoutMs } = this.#parts.settings;
    const message = `request timeout after ${Math.round(textTimeoutMs / 1_000)} seconds.`;
    this.#textTimer = setTimeout(() => this.fail(timedOut(message)), textTimeoutMs);
    this.#textTimer.unref();
  }

  #push(sentences: readonly DueSentence[]): void {
    this.#due.push(...sentences);
    this.#more.resolve();
  }

  async #speakAll(encoder: AudioEncoder): Promise<void> {
    const stopped = new Promise<never>((_, reject) => {
      this.#signal.addEventListener('abort', () => reject(this.#signal.reason), { once: true });
    });
    stopped.catch(() => undefined); // those who wait below hear of it
    for (;;) {
      this.#signal.throwIfAborted();
      const sentence = this.#due.shift();
      if (sentence) await this.#speak(sentence, encoder);
      else if (this.#parts.record.status === 'finishing') return;
      else {
        this.#more = Promise.withResolvers();
        await Promise.race([this.#more.promise, stopped]);
      }
    }
  }

  async #speak(due: DueSentence, encoder: AudioEncoder): Promise<void> {
    const { engine, voice, command, outlet, record, settings } = this.#parts;
    const { parameters } = command.payload;
    const sentence = { index: this.#sentences, text: due.original };
    this.#sentences += 1;
    this.#sentence = sentence;
    record.sentences.push(due.text);
    const firstSoundAt = performance.now() + this.#firstSoundMs();
    outlet.send(sentenceEvent(this.id, 'sentence-begin', sentence, []));
    const spoken = await engine.speak(due.text, due.pauseMs, voice, parameters, this.#signal);
    this.#nextSoundAt ??= firstSoundAt;
    const rateHz = engine.rateHz(parameters);
    const words = this.#words(spoken.words);
    const { wordsIn } = settings;
    const chunk = (rateHz * chunkMs) / 1_000;
    let toldWords = 0;
    for (let at = 0; at < spoken.samples.length; at += chunk) {
      const samples = spoken.samples.subarray(at, at + chunk);
      await this.#until(this.#nextSoundAt);
      const soundMs = (samples.length / rateHz) * 1_000;
      this.#nextSoundAt =
        Math.max(performance.now(), this.#nextSoundAt) + soundMs * settings.pace.realTimeFactor;
      this.#offsetMs += soundMs;
      const begun = words.filter(({ beginMs }, index) => index >= toldWords && beginMs < this.#offsetMs);
      toldWords += begun.length;
      record.spoke(samples);
      await this.#sound(await encoder.encode(samples), wordsIn === 'end' ? [] : begun);
    }
    record.characters = this.#intake.bill(due);
    const told = wordsIn === 'synthesis' ? [] : words;
    const characters = this.#parts.strike.billed(record.characters);
    outlet.send(sentenceEvent(this.id, 'sentence-end', sentence, told, characters));
  }

  /** Times of words are those of the whole task's sound. */
  #words(words: readonly SpokenWord[]): readonly SpokenWord[] {
    const { command, strike } = this.#parts;
    if (!command.payload.parameters.word_timestamp_enabled || strike.bare) return [];
    const offset = Math.round(this.#offsetMs);
    return words.map((word) => ({ ...word, beginMs: word.beginMs + offset, endMs: word.endMs + offset }));
  }

  /** Sends a piece of the stream behind the event that announces it, cut into frames. */
  async #sound(bytes: Uint8Array, words: readonly SpokenWord[]): Promise<void> {
    const { outlet, settings, strike } = this.#parts;
    if (bytes.length === 0 && words.length === 0) return;
    await strike.reach('audio', this.#signal);
    outlet.send(sentenceEvent(this.id, 'sentence-synthesis', this.#sentence, words));
    for (let at = 0; at < bytes.length; at += settings.frameBytes) {
      this.#signal.throwIfAborted();
      if (!strike.soundless) outlet.sendAudio(bytes.subarray(at, at + settings.frameBytes));
      strike.framesSent += 1;
      await strike.reach('audio', this.#signal);
    }
  }

  #firstSoundMs(): number {
    const { firstAudioLeastMs, firstAudioMostMs } = this.#parts.settings.pace;
    return firstAudioLeastMs + diceOf(this.id)() * Math.max(0, firstAudioMostMs - firstAudioLeastMs);
  }

  async #until(at: number): Promise<void> {
    const waitMs = at - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: this.#signal, ref: false });
  }
}
