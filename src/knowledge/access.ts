import { z } from 'zod';
import type { Actor } from '../authority/actor.ts';
import { isModerator } from '../authority/moderator.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Collection } from '../storage/collection.ts';
import type { KnowledgeBase } from './base-listing.ts';

/** Who's asking, and from where. */
export interface Reader extends Actor {
  /** The channel and its parents: a thread's channel, a channel's category. */
  readonly channelIds: readonly string[];
  readonly roleIds: readonly string[];
}

/** Lets in people with that role in that channel. If one of the two is absent, only the other counts. */
const grantSchema = z.object({ channelId: z.string().optional(), roleId: z.string().optional() });
export type Grant = z.output<typeof grantSchema>;

/** What a guild's moderators decided, by base id. If absent, the bot owner's file applies. */
export const guildKnowledgeSchema = z.object({
  grants: z.record(z.string(), z.array(grantSchema)),
  /** Whether questions that mention the bot are answered. Default: yes. */
  mentions: z.boolean().optional(),
});
export type GuildKnowledge = z.output<typeof guildKnowledgeSchema>;

export const mostGrants = 25;

/** Whether the bot's owner gave this base to this guild. Nobody can change that in Discord. */
export function belongsTo(base: KnowledgeBase, guildId: string): boolean {
  return base.guilds === 'all' || base.guilds.includes(guildId);
}

/** Moderators may use every base of their guild, anywhere. */
export function mayUse(base: KnowledgeBase, reader: Reader, decided: GuildKnowledge): boolean {
  if (!belongsTo(base, reader.guildId)) return false;
  if (isModerator(reader)) return true;
  const grants = decided.grants[base.id];
  return grants ? grants.some((grant) => letsIn(grant, reader)) : base.open === 'everyone';
}

export function isSameGrant(one: Grant, other: Grant): boolean {
  return one.channelId === other.channelId && one.roleId === other.roleId;
}

function letsIn({ channelId, roleId }: Grant, { channelIds, roleIds }: Reader): boolean {
  return (
    (channelId === undefined || channelIds.includes(channelId)) &&
    (roleId === undefined || roleIds.includes(roleId))
  );
}

/** What guilds decided, one change at a time. */
export class GuildKnowledgeSettings {
  readonly #shelf: Collection<GuildKnowledge>;
  readonly #mutex = new KeyedMutex();

  constructor(shelf: Collection<GuildKnowledge>) {
    this.#shelf = shelf;
  }

  async of(guildId: string): Promise<GuildKnowledge> {
    return (await this.#shelf.get(guildId)) ?? { grants: {} };
  }

  /** `undefined` goes back to the bot owner's file. If `change` throws, nothing changes. */
  async change(
    guildId: string,
    baseId: string,
    change: (before: readonly Grant[] | undefined) => readonly Grant[] | undefined,
  ): Promise<GuildKnowledge> {
    return await this.#mutex.runExclusive(guildId, async () => {
      const earlier = await this.of(guildId);
      const { [baseId]: before, ...others } = earlier.grants;
      const after = change(before);
      const decided = { ...earlier, grants: after ? { ...others, [baseId]: [...after] } : others };
      await this.#shelf.set(guildId, decided);
      return decided;
    });
  }

  async answerMentions(guildId: string, mentions: boolean): Promise<GuildKnowledge> {
    return await this.#mutex.runExclusive(guildId, async () => {
      const decided = { ...(await this.of(guildId)), mentions };
      await this.#shelf.set(guildId, decided);
      return decided;
    });
  }
}
