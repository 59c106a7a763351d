import { ChannelType } from 'discord.js';
import type { Grant } from '../../src/community/settings-pages.ts';
import { placedActorOf } from '../../src/discord/actor.ts';
import { youMay } from '../../src/discord/guards.ts';
import { isSameGrant, mostGrants, withGrants } from '../../src/knowledge/access.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { renderUse } from '../../src/knowledge/use-page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, editorOf, Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { baseOption, suggestBasesAndNames } from './options.ts';

const actions = ['allow', 'forbid', 'reset'] as const;
type Action = (typeof actions)[number];

/** `/knowledge use`: who can search what, and where. */
export function knowledgeUse(desk: KnowledgeDesk): ChatCommand<'knowledge use'> {
  return {
    path: ['knowledge', 'use'],
    options: [
      baseOption,
      { kind: 'string', name: 'action', choices: choicesOf(actions) },
      {
        kind: 'channel',
        name: 'channel',
        types: [
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.GuildForum,
          ChannelType.GuildVoice,
          ChannelType.GuildCategory,
          ChannelType.PublicThread,
          ChannelType.PrivateThread,
        ],
      },
      { kind: 'role', name: 'role' },
      { kind: 'boolean', name: 'mentions' },
    ],
    guards: [youMay('ManageGuild')],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const { guildId } = interaction;
      const editor = editorOf(interaction);
      const base = await desk.bases.pick(placedActorOf(interaction), given.text('base'));
      const action = given.choice('action', actions);
      const bases = given.text('base') === undefined && !action ? desk.bases.of(guildId) : [base];
      const mentions = given.flag('mentions');
      const { searchable } = desk.catalog;
      if (mentions !== undefined && !searchable) throw new Refusal({ code: 'knowledge-no-contents' });
      if (mentions !== undefined) await desk.decisions.change(editor, (before) => ({ ...before, mentions }));
      if (!action) {
        const changed = mentions !== undefined;
        const decided = await desk.decisions.of(guildId);
        await answerWith(interaction, renderUse(bases, decided, words, { changed, searchable }));
        return;
      }
      const grant = grantOf(given, interaction.guild.roles.everyone.id);
      const decided = await desk.decisions.change(editor, (page) =>
        withGrants(page, base.id, (before) => changed(before, action, grant)),
      );
      await answerWith(interaction, renderUse([base], decided, words, { changed: true, searchable }));
    },
    autocomplete: suggestBasesAndNames(desk),
  };
}

/** The everyone role doesn't limit anything. */
function grantOf(given: Given, everybodyRoleId: string): Grant {
  const channelId = given.channelId('channel');
  const roleId = given.roleId('role');
  return {
    ...(channelId === undefined ? {} : { channelId }),
    ...(roleId === undefined || roleId === everybodyRoleId ? {} : { roleId }),
  };
}

/** The grant after an action. The first allowed channel or role ends "everybody, everywhere". */
function changed(
  before: readonly Grant[] | undefined,
  action: Action,
  grant: Grant,
): readonly Grant[] | undefined {
  if (action === 'reset') return undefined;
  const isForAll = grant.channelId === undefined && grant.roleId === undefined;
  if (action === 'allow') {
    if (isForAll) return [grant];
    const kept = (before ?? []).filter(
      (each) => !isSameGrant(each, grant) && (each.channelId !== undefined || each.roleId !== undefined),
    );
    if (kept.length >= mostGrants) throw new Refusal({ code: 'knowledge-grants-full', limit: mostGrants });
    return [...kept, grant];
  }
  if (isForAll) return [];
  const left = (before ?? []).filter((each) => !isSameGrant(each, grant));
  if (left.length === (before ?? []).length) throw new Refusal({ code: 'knowledge-grant-unknown' });
  return left;
}
