import { ServiceError } from '../errors.ts';
import { troubleOf } from './error-class.ts';
import type { RealtimeLink } from './link.ts';
import type { WireSession } from './wire-basics.ts';

/** If the service doesn't know a voice, the session uses the service's own (field notes 3 and 8). */
export class VoiceFallback {
  readonly #link: RealtimeLink;
  readonly #asked: () => object;
  readonly #instead: () => object;
  #fellBack = false;

  /** @param asked the session's settings @param instead the same with the service's own voice */
  constructor(link: RealtimeLink, asked: () => object, instead: () => object) {
    this.#link = link;
    this.#asked = asked;
    this.#instead = instead;
  }

  /** For the opening. @throws {ServiceError} if anything else is wrong */
  async configure(): Promise<WireSession> {
    try {
      return await this.#link.configure(this.#asked());
    } catch (error) {
      if (!(error instanceof ServiceError) || this.#link.over) throw error;
      const trouble = troubleOf({ code: error.code, message: error.providerMessage });
      if (trouble.is !== 'voice-unknown') throw error;
      this.#fellBack = true;
      return await this.#link.configure(this.#instead());
    }
  }

  /** Switches once, if the service accepted the voice but the first answer fails. */
  fallBack(): void {
    if (this.#fellBack) return;
    this.#fellBack = true;
    this.#link.send('session.update', { session: this.#instead() });
  }
}
