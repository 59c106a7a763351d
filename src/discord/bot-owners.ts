import { type Client, Team } from 'discord.js';

/** Who the bot belongs to, as Discord says: one person, or the people of a team. Asked once, and again if that failed. */
export class BotOwners {
  readonly #client: Client;
  #asking: Promise<ReadonlySet<string>> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @throws {Error} if Discord doesn't say */
  async isOwner(userId: string): Promise<boolean> {
    return (await this.ids()).has(userId);
  }

  async ids(): Promise<ReadonlySet<string>> {
    this.#asking ??= this.#ask();
    try {
      return await this.#asking;
    } catch (error) {
      this.#asking = undefined;
      throw error;
    }
  }

  async #ask(): Promise<ReadonlySet<string>> {
    const owner = (await this.#client.application?.fetch())?.owner;
    if (owner instanceof Team) return new Set(owner.members.keys());
    if (!owner) throw new Error('Discord does not say who the bot belongs to');
    return new Set([owner.id]);
  }
}
