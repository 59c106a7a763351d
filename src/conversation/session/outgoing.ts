import { inputBytesPerMs } from '../../service/realtime/audio.ts';
import type { ConversationSession } from '../../service/realtime/conversation/conversation-types.ts';

type Outgoing = { readonly is: 'audio'; readonly pcm: Uint8Array } | { readonly is: 'end-of-turn' };

/** As long as the longest turn. */
const usuallyKeptMs = 60_000;
/** What was given longer ago is no sentence that someone is in the middle of. */
const midSentenceMs = 5_000;

/**
 * What people say until the service has it as a turn: what waits for a session, and what the session that ends in
 * mid-sentence takes with it. In order; beyond a length the oldest is dropped.
 */
export class OutgoingTurn {
  readonly #keptMs: number;
  #waiting: Outgoing[] = [];
  #given: Outgoing[] = [];
  #givenAtMs = 0;
  /** Whose voices are in it. */
  readonly #voices = new Set<string>();

  constructor(keptMs = usuallyKeptMs) {
    this.#keptMs = keptMs;
  }

  /** They can be heard in what's appended from now on. */
  voiced(userId: string): void {
    this.#voices.add(userId);
  }

  /** They left. Voices are mixed, so everything goes if theirs is in it. */
  withdraw(userId: string): void {
    if (this.#voices.has(userId)) this.clear();
  }

  /** No session takes it yet. */
  append(pcm: Uint8Array): void {
    this.#waiting.push({ is: 'audio', pcm });
    trim(this.#waiting, this.#keptMs);
  }

  /** A session has it, but not as a turn yet. */
  given(pcm: Uint8Array, nowMs: number): void {
    if (nowMs - this.#givenAtMs > midSentenceMs) this.#given = [];
    this.#given.push({ is: 'audio', pcm });
    this.#givenAtMs = nowMs;
    trim(this.#given, this.#keptMs);
  }

  endTurn(): void {
    if (this.#waiting.length > 0) this.#waiting.push({ is: 'end-of-turn' });
  }

  /** The service has it as a turn. */
  committed(): void {
    this.#given = [];
    if (this.#waiting.length === 0) this.#voices.clear();
  }

  /** The session is over. True: someone was in mid-sentence, and all of that sentence waits for the next session. */
  takeBack(nowMs: number): boolean {
    if (nowMs - this.#givenAtMs <= midSentenceMs) this.#waiting = [...this.#given, ...this.#waiting];
    this.#given = [];
    return this.#waiting.length > 0;
  }

  clear(): void {
    this.#waiting = [];
    this.#given = [];
    this.#voices.clear();
  }

  giveTo(session: ConversationSession, nowMs: number): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) {
      if (each.is === 'audio') {
        session.append(each.pcm);
        this.given(each.pcm, nowMs);
      } else {
        session.commit();
        session.respond();
      }
    }
  }
}

function trim(kept: Outgoing[], keptMs: number): void {
  let bytes = kept.reduce((sum, each) => sum + (each.is === 'audio' ? each.pcm.length : 0), 0);
  while (bytes > keptMs * inputBytesPerMs) {
    const oldest = kept.shift();
    if (oldest?.is === 'audio') bytes -= oldest.pcm.length;
  }
}
