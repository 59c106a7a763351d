import type { Actor } from '../authority/actor.ts';
import { isModerator } from '../authority/moderator.ts';
import type { Grant, KnowledgePage, SettingsPage } from '../community/settings-pages.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { KnowledgeBase } from './base-listing.ts';

/** Who's asking, and from where. */
export interface Reader extends Actor {
  /** The channel and its parents: a thread's channel, a channel's category. */
  readonly channelIds: readonly string[];
  readonly roleIds: readonly string[];
}

export const mostGrants = 25;

/** Whether the bot's owner gave this base to this guild. Nobody can change that in Discord. */
export function belongsTo(base: KnowledgeBase, guildId: string): boolean {
  return base.guilds === 'all' || base.guilds.includes(guildId);
}

/** Moderators may use every base of their guild, anywhere. */
export function mayUse(base: KnowledgeBase, reader: Reader, decided: Pick<KnowledgePage, 'grants'>): boolean {
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

/** The page with other grants for a base; `undefined` goes back to the bot owner's file. */
export function withGrants(
  page: KnowledgePage,
  baseId: string,
  change: (before: readonly Grant[] | undefined) => readonly Grant[] | undefined,
): KnowledgePage {
  const { [baseId]: before, ...others } = page.grants;
  const after = change(before);
  return { ...page, grants: after ? { ...others, [baseId]: [...after] } : others };
}

/** A server's bases, and which of them a person may use in a channel. */
export class OpenBases {
  readonly #all: readonly KnowledgeBase[];
  readonly #decisions: Pick<SettingsPage<KnowledgePage>, 'of'>;

  constructor(all: readonly KnowledgeBase[], decisions: Pick<SettingsPage<KnowledgePage>, 'of'>) {
    this.#all = all;
    this.#decisions = decisions;
  }

  /** @throws Refusal (`knowledge-not-configured`) */
  assertSetUp(): void {
    if (this.#all.length === 0) throw new Refusal({ code: 'knowledge-not-configured' });
  }

  /** The guild's bases, in the order of the owner's file. */
  of(guildId: string): readonly KnowledgeBase[] {
    return this.#all.filter((base) => belongsTo(base, guildId));
  }

  /** The guild's bases by id. */
  byId(guildId: string): ReadonlyMap<string, KnowledgeBase> {
    return new Map(this.of(guildId).map((base) => [base.id, base]));
  }

  /** The ones that this person may use here. */
  async openTo(reader: Reader): Promise<readonly KnowledgeBase[]> {
    const decided = await this.#decisions.of(reader.guildId);
    return this.of(reader.guildId).filter((base) => mayUse(base, reader, decided));
  }

  /** Whether each of them may use all of these bases. */
  async areOpenTo(baseIds: readonly string[], readers: readonly Reader[]): Promise<boolean> {
    const open = await Promise.all(readers.map(async (reader) => await this.openTo(reader)));
    return open.every((bases) => baseIds.every((wanted) => bases.some(({ id }) => id === wanted)));
  }

  /**
   * The base with that id or name; without one, the first.
   * @throws Refusal (`knowledge-not-configured`, `knowledge-not-allowed`, `knowledge-base-unknown`)
   */
  async pick(reader: Reader, wanted?: string): Promise<KnowledgeBase> {
    if (this.of(reader.guildId).length === 0) throw new Refusal({ code: 'knowledge-not-configured' });
    const allowed = await this.openTo(reader);
    const [first] = allowed;
    if (!first) throw new Refusal({ code: 'knowledge-not-allowed' });
    if (wanted === undefined) return first;
    const typed = wanted.trim().toLowerCase();
    const base =
      allowed.find(({ id }) => id === wanted) ?? allowed.find(({ name }) => name.toLowerCase() === typed);
    if (!base) throw new Refusal({ code: 'knowledge-base-unknown' });
    return base;
  }

  /**
   * The bases that all of them may use.
   * @param others who learns of the answer besides the person who asks
   * @throws Refusal (`knowledge-not-for-room` and those of `pick`)
   */
  async sharedBy(reader: Reader, others: readonly Reader[]): Promise<readonly KnowledgeBase[]> {
    await this.pick(reader);
    const [own = [], ...theirs] = await Promise.all(
      [reader, ...others].map(async (each) => await this.openTo(each)),
    );
    const shared = own.filter((base) => theirs.every((bases) => bases.includes(base)));
    if (shared.length === 0) throw new Refusal({ code: 'knowledge-not-for-room' });
    return shared;
  }
}
