import type { Actor } from '../authority/actor.ts';
import { isModerator } from '../authority/moderator.ts';
import type { Grant, KnowledgePage, SettingsEditor, SettingsPage } from '../community/settings-pages.ts';
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

/** What guilds decided, one change at a time. */
export class GuildKnowledgeSettings {
  readonly #page: SettingsPage<KnowledgePage>;

  constructor(page: SettingsPage<KnowledgePage>) {
    this.#page = page;
  }

  async of(guildId: string): Promise<KnowledgePage> {
    return await this.#page.of(guildId);
  }

  /** `undefined` goes back to the bot owner's file. If `change` throws, nothing changes. */
  async change(
    editor: SettingsEditor,
    baseId: string,
    change: (before: readonly Grant[] | undefined) => readonly Grant[] | undefined,
  ): Promise<KnowledgePage> {
    return await this.#page.change(editor, (earlier) => {
      const { [baseId]: before, ...others } = earlier.grants;
      const after = change(before);
      return { ...earlier, grants: after ? { ...others, [baseId]: [...after] } : others };
    });
  }

  async answerMentions(editor: SettingsEditor, mentions: boolean): Promise<KnowledgePage> {
    return await this.#page.change(editor, (before) => ({ ...before, mentions }));
  }
}
