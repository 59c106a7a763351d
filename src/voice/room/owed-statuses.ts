import {
  mayWriteStatus,
  putStatus,
  type StatusParts,
  type StatusRecord,
  statusOf,
} from './channel-status.ts';

/**
 * Status lines that say the bot is where it isn't any more, because it may not change them from outside. They're put
 * back as soon as it may.
 */
export class OwedStatuses {
  readonly #parts: StatusParts;
  /** By channel. */
  readonly #owed = new Map<string, StatusRecord>();
  /** One after the other, so that none is put back twice. */
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: StatusParts) {
    this.#parts = parts;
  }

  owe(channelId: string, record: StatusRecord): void {
    this.#owed.set(channelId, record);
  }

  /** Something changed in that guild, maybe what the bot may do. */
  look(guildId: string): void {
    const { presence, log } = this.#parts;
    for (const [channelId, record] of this.#owed) {
      if (record.guildId !== guildId) continue;
      const isBack = presence.own(guildId).channelId === channelId;
      // Back in it, its room takes care of it.
      if (isBack) this.#owed.delete(channelId);
      else if (mayWriteStatus(presence, guildId, channelId)) {
        this.#owed.delete(channelId);
        this.#turn = this.#turn
          .then(async () => await this.#putBack(channelId, record))
          .catch((error: unknown) => {
            log.warn(
              { err: error, channelId },
              "couldn't put back the status of a voice channel left behind",
            );
          });
      }
    }
  }

  /** Resolves when everything that's possible now has been put back. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  async #putBack(channelId: string, record: StatusRecord): Promise<void> {
    const { guildId, ours, theirs } = record;
    const shown = await statusOf(this.#parts, guildId, channelId);
    const showsOurs = typeof shown === 'string' && ours.includes(shown);
    if (shown === undefined || (showsOurs && !(await putStatus(this.#parts, channelId, theirs))))
      this.#owed.set(channelId, record);
    else await this.#parts.records.delete(channelId);
  }
}
