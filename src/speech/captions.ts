import type { Logger } from 'pino';
import { showAsIs } from '../discord/escape.ts';
import { container, text } from '../discord/layout.ts';
import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { TimedWord } from '../service/synthesis/synthesis-types.ts';
import type { Saying } from './saying.ts';

/** Discord takes five edits in five seconds for a channel; others write there, too. */
const betweenEditsMs = 1_200;
const longestCaption = 1_500;
/** One after the other that Discord does not take for now. */
const attempts = 3;

export interface CaptionsParts {
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Shows the words of what is heard as they sound, in one message that notifies nobody. */
export class Captions {
  readonly #parts: CaptionsParts;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: CaptionsParts) {
    this.#parts = parts;
  }

  /** Follows what is heard to its end. */
  follow(saying: Saying, channelId: string): void {
    const following = this.#follow(saying, channelId).catch((error: unknown) => {
      if (this.#closing.signal.aborted) return;
      this.#parts.log.warn({ err: error, reference: saying.utterance.reference }, 'captions were given up');
    });
    this.#running.add(following);
    void following.finally(() => this.#running.delete(following));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #follow(saying: Saying, channelId: string): Promise<void> {
    let shown = '';
    let messageId: string | undefined;
    for (let failures = 0, isDone = false; !isDone; ) {
      await this.#parts.clock.sleep(betweenEditsMs, this.#closing.signal);
      const { state } = saying;
      const wholly = state.is === 'ended' && state.end === 'finished';
      const caption = wholly
        ? saying.utterance.spoken
        : spokenSoFar(saying.utterance.spoken, saying.words, saying.playedMs);
      try {
        if (caption !== shown && caption !== '')
          messageId = await this.#show(caption, channelId, messageId, saying.utterance.id);
        shown = caption;
        failures = 0;
        isDone = state.is === 'ended';
      } catch (error) {
        failures += 1;
        const isPassing = error instanceof MessageError && error.reason === 'temporary';
        if (!isPassing || failures === attempts) throw error;
      }
    }
  }

  /** The id of the message that shows it. */
  async #show(
    caption: string,
    channelId: string,
    messageId: string | undefined,
    utteranceId: string,
  ): Promise<string> {
    const { messenger } = this.#parts;
    const body = renderCaption(caption);
    if (messageId === undefined) return (await messenger.post(channelId, body, `c${utteranceId}`)).messageId;
    await messenger.editPanel({ ...asMessage, channelId, messageId }, body);
    return messageId;
  }
}

/** A message that the bot posted is no answer to an interaction. */
const asMessage = { applicationId: '', token: '', tokenExpiresAt: 0 } as const;

/** A word that is found further ahead than this is another one that reads the same. */
const furthestAhead = 40;

/**
 * The text up to the last word that sounds by now. Words are looked for in their order; one that is said otherwise than it
 * is written is passed over.
 */
export function spokenSoFar(spoken: string, words: readonly TimedWord[], playedMs: number): string {
  const lower = spoken.toLowerCase();
  let end = 0;
  for (const { text: word, beginMs } of words) {
    if (beginMs > playedMs) break;
    const wanted = word.trim().toLowerCase();
    if (wanted === '') continue;
    const near = lower.slice(end, end + furthestAhead + wanted.length);
    const at = near.indexOf(wanted);
    if (at >= 0) end += at + wanted.length;
  }
  return spoken.slice(0, end);
}

function renderCaption(caption: string): MessageBody {
  const characters = Array.from(caption);
  const tail =
    characters.length > longestCaption ? `…${characters.slice(-longestCaption).join('')}` : caption;
  return { components: [container([text(`💬 ${showAsIs(tail, longestCaption * 2)}`)])], silent: true };
}
