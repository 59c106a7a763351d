import type { Logger } from 'pino';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';

/** A name as 24 kHz mono PCM. */
type VoiceName = (userId: string, language: LanguageCode, signal: AbortSignal) => AsyncIterable<Uint8Array>;

const mostNames = 60;
/** Ten seconds, longer than anyone's name. */
const mostBytes = 480_000;

/** Speakers' names, voiced once per call and language before they're needed. Nothing waits for a name. */
export class SpokenNames {
  readonly #voice: VoiceName | undefined;
  readonly #signal: AbortSignal;
  readonly #log: Logger;
  readonly #asked = new Set<string>();
  readonly #voiced = new Map<string, Uint8Array>();

  constructor(voice: VoiceName | undefined, signal: AbortSignal, log: Logger) {
    this.#voice = voice;
    this.#signal = signal;
    this.#log = log;
  }

  /** Their words will be said soon. */
  prepare(userId: string, language: LanguageCode): void {
    const key = `${userId}/${language}`;
    if (!this.#voice || this.#asked.has(key) || this.#asked.size >= mostNames) return;
    this.#asked.add(key);
    void this.#prepare(key, this.#voice(userId, language, this.#signal));
  }

  /** 24 kHz mono PCM. Undefined until it's voiced, or if it can't be. */
  of(userId: string, language: LanguageCode): Uint8Array | undefined {
    return this.#voiced.get(`${userId}/${language}`);
  }

  async #prepare(key: string, sound: AsyncIterable<Uint8Array>): Promise<void> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of sound) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > mostBytes) return;
      }
      if (bytes > 0) this.#voiced.set(key, Buffer.concat(chunks));
    } catch (error) {
      if (!this.#signal.aborted) this.#log.warn({ err: error }, "couldn't voice a name");
    }
  }
}
