import { type REST, Routes } from 'discord.js';
import { z } from 'zod';

const person = z.object({ id: z.string() });
const applicationSchema = z.object({
  owner: person.optional(),
  team: z.object({ members: z.array(z.object({ user: person })) }).nullish(),
});

/**
 * Who the bot belongs to, as Discord says: one person, or the people of a team. Asked once, and again if that failed; it needs no
 * gateway.
 */
export class BotOwners {
  readonly #rest: Pick<REST, 'get'>;
  #asking: Promise<ReadonlySet<string>> | undefined;

  constructor({ rest }: { readonly rest: Pick<REST, 'get'> }) {
    this.#rest = rest;
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
    const { owner, team } = applicationSchema.parse(await this.#rest.get(Routes.currentApplication()));
    if (team) return new Set(team.members.map(({ user }) => user.id));
    if (!owner) throw new Error('Discord does not say who the bot belongs to');
    return new Set([owner.id]);
  }
}
