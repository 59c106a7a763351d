import type { ToolCall } from '../../service/realtime/conversation/conversation-types.ts';
import { heardRateHz } from '../../voice/packets/audio.ts';
import type { DialogueParts } from '../dialogue-parts.ts';
import { resultInstruction } from '../instructions.ts';
import type { JudgedTurn } from '../turns/answer-gate.ts';
import { ToolRunner } from './runner.ts';

interface ToolTurnsOptions {
  readonly parts: DialogueParts;
  /** Takes results of tools to the session that asked for them. */
  readonly toolAnswerer: () => (callId: string, output: string) => void;
  /** Has something said of which the service knows nothing; undefined takes it back. */
  readonly instruct: (addition: string | undefined) => void;
  /** The service has all results: it owes an answer. */
  readonly onAnswered: () => void;
  /** Is the bot heard at the moment? */
  readonly isAudible: () => boolean;
}

/** Tools that the model calls: what they find leads to another response, which is for the person who asked. */
export class ToolTurns {
  readonly #options: ToolTurnsOptions;
  readonly #runner: ToolRunner;
  /** Whose tools have answered: the next response goes on for them. */
  #next: { readonly turn: JudgedTurn | undefined } | undefined;
  /** The model was told something for one answer. */
  #instructed = false;

  constructor(options: ToolTurnsOptions) {
    const { tools, clock, log, signal } = options.parts;
    this.#options = options;
    this.#runner = new ToolRunner({ tools, clock, log, signal, onSlow: () => this.#fill() });
  }

  get working(): boolean {
    return this.#runner.running > 0;
  }

  async run(turn: JudgedTurn | undefined, call: ToolCall): Promise<void> {
    const answerTool = this.#options.toolAnswerer();
    await this.#run(turn, call, (output) => {
      answerTool(call.callId, output);
      if (!this.working) this.#options.onAnswered();
    });
  }

  /** The service waits for no result of one that the model spoke, so it's told in another way. */
  async runSpoken(turn: JudgedTurn | undefined, call: ToolCall): Promise<void> {
    const { parts, instruct, onAnswered } = this.#options;
    parts.log.info({ tool: call.name }, 'the model spoke a tool call instead of making it');
    await this.#run(turn, call, (output) => {
      this.#instructed = true;
      instruct(resultInstruction(call.name, output));
      onAnswered();
    });
  }

  /** A response begins: for whom it goes on, when it's what tools led to. */
  takeNext(): { readonly turn: JudgedTurn | undefined } | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  /** A response is over: what the model was told for it is taken back. */
  responseEnded(): void {
    if (!this.#instructed || this.#next) return;
    this.#instructed = false;
    this.#options.instruct(undefined);
  }

  /** Nothing more comes of the session that called them. */
  sessionClosed(): void {
    this.#next = undefined;
    this.#instructed = false;
  }

  async #run(turn: JudgedTurn | undefined, call: ToolCall, answer: (output: string) => void): Promise<void> {
    const { parts } = this.#options;
    const running = this.#runner.run(call, turn?.userId);
    parts.onChange();
    const output = await running;
    if (parts.signal.aborted) return;
    this.#next = { turn };
    answer(output);
    parts.onChange();
  }

  /** A tool takes long: a word meanwhile, where there's a voice for it and the bot isn't speaking anyway. */
  #fill(): void {
    const { parts, isAudible } = this.#options;
    const { voiceText, filler, mouth, signal, request, clock } = parts;
    if (!voiceText || !filler || !request.settings.speaks || isAudible()) return;
    mouth.play({
      id: `filler ${clock.now()}`,
      priority: 'urgent',
      interrupts: true,
      pcm: voiceText(filler, signal),
      sampleRateHz: heardRateHz,
    });
  }
}
