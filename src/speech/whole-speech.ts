import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import { ServiceError } from '../service/errors.ts';
import type { SynthesisClient, SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import type { Script, TextAsk } from './script.ts';
import type { SpeechOrder } from './utterance.ts';

const bytesPerMegabyte = 1_048_576;

/** A text's speech in one piece: nothing of it is heard before all of it is there. */
export class WholeSpeech {
  readonly #synthesis: SynthesisClient;
  readonly #spending: Spending;
  readonly #clock: Clock;
  readonly #closing = new AbortController();

  constructor(synthesis: SynthesisClient, spending: Spending, clock: Clock) {
    this.#synthesis = synthesis;
    this.#spending = spending;
    this.#clock = clock;
  }

  /**
   * Charges what it costs, and makes it.
   * @throws {ServiceError}, {Refusal} `speech-file-too-large` as soon as that's known
   */
  async make(
    order: SpeechOrder,
    script: Script,
    request: SynthesisRequest,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<{ readonly bytes: Buffer; readonly characters: number }> {
    const entry = { ...order, at: this.#clock.now() };
    await this.#spending.charge(entry, script.characters);
    let characters = script.characters;
    try {
      const task = this.#synthesis.start(
        request,
        AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]),
      );
      // Rejections surface where they're awaited, and nobody awaits if reading fails first.
      task.done.catch(() => undefined);
      task.write(script.input);
      task.finish();
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of task.audio) {
        length += chunk.length;
        if (length > maxBytes) {
          task.cancel();
          throw tooLarge(maxBytes);
        }
        chunks.push(chunk);
      }
      characters = (await task.done).characters ?? characters;
      return { bytes: Buffer.concat(chunks), characters };
    } catch (error) {
      if (error instanceof ServiceError && error.nothingHappened) characters = 0;
      throw error;
    } finally {
      // Speech that's made doesn't wait for the store.
      await this.#spending.finish(entry, characters);
    }
  }

  close(): void {
    this.#closing.abort();
  }
}

export function tooLarge(maxBytes: number): Refusal {
  return new Refusal({
    code: 'speech-file-too-large',
    limitMegabytes: Math.floor(maxBytes / bytesPerMegabyte),
  });
}

/** The maximum size of a voiced sentence: well over a minute. */
export const mostVoicedBytes = 4_000_000;

/** What a sentence is voiced for: the guild and channel that it's charged and logged for. */
type VoicedFor = Pick<SpeechOrder, 'id' | 'reference' | 'guildId' | 'locale' | 'publicLocale'> & {
  readonly panelChannelId: string;
};

type VoiceText = (
  text: string,
  of: VoicedFor,
  userId: string,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>;

interface Voice {
  voice(order: SpeechOrder, ask: TextAsk, sampleRateHz: VoicedRateHz, signal: AbortSignal): Promise<Buffer>;
}

export type VoicedRateHz = 16_000 | 24_000;

/** Text in the person's chosen voice, as mono PCM. It's charged like everything that's read aloud. */
export function voicedBy(speech: Voice, sampleRateHz: VoicedRateHz): VoiceText {
  let voiced = 0;
  return async function* (text, request, userId, signal) {
    voiced += 1;
    const { id, reference, guildId, panelChannelId: channelId, locale, publicLocale } = request;
    const order = {
      id: `${id}-${voiced}`,
      reference,
      guildId,
      channelId,
      userId,
      locale,
      publicLocale,
      panel: { channelId, applicationId: '', tokenExpiresAt: 0 },
    };
    const names = { user: () => undefined, role: () => undefined, channel: () => undefined };
    const pcm = await speech.voice(order, { text, names }, sampleRateHz, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    signal.throwIfAborted();
    // Half a sample would make noise of all that follows it.
    yield pcm.subarray(0, pcm.length - (pcm.length % 2));
  };
}
