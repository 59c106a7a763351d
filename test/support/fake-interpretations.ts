import type { CallEnd } from '../../src/call/types.ts';
import type {
  Interpretation,
  InterpretationRequest,
  Interpretations,
  InterpretedLine,
  InterpreterActivity,
  InterpreterTrouble,
  PersonLanguages,
} from '../../src/interpreter/types.ts';
import { Refusal } from '../../src/refusal/refusal.ts';

/** An interpreter that does what a test says; what people do with it is remembered. */
export class FakeInterpretation implements Interpretation {
  readonly request: InterpretationRequest;
  readonly participants = new Set<string>();
  readonly languages = new Map<string, PersonLanguages>();
  readonly pictures: Uint8Array[] = [];
  readonly ended: Promise<CallEnd>;
  state: Interpretation['state'] = { is: 'running', activity: 'listening' };
  livedMs = 0;
  trouble: InterpreterTrouble | undefined;
  speaker: string | undefined;
  sessions = 0;
  waitMs = 0;
  /** What becomes of a picture. */
  answer: 'shown' | 'before-audio' | 'too-soon' = 'shown';
  readonly #changed = new Set<() => void>();
  readonly #echoes = new Set<(userId: string) => void>();
  readonly #lines = new Set<(line: InterpretedLine) => void>();
  readonly #onEnded: (end: CallEnd) => void;

  constructor(request: InterpretationRequest) {
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.request = request;
    this.ended = promise;
    this.#onEnded = resolve;
  }

  join(userId: string, languages: PersonLanguages = {}): void {
    this.participants.add(userId);
    this.languages.set(userId, languages);
    this.change();
  }

  choose(userId: string, languages: PersonLanguages): void {
    this.languages.set(userId, languages);
    this.change();
  }

  async leave(userId: string): Promise<void> {
    this.participants.delete(userId);
    this.change();
  }

  async stop(end: CallEnd = 'asked', error?: unknown): Promise<void> {
    if (this.state.is === 'ended') return;
    this.state = { is: 'ended', end, ...(error === undefined ? {} : { error }) };
    this.participants.clear();
    this.change();
    this.#onEnded(end);
  }

  async show(jpeg: Uint8Array) {
    if (this.answer === 'shown') this.pictures.push(jpeg);
    return this.answer;
  }

  onChange(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  onLine(listener: (line: InterpretedLine) => void): () => void {
    this.#lines.add(listener);
    return () => this.#lines.delete(listener);
  }

  onEcho(listener: (userId: string) => void): () => void {
    this.#echoes.add(listener);
    return () => this.#echoes.delete(listener);
  }

  become(activity: InterpreterActivity): void {
    this.state = { is: 'running', activity };
    this.change();
  }

  change(): void {
    for (const listener of this.#changed) listener();
  }

  /** Somebody says something, or goes on saying it. */
  line(line: InterpretedLine): void {
    for (const listener of this.#lines) listener(line);
  }
}

export class FakeInterpretations implements Interpretations {
  /** Every one that was started, the last one at the end. */
  readonly all: FakeInterpretation[] = [];
  /** What the next start ends in. */
  failure: Error | undefined;

  of(guildId: string): FakeInterpretation | undefined {
    return this.all.findLast(({ request, state }) => request.guildId === guildId && state.is === 'running');
  }

  async start(request: InterpretationRequest): Promise<FakeInterpretation> {
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure;
    const running = this.of(request.guildId);
    if (running)
      throw new Refusal({
        code: 'call-running-already',
        kind: 'interpreter',
        channelId: running.request.voiceChannelId,
      });
    const call = new FakeInterpretation(request);
    this.all.push(call);
    return call;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((call) => call.stop('shutting-down')));
  }
}
