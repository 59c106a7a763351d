import { KeptVoice } from '../../call/speaking/kept-voice.ts';
import type { Source, ToolCall } from '../../service/realtime/conversation/conversation-types.ts';
import type { Mouth } from '../../voice/mouth/types.ts';
import type { CallLine } from '../call-types.ts';
import type { JudgedTurn } from '../turns/answer-gate.ts';
import { callOfLeak, GrowingSplit } from './leaked-call.ts';

/** What happens to an answer. */
export type AnswerEvent =
  /** What people heard of it so far. */
  | { readonly is: 'line'; readonly line: CallLine; readonly turn: JudgedTurn | undefined }
  /** It's wanted and calls a tool. */
  | { readonly is: 'called'; readonly answer: Answer; readonly call: ToolCall }
  /** It meant to call a tool but wrote the call as text, so the service knows nothing about it. */
  | { readonly is: 'leaked-call'; readonly answer: Answer; readonly call: ToolCall }
  /** It became audible, fell silent, or is over. */
  | { readonly is: 'changed'; readonly answer: Answer };

export interface AnswerOptions {
  readonly responseId: string;
  readonly turn: JudgedTurn | undefined;
  readonly atMs: number;
  /** Absent in a text-only call. */
  readonly mouth: Mouth | undefined;
  readonly tell: (event: AnswerEvent) => void;
}

/** Held: until it's known whether it's wanted. Released: it's heard as it arrives. Over: nothing more is coming. */
type AnswerState = 'held' | 'released' | 'over';

/** One answer of the model, from its first word to the last one that people heard. */
export class Answer {
  readonly responseId: string;
  readonly turn: JudgedTurn | undefined;
  readonly voice: KeptVoice | undefined;
  readonly #options: AnswerOptions;
  #state: AnswerState = 'held';
  readonly #split = new GrowingSplit();
  #sources: readonly Source[] = [];
  #complete = false;
  #wasSaid = false;
  #hasCalled = false;
  #shown = '';
  #calls: readonly ToolCall[] = [];

  constructor(options: AnswerOptions) {
    const { responseId, turn, mouth } = options;
    this.responseId = responseId;
    this.turn = turn;
    this.#options = options;
    this.voice = mouth && new KeptVoice(mouth, responseId, () => this.#voiceChanged());
  }

  get state(): AnswerState {
    return this.#state;
  }

  /** The service has finished it. */
  get complete(): boolean {
    return this.#complete;
  }

  get text(): string {
    return this.#split.words;
  }

  /** The service sent all of its audio, even if it doesn't report the end. */
  get wasSaid(): boolean {
    return this.#wasSaid;
  }

  /** People heard at least a word of it. */
  get wasHeard(): boolean {
    return this.#shown !== '';
  }

  get audible(): boolean {
    return this.voice?.state === 'playing' && this.voice.audible;
  }

  addText(delta: string): void {
    this.#split.add(delta);
    // Spoken text is shown as time passes.
    if (!this.voice) this.show();
  }

  setText(text: string): void {
    this.#split.complete(text);
    this.show();
  }

  addAudio(pcm: Uint8Array): void {
    if (this.#split.leaked !== undefined) return;
    this.voice?.add(pcm);
    this.#play();
  }

  /** No more audio is coming. */
  finishSound(): void {
    this.#wasSaid = true;
    this.voice?.finish();
  }

  /** It calls a tool, which waits until it's known that the answer is wanted. */
  addCall(call: ToolCall): void {
    this.#hasCalled = true;
    if (this.#state === 'held') this.#calls = [...this.#calls, call];
    else if (this.#state === 'released') this.#call(call);
  }

  /** The service has nothing more to send. */
  end(sources: readonly Source[]): void {
    this.#complete = true;
    this.#sources = sources;
    this.voice?.finish();
    this.#callWhatLeaked();
    this.#finishWhenOver();
  }

  release(): void {
    if (this.#state !== 'held') return;
    this.#state = 'released';
    this.#play();
    this.show();
    for (const call of this.#calls) this.#call(call);
    this.#callWhatLeaked();
    this.#finishWhenOver();
  }

  interrupt(fadeMs: number): void {
    this.voice?.interrupt(fadeMs);
  }

  goOn(): void {
    if (this.voice?.state === 'held') this.#play();
    else this.voice?.play();
  }

  /** Ends it; what people heard stays as its line. */
  drop(fadeMs: number): void {
    if (this.#state === 'over') return;
    const held = this.#state === 'held';
    this.#state = 'over';
    this.voice?.drop(fadeMs);
    if (!held) this.#tell(true);
    this.#changed();
  }

  /** Shows its line so far, if there's more than before. */
  show(): void {
    if (this.#state === 'released' && this.#heard !== this.#shown) this.#tell(false);
  }

  get #heard(): string {
    const { voice } = this;
    if (!voice || voice.whole) return this.text;
    return heardText(this.text, voice.playedMs, voice.totalMs);
  }

  #call(call: ToolCall): void {
    this.#options.tell({ is: 'called', answer: this, call });
  }

  #changed(): void {
    this.#options.tell({ is: 'changed', answer: this });
  }

  /** Makes the call that it wrote as text, unless it also made one properly. */
  #callWhatLeaked(): void {
    if (this.#split.leaked === undefined || this.#hasCalled || !this.#complete || this.#state !== 'released')
      return;
    this.#hasCalled = true;
    const call = callOfLeak(this.#split.leaked);
    if (call) this.#options.tell({ is: 'leaked-call', answer: this, call: { callId: '', ...call } });
  }

  #play(): void {
    if (this.#state === 'released' && this.voice?.state === 'held' && this.voice.totalMs > 0)
      this.voice.play();
  }

  #voiceChanged(): void {
    this.show();
    if (this.#state !== 'released') return;
    if (this.voice?.state === 'over' && !this.voice.whole) {
      this.#state = 'over';
      this.#tell(true);
    }
    this.#finishWhenOver();
    this.#changed();
  }

  #finishWhenOver(): void {
    if (this.#state !== 'released' || !this.#complete) return;
    if (this.voice && this.voice.totalMs > 0 && this.voice.state !== 'over') return;
    this.#state = 'over';
    this.#tell(true);
    this.#changed();
  }

  #tell(final: boolean): void {
    const sure = this.voice && this.voice.totalMs === 0 ? this.text : this.#heard;
    // Nobody heard anything, so there's no line.
    if (sure === '' && (!final || this.#shown === '')) return;
    this.#shown = sure;
    const { responseId, atMs, turn, tell } = this.#options;
    const line: CallLine = {
      id: responseId,
      by: { is: 'assistant' },
      sure,
      unsure: '',
      final,
      cut: final && sure.length < this.text.length,
      sources: this.#sources,
      at: atMs,
    };
    tell({ is: 'line', line, turn });
  }
}

/** Where a line may be cut: after a word, or after any character of a script without spaces. */
const wordEnds =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/**
 * The part of a line that people heard before its voice stopped: the same share of the words as of the audio, up to the
 * last whole word. Answers come without word times, so it can't be more exact.
 */
export function heardText(text: string, playedMs: number, totalMs: number): string {
  if (playedMs <= 0 || totalMs <= 0) return '';
  if (playedMs >= totalMs) return text;
  const limit = (text.length * playedMs) / totalMs;
  let end = 0;
  for (const word of text.matchAll(wordEnds)) {
    const until = word.index + word[0].length;
    if (until > limit) break;
    end = until;
  }
  return text.slice(0, end);
}
