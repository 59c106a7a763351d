import type { KeptVoice } from '../call/speaking/kept-voice.ts';
import type {
  AfterResult,
  ConversationEvent,
  ResponseEnd,
} from '../service/realtime/conversation/conversation-types.ts';
import type { CallTrouble } from './call-types.ts';
import type { DialogueParts } from './dialogue-parts.ts';
import type { TranscriptLines } from './lines.ts';
import type { Answer, AnswerEvent } from './speaking/answer.ts';
import { Answers } from './speaking/answers.ts';
import { ToolTurns } from './tools/tool-turns.ts';
import { Addressing, AnswerGate } from './turns/answer-gate.ts';
import { InterruptedAnswer, type OverlapVerdict } from './turns/barge-in.ts';

type AnsweringEvent =
  /** The bot became audible, or fell silent. */
  | { readonly is: 'audible'; readonly audible: boolean }
  /** It needs ticks now. */
  | { readonly is: 'under-way' };

const duckOverMs = 20;

/** The model's answers and what happens to them: held, heard, interrupted, continued, or dropped. */
export class Answering {
  readonly #options;
  readonly #gate: AnswerGate;
  readonly #answers: Answers;
  readonly #interrupted: InterruptedAnswer;
  readonly #addressing: Addressing;
  readonly #tools: ToolTurns;
  /** The turn that an interruption led to. */
  #interruptingItem: string | undefined;
  /** It's silent because someone may mean to stop it. */
  #isPaused = false;

  constructor(options: {
    readonly parts: DialogueParts;
    readonly lines: TranscriptLines;
    /** Our code ends turns, not the service. */
    readonly manual: boolean;
    /** Cancels the service's current answer. */
    readonly cancel: () => void;
    /** Sends tool results to the session that asked for them. */
    readonly toolAnswerer: () => (callId: string, output: string, after: AfterResult) => void;
    /** Makes the model say something that the service knows nothing about; undefined takes it back. */
    readonly instruct: (addition: string | undefined) => void;
    readonly tell: (event: AnsweringEvent) => void;
  }) {
    const { parts } = options;
    const { settings } = parts.request;
    this.#options = options;
    this.#addressing = new Addressing(settings.addressing);
    this.#interrupted = new InterruptedAnswer(settings.interruption, (decision) => {
      if (decision === 'resume') this.#goOn();
      else {
        this.#answers.dropInterrupted();
        this.#gate.settle();
      }
    });
    this.#gate = new AnswerGate({
      addressing: this.#addressing,
      participants: parts.participants,
      mustWait: () => this.#interrupted.undecided,
      tell: ({ responseId, meant }) => this.#judged(responseId, meant),
    });
    this.#answers = new Answers({
      mouth: settings.speaks ? parts.mouth : undefined,
      fadeMs: settings.interruption.fadeMs,
      tell: (event) => this.#hearAnswer(event),
    });
    this.#tools = new ToolTurns({
      parts,
      toolAnswerer: options.toolAnswerer,
      instruct: options.instruct,
      onAnswered: () => this.expect(),
      isAudible: () => this.audible !== undefined,
    });
  }

  get audible(): KeptVoice | undefined {
    return this.#answers.audible?.voice;
  }

  /** What's being said, as far as it's known. */
  get saying(): string {
    return this.#answers.audible?.text ?? '';
  }

  get working(): boolean {
    return this.#tools.working;
  }

  get pending(): boolean {
    return this.#answers.pending;
  }

  get busy(): boolean {
    return this.#answers.busy || this.working || this.#interrupted.undecided;
  }

  /** A person speaks over the bot, which ticks for as long as it's heard. */
  heed(verdict: OverlapVerdict): void {
    if (verdict.is === 'duck')
      this.audible?.duck(this.#options.parts.request.settings.interruption.duckDb, duckOverMs);
    else if (verdict.is === 'carry-on') this.#carryOn();
    else if (verdict.is === 'pause') this.#pause();
    else this.#doubt(verdict.is);
  }

  /** The service has sent all of what's being said, so nothing can take it back. */
  get isWhole(): boolean {
    return !this.#answers.unfinished;
  }

  /** What the model is told about itself from now on. */
  instructed(instructions: string): void {
    this.#tools.instructed(instructions);
  }

  /** A participant's speech was sent to the service. */
  spoke(durationMs: number): void {
    this.#interrupted.spoke(durationMs);
  }

  /** They definitely interrupt: they pressed a button, or typed. */
  makeWay(): void {
    this.#isPaused = false;
    if (this.#answers.unfinished) this.#options.cancel();
    this.#interrupted.forget();
    this.#gate.refuseHeld();
    this.#answers.dropAll();
  }

  /** The service was asked for an answer, or owes one. */
  expect(): void {
    this.#answers.owe(this.#now);
    this.#options.tell({ is: 'under-way' });
  }

  speechStarted(itemId: string): void {
    if (this.#interrupted.undecided) this.#interruptingItem = itemId;
  }

  /** @param meant for the bot, without doubt */
  committed(itemId: string, userId: string | undefined, meant: boolean): void {
    this.#gate.committed(itemId, userId, this.#now, meant);
    this.expect();
  }

  /** The recogniser's text of what people say, which decides about an interruption. */
  understood(text: string, final: boolean): void {
    this.#interrupted.understood(text, final);
  }

  hearing(itemId: string, text: string): void {
    this.#gate.hearing(itemId, text);
  }

  heard(itemId: string, text: string): void {
    if (text === '') this.#answers.oweNone();
    this.#gate.heard(itemId, text);
  }

  /** Nobody said that. */
  refuse(itemId: string): void {
    this.#gate.refuse(itemId, this.#now);
    this.#interrupted.understood('', true);
  }

  forget(userId: string): void {
    this.#addressing.forget(userId);
  }

  hear(event: ConversationEvent): void {
    if (!('responseId' in event)) return;
    if (event.is === 'response-started') {
      this.#started(event.responseId);
      return;
    }
    if (event.is === 'response-ended') {
      this.#ended(event);
      return;
    }
    const answer = this.#answers.of(event.responseId);
    if (!answer) return;
    if (event.is === 'answer-text') answer.addText(event.delta);
    else if (event.is === 'answer-text-done') answer.setText(event.text);
    else if (event.is === 'answer-audio') answer.addAudio(event.pcm);
    else if (event.is === 'answer-audio-done') answer.finishSound();
    else if (event.is === 'tool-call') answer.addCall(event.call);
  }

  tick(nowMs: number, someoneSpeaks: boolean): void {
    this.#gate.tick(nowMs);
    this.#interrupted.tick(nowMs, someoneSpeaks);
    this.#answers.tick(nowMs);
  }

  /** The session that was answering is gone. */
  sessionClosed(): void {
    this.#answers.endAll();
    this.#tools.sessionClosed();
    this.#gate.refuseHeld();
  }

  close(): void {
    this.#isPaused = false;
    this.#answers.oweNone();
    this.#interrupted.forget();
    this.#answers.dropAll();
  }

  #carryOn(): void {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#answers.goOn();
    } else this.audible?.unduck();
  }

  /** It's silent until it's clear whether they mean to stop it, and then goes on where it was, or yields. */
  #pause(): void {
    this.#isPaused = true;
    this.#answers.interrupt();
  }

  /** Asked, it goes on until it's known what they said; if it yields, it may still take that back. */
  #doubt(how: 'ask' | 'yield'): void {
    this.#interruptingItem = undefined;
    if (how === 'yield') {
      this.#isPaused = false;
      this.#answers.interrupt();
      if (this.#options.manual) this.#options.cancel();
    }
    this.#interrupted.interrupted(this.#now);
  }

  get #now(): number {
    return this.#options.parts.clock.now();
  }

  /**
   * Nothing followed an interruption, so the answer goes on where it was, and what the interruption led to isn't
   * answered.
   */
  #goOn(): void {
    if (this.#interruptingItem !== undefined) this.#gate.refuse(this.#interruptingItem, this.#now);
    this.#gate.refuseHeld();
    this.#answers.goOn();
    this.#options.tell({ is: 'under-way' });
  }

  #judged(responseId: string, meant: boolean): void {
    const answer = this.#answers.of(responseId);
    if (meant) answer?.release();
    else if (answer) {
      if (!answer.complete) this.#options.cancel();
      this.#answers.drop(responseId);
    }
    this.#options.parts.tell({ is: 'changed' });
  }

  #hearAnswer(event: AnswerEvent | { readonly is: 'late' }): void {
    const { lines, parts } = this.#options;
    if (event.is === 'line') lines.answered(event.line, event.turn);
    else if (event.is === 'called') void this.#tools.run(event.answer, event.call);
    else if (event.is === 'leaked-call') void this.#tools.runSpoken(event.answer, event.call);
    else if (event.is === 'late') parts.tell({ is: 'trouble', trouble: 'no-answer' });
    else this.#changed(event.answer);
  }

  #changed(answer: Answer): void {
    const { tell, parts } = this.#options;
    tell({ is: 'audible', audible: this.audible !== undefined || this.#isPaused });
    const userId = answer.turn?.userId;
    if (answer.state === 'over' && answer.wasHeard && userId !== undefined)
      this.#addressing.answered(userId, this.#now);
    tell({ is: 'under-way' });
    parts.tell({ is: 'changed' });
  }

  #started(responseId: string): void {
    const next = this.#tools.takeNext();
    const { turn } = next ?? this.#gate;
    this.#answers.begin({ responseId, turn, atMs: this.#now });
    this.#gate.started(responseId, this.#now, next !== undefined);
    this.#options.tell({ is: 'under-way' });
  }

  #ended({ responseId, end, sources }: Extract<ConversationEvent, { is: 'response-ended' }>): void {
    const { parts } = this.#options;
    const wasSaid = this.#answers.of(responseId)?.wasSaid ?? false;
    this.#answers.end(responseId, sources);
    const isFine = this.#tools.responseEnded(responseId);
    const trouble = end === 'silent' && wasSaid ? undefined : answerTrouble(end);
    if (trouble) parts.tell({ is: 'trouble', trouble: trouble });
    else if (end === 'completed' && isFine) parts.tell({ is: 'works' });
    this.#options.tell({ is: 'under-way' });
  }
}

function answerTrouble(end: ResponseEnd): CallTrouble | undefined {
  if (end === 'failed') return 'answer-failed';
  return end === 'silent' ? 'no-answer' : undefined;
}
