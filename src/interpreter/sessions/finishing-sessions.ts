import type { TranslationSession } from '../../service/realtime/translation/translation-types.ts';

/** A speaker's session, and how to stop listening to it. */
export interface Standing {
  readonly session: TranslationSession;
  leave(): void;
}

/** Sessions that hear nothing any more and are waiting for their last words. */
export class FinishingSessions {
  readonly #sessions = new Set<Standing>();

  get count(): number {
    return this.#sessions.size;
  }

  /** Resolves when it's over. `closed`: don't wait for the last words any longer. */
  async finish(standing: Standing): Promise<'finished' | 'cut' | 'closed'> {
    this.#sessions.add(standing);
    const how = await standing.session.finish();
    if (!this.#sessions.delete(standing)) return 'closed';
    standing.leave();
    return how;
  }

  async all(): Promise<void> {
    await Promise.all([...this.#sessions].map(({ session }) => session.finish()));
  }

  close(): void {
    const sessions = [...this.#sessions];
    this.#sessions.clear();
    for (const { session, leave } of sessions) {
      leave();
      session.close();
    }
  }
}
