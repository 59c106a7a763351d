import type {
  AgreedSettings,
  ConversationClient,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from '../../src/service/realtime/conversation/conversation-types.ts';
import type { LinkEnd } from '../../src/service/realtime/link.ts';
import { Listeners } from './listeners.ts';

/** A session that does nothing by itself: a test says what happens in it, and sees what it was given. */
export class FakeSession implements ConversationSession {
  readonly settings: ConversationSettings;
  readonly agreed: AgreedSettings;
  readonly ended: Promise<LinkEnd>;
  /** `speech 100`, `silence 1200`, `commit`, `respond`, `cancel`, `clear`, `tool …`, in order. */
  readonly log: string[] = [];
  readonly appended: Uint8Array[] = [];
  over = false;
  waitingMs = 0;
  readonly #listeners = new Listeners<(event: ConversationEvent) => void>();
  readonly onEvent = this.#listeners.listen;
  readonly #onEnded: (end: LinkEnd) => void;

  constructor(settings: ConversationSettings, agreed: Partial<AgreedSettings>) {
    const { promise, resolve } = Promise.withResolvers<LinkEnd>();
    this.settings = settings;
    this.ended = promise;
    this.#onEnded = resolve;
    this.agreed = {
      sessionId: 'sess',
      voice: settings.voice,
      speaks: settings.speaks,
      toolNames: settings.tools?.map(({ name }) => name) ?? [],
      searches: settings.search !== undefined,
      detects: settings.turnDetection?.by,
      silenceMs: undefined,
      ...agreed,
    };
  }

  get appendedMs(): number {
    return this.appended.reduce((sum, pcm) => sum + pcm.length, 0) / 32;
  }

  tell(...events: readonly ConversationEvent[]): void {
    for (const event of events) this.#listeners.tell(event);
  }

  end(end: LinkEnd): void {
    this.over = true;
    this.#onEnded(end);
  }

  append(pcm: Uint8Array): void {
    this.appended.push(pcm);
    this.log.push(`${pcm.every((byte) => byte === 0) ? 'silence' : 'speech'} ${pcm.length / 32}`);
  }

  show(jpeg: Uint8Array): boolean {
    if (this.appended.length === 0) return false;
    this.log.push(`image ${jpeg.length}`);
    return true;
  }

  endTurn(): void {
    this.log.push('commit', 'respond');
  }

  clear(): void {
    this.log.push('clear');
  }

  instruct(instructions: string): void {
    this.log.push(`instruct ${instructions}`);
  }

  respond(): void {
    this.log.push('respond');
  }

  cancel(): void {
    this.log.push('cancel');
  }

  answerTool(callId: string, output: string, after = 'answer'): void {
    this.log.push(`tool ${callId} ${output}${after === 'answer' ? '' : ` then ${after}`}`);
  }

  close(): void {
    if (!this.over) this.end({ is: 'asked' });
  }
}

/** The service as calls see it. */
export class FakeConversations implements ConversationClient {
  readonly sessions: FakeSession[] = [];
  /** What opening fails with next, one each. */
  readonly failures: unknown[] = [];
  agreed: Partial<AgreedSettings> = {};
  opened = 0;
  /** While it's there, opening takes until it resolves, or is given up. */
  gate: Promise<void> | undefined;

  get current(): FakeSession {
    const session = this.sessions.at(-1);
    if (!session) throw new Error('no session was opened');
    return session;
  }

  async open(settings: ConversationSettings, signal?: AbortSignal): Promise<ConversationSession> {
    this.opened += 1;
    signal?.throwIfAborted();
    if (this.failures.length > 0) throw this.failures.shift();
    if (this.gate) {
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      await Promise.race([this.gate, givenUp]);
    }
    const session = new FakeSession(settings, this.agreed);
    this.sessions.push(session);
    return session;
  }

  async close(): Promise<void> {
    for (const session of this.sessions) session.close();
  }
}
