import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import { ServiceError } from '../../errors.ts';
import type { ServiceProfile } from '../../profile.ts';
import { ConnectLimiter } from '../connect-limiter.ts';
import { checkTranslation } from './check.ts';
import { SocketTranslation } from './translation-session.ts';
import type {
  TranslationClient,
  TranslationOpening,
  TranslationSession,
  TranslationSettings,
} from './translation-types.ts';

export interface TranslationOptions {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** What the account may open (field notes 4: 10); more waits its turn. */
  readonly connectsPerMinute?: number;
  readonly silentResponseMs?: number;
}

/** Translations over the service's WebSocket interface (document 2 C). Nothing is connected before it is needed. */
export function openTranslations(options: TranslationOptions): TranslationClient {
  return new SocketTranslations(options);
}

class SocketTranslations implements TranslationClient {
  readonly #options: TranslationOptions;
  readonly #limiter: ConnectLimiter;
  readonly #open = new Set<TranslationSession>();
  readonly #closing = new AbortController();

  constructor(options: TranslationOptions) {
    this.#options = options;
    this.#limiter = new ConnectLimiter(options.clock, options.connectsPerMinute ?? 10);
  }

  get waitMs(): number {
    return this.#limiter.waitMs;
  }

  get connectsLeft(): number {
    return this.#limiter.share;
  }

  async open(
    settings: TranslationSettings,
    { signal, onWait }: TranslationOpening = {},
  ): Promise<TranslationSession> {
    assertFitting(settings);
    const either = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    await this.#limiter.pass({ signal: either, onWait });
    const session = new SocketTranslation(settings, this.#options, either);
    this.#open.add(session);
    void session.ended.then(() => this.#open.delete(session));
    await session.open();
    return session;
  }

  async close(): Promise<void> {
    const closed = { fault: 'aborted', code: 'TranslationsAreClosed', nothingHappened: true } as const;
    this.#closing.abort(new ServiceError(closed));
    for (const session of this.#open) session.close();
  }
}

function assertFitting(settings: TranslationSettings): void {
  const problems = checkTranslation(settings);
  if (problems.length === 0) return;
  throw new ServiceError({
    fault: 'invalid-request',
    code: 'RequestBreaksRules',
    nothingHappened: true,
    hint: problems.map(({ field, rule }) => `${field} ${rule}`).join(', '),
  });
}
