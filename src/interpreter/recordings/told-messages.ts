import type { Logger } from 'pino';
import type { Messenger } from '../../discord/messenger.ts';
import type { Traffic } from '../../discord/traffic.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';

export interface ToldMessagesParts {
  readonly messenger: Pick<Messenger, 'remove'>;
  readonly traffic: Pick<Traffic, 'onRemoval'>;
  readonly log: Logger;
}

interface ToldMessage {
  readonly channelId: string;
  readonly messageId: string;
}

/** Of the latest ones. Older messages stay where they are. */
const mostKept = 1_000;

/** Which messages of ours say what a recording says: they go with it. */
export class ToldMessages {
  readonly #parts: ToldMessagesParts;
  /** By the message that has the recording. */
  readonly #told = new BoundedMap<string, readonly ToldMessage[]>(mostKept);
  #stop: () => void = () => undefined;

  constructor(parts: ToldMessagesParts) {
    this.#parts = parts;
  }

  open(): void {
    // Every deleted message comes through here.
    this.#stop = this.#parts.traffic.onRemoval(
      ({ messageId }) => void (this.#told.has(messageId) && this.takeBack(messageId)),
    );
  }

  close(): void {
    this.#stop();
  }

  note(recordingId: string, told: ToldMessage): void {
    this.#told.set(recordingId, [...(this.#told.get(recordingId) ?? []), told]);
  }

  /** The recording was deleted. Never rejects. */
  async takeBack(recordingId: string): Promise<void> {
    const told = this.#told.get(recordingId) ?? [];
    this.#told.delete(recordingId);
    await Promise.all(
      told.map(async ({ channelId, messageId }) => {
        await this.#parts.messenger.remove(channelId, messageId).catch((error: unknown) => {
          this.#parts.log.info({ err: error, channelId, messageId }, "couldn't delete what a recording says");
        });
      }),
    );
  }
}
