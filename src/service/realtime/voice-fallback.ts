import { RecentIds } from '../../operations/bounded-map.ts';
import { ServiceError } from '../errors.ts';
import { troubleOf } from './error-class.ts';
import type { RealtimeLink } from './link.ts';
import type { WireSession } from './wire-basics.ts';

const mostRefused = 100;

/** Voices that the service refused, so no later session asks for them. */
export class RefusedVoices extends RecentIds {
  constructor() {
    super(mostRefused);
  }
}

export interface VoiceFallbackOptions {
  readonly link: RealtimeLink;
  /** The asked voice with its model, as it's remembered. */
  readonly key: string;
  readonly refused: RefusedVoices;
  /** The session's settings. */
  readonly asked: () => object;
  /** The same with the service's own voice. */
  readonly instead: () => object;
}

/** If the service doesn't know a voice, the session uses the service's own (field notes 3 and 8). */
export class VoiceFallback {
  readonly #options: VoiceFallbackOptions;
  #fellBack: boolean;

  constructor(options: VoiceFallbackOptions) {
    this.#options = options;
    this.#fellBack = options.refused.has(options.key);
  }

  /** For the opening. @throws {ServiceError} if anything else is wrong */
  async configure(): Promise<WireSession> {
    const { link, asked, instead } = this.#options;
    if (this.#fellBack) return await link.configure(instead());
    try {
      return await link.configure(asked());
    } catch (error) {
      if (!(error instanceof ServiceError) || link.over) throw error;
      const trouble = troubleOf({ code: error.code, message: error.providerMessage });
      if (trouble.is !== 'voice-unknown') throw error;
      this.#refuse();
      return await link.configure(instead());
    }
  }

  /** Switches once, if the service accepted the voice but the first answer fails. */
  fallBack(): void {
    if (this.#fellBack) return;
    this.#refuse();
    this.#options.link.send('session.update', { session: this.#options.instead() });
  }

  #refuse(): void {
    this.#fellBack = true;
    this.#options.refused.add(this.#options.key);
  }
}
