import { inputBytesPerMs } from '../../service/realtime/audio.ts';
import type { ConversationSession } from '../../service/realtime/conversation/conversation-types.ts';

type Outgoing = { readonly is: 'audio'; readonly pcm: Uint8Array } | { readonly is: 'end-of-turn' };

/** The last seconds of what people said while no session could hear them, in order. */
export class OutgoingWhileClosed {
  readonly #keptMs: number;
  #waiting: Outgoing[] = [];
  #bytes = 0;
  /** The people whose voices are in it. */
  readonly #voices = new Set<string>();

  constructor(keptMs = 5_000) {
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

  append(pcm: Uint8Array): void {
    this.#waiting.push({ is: 'audio', pcm });
    this.#bytes += pcm.length;
    while (this.#bytes > this.#keptMs * inputBytesPerMs) {
      const oldest = this.#waiting.shift();
      if (oldest?.is === 'audio') this.#bytes -= oldest.pcm.length;
    }
  }

  endTurn(): void {
    if (this.#bytes > 0) this.#waiting.push({ is: 'end-of-turn' });
  }

  clear(): void {
    this.#waiting = [];
    this.#bytes = 0;
    this.#voices.clear();
  }

  giveTo(session: ConversationSession): void {
    const waiting = this.#waiting;
    this.clear();
    for (const each of waiting) {
      if (each.is === 'audio') session.append(each.pcm);
      else {
        session.commit();
        session.respond();
      }
    }
  }
}
