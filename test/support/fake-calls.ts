import type { CallEnd } from '../../src/call/types.ts';
import type {
  Call,
  CallActivity,
  CallLine,
  CallRequest,
  Calls,
  CallTrouble,
} from '../../src/conversation/call-types.ts';
import { Refusal } from '../../src/refusal/refusal.ts';

/** A call that does what a test says; what people do with it is remembered. */
export class FakeCall implements Call {
  readonly request: CallRequest;
  readonly participants = new Set<string>();
  readonly said: { readonly userId: string; readonly text: string }[] = [];
  readonly pictures: Uint8Array[] = [];
  readonly ended: Promise<CallEnd>;
  state: Call['state'] = { is: 'running', activity: 'listening' };
  livedMs = 0;
  trouble: CallTrouble | undefined;
  speaker: string | undefined;
  /** Whether somebody was heard already. */
  hasHeard = true;
  readonly #changed = new Set<() => void>();
  readonly #echoes = new Set<(userId: string) => void>();
  readonly #lines = new Set<(line: CallLine) => void>();
  readonly #onEnded: (end: CallEnd) => void;

  constructor(request: CallRequest) {
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.request = request;
    this.ended = promise;
    this.#onEnded = resolve;
  }

  join(userId: string): void {
    this.participants.add(userId);
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

  async say(userId: string, text: string): Promise<void> {
    this.said.push({ userId, text });
  }

  async show(jpeg: Uint8Array): Promise<'shown' | 'before-audio'> {
    if (!this.hasHeard) return 'before-audio';
    this.pictures.push(jpeg);
    return 'shown';
  }

  holdFloor(userId: string): boolean {
    if (this.speaker !== undefined && this.speaker !== userId) return false;
    this.speaker = userId;
    this.change();
    return true;
  }

  releaseFloor(userId: string): void {
    if (this.speaker === userId) this.speaker = undefined;
    this.change();
  }

  onChange(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  onLine(listener: (line: CallLine) => void): () => void {
    this.#lines.add(listener);
    return () => this.#lines.delete(listener);
  }

  onEcho(listener: (userId: string) => void): () => void {
    this.#echoes.add(listener);
    return () => this.#echoes.delete(listener);
  }

  /** Somebody's microphone picked the bot up. */
  echo(userId: string): void {
    for (const listener of this.#echoes) listener(userId);
  }

  become(activity: CallActivity): void {
    this.state = { is: 'running', activity };
    this.change();
  }

  change(): void {
    for (const listener of this.#changed) listener();
  }

  /** Somebody says something, or goes on saying it. */
  line(line: CallLine): void {
    for (const listener of this.#lines) listener(line);
  }
}

export class FakeCalls implements Calls {
  /** Every call that was started, the last one at the end. */
  readonly all: FakeCall[] = [];
  /** What the next start ends in. */
  failure: Error | undefined;

  of(guildId: string): FakeCall | undefined {
    return this.all.findLast(({ request, state }) => request.guildId === guildId && state.is === 'running');
  }

  async start(request: CallRequest): Promise<FakeCall> {
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure;
    const running = this.of(request.guildId);
    if (running)
      throw new Refusal({
        code: 'call-running-already',
        kind: 'conversation',
        channelId: running.request.voiceChannelId,
      });
    const call = new FakeCall(request);
    this.all.push(call);
    return call;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((call) => call.stop('shutting-down')));
  }
}
