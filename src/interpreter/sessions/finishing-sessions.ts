import type { TranslationSession } from '../../service/realtime/translation/translation-types.ts';

/** A speaker's session, and how to stop listening to it. */
export interface Standing {
  readonly session: TranslationSession;
  leave(): void;
}

/** Sessions that hear nothing any more, until their last words have come. */
export class FinishingSessions {
  readonly #sessions = new Set<Standing>();

  get count(): number {
    return this.#sessions.size;
  }

  /** Resolves when it's over. `closed`: nobody waits for its last words any more. */
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
