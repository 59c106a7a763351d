import type { Logger } from 'pino';
import type { Presence } from './presence.ts';

const longestStatus = 500;

/**
 * The status line of the voice channel in which a room is: wished for at any time, set while the bot is there (then one
 * permission is enough; spec 6, section 5), cleared before it leaves. Failures are logged, no more.
 */
export class VoiceStatus {
  readonly #presence: Presence;
  readonly #guildId: string;
  readonly #log: Logger;
  #wish: string | undefined;
  /** Where it stands, and what. */
  #shown: { readonly channelId: string; readonly text: string } | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(presence: Presence, guildId: string, log: Logger) {
    this.#presence = presence;
    this.#guildId = guildId;
    this.#log = log;
  }

  /** Undefined: no status. */
  wish(text: string | undefined): void {
    this.#wish = text?.slice(0, longestStatus);
  }

  /** Makes the channel show what is wished for; undefined: the bot is about to be in none. Never rejects. */
  show(channelId: string | undefined): Promise<void> {
    this.#turn = this.#turn.then(() => this.#change(channelId));
    return this.#turn;
  }

  async #change(channelId: string | undefined): Promise<void> {
    const text = channelId === undefined ? undefined : this.#wish;
    const shown = this.#shown;
    if (shown && (shown.channelId !== channelId || text === undefined)) {
      this.#shown = undefined;
      await this.#put(shown.channelId, null);
    }
    if (channelId === undefined || text === undefined) return;
    if (this.#shown?.text === text) return;
    if (await this.#put(channelId, text)) this.#shown = { channelId, text };
  }

  async #put(channelId: string, text: string | null): Promise<boolean> {
    const place = this.#presence.place(this.#guildId, channelId);
    if (place?.kind !== 'voice' || !place.may('SetVoiceChannelStatus')) return false;
    const isThere = this.#presence.own(this.#guildId).channelId === channelId;
    if (!isThere && !place.may('ManageChannels')) return false;
    try {
      await this.#presence.setStatus(channelId, text);
      return true;
    } catch (error) {
      this.#log.warn({ err: error, channelId }, 'could not set the voice channel status');
      return false;
    }
  }
}
