import type { RepliableInteraction } from 'discord.js';
import { isModerator } from '../../src/authority/moderator.ts';
import { sees } from '../../src/authority/place.ts';
import type { FeatureGate } from '../../src/community/feature-access.ts';
import type { GatedFeature } from '../../src/community/settings-pages.ts';
import { actorOf, placesOf } from '../../src/discord/actor.ts';
import { Refusal } from '../../src/refusal/refusal.ts';

/**
 * What moderators can switch off or leave to some people and places: everything that makes, says, hears or looks up something. The
 * rest always works, because it stops, leaves, takes back or only tells. A test holds that nothing is forgotten.
 */
export const gatedRoutes: Readonly<Record<GatedFeature, readonly string[]>> = {
  video: [
    'command video text',
    'command video reference',
    'command video show',
    'menu Make a video of this',
    'menu Use as reference',
    'button video:again',
    'button video:edit',
    'button video:reopen',
    'button video:repost',
    'button video:resubmit',
    'modal video:edited',
    'modal video:made',
    'modal video:referred',
  ],
  speech: [
    'command speak say',
    'command speak file',
    'menu Speak this',
    'button speak:preview',
    'button interpret:recording-read',
  ],
  conversation: [
    'command converse start',
    'command converse join',
    'command converse say',
    'command converse show',
    'button converse:join',
    'button converse:switch',
    'button converse:come',
    'button converse:continue',
    'button converse:hold',
    'button converse:allow',
  ],
  interpreter: [
    'command interpret start',
    'command interpret join',
    'command interpret show',
    'button interpret:join',
    'button interpret:switch',
    'button interpret:come',
    'button interpret:continue',
    'menu What does it say?',
    'button interpret:recording-share',
    'select interpret:recording-language',
    'button interpret:recording-translate',
  ],
  knowledge: [
    'command knowledge search',
    'command knowledge ask',
    'button knowledge:page',
    'button knowledge:share',
  ],
};

const featureOf = new Map(
  Object.entries(gatedRoutes).flatMap(([feature, routes]) =>
    routes.map((route) => [route, feature as GatedFeature] as const),
  ),
);

/** Refuses what this server's moderators don't let this person use here. */
export function gateOf(gate: FeatureGate) {
  return async (interaction: RepliableInteraction<'cached'>, route: string): Promise<void> => {
    const feature = featureOf.get(route);
    if (!feature) return;
    const { guild, guildId, member, user, channelId } = interaction;
    const actor = actorOf(interaction);
    const there = [channelId, member.voice.channelId].filter((id) => id !== null);
    try {
      await gate.assertMayUse({
        feature,
        guildId,
        userId: user.id,
        roleIds: [...member.roles.cache.keys()],
        isModerator: isModerator(actor),
        channelIds: there.flatMap((id) => placesOf(guild, id)),
        texts: typedTexts(interaction),
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.facts.code === 'feature-channels')) throw error;
      const channelIds = error.facts.channelIds.filter((id) => sees(actor, { guildId, channelId: id }));
      throw new Refusal({ ...error.facts, channelIds });
    }
  };
}

/** Everything that the person typed, or that stands in the message they used it on. */
function typedTexts(interaction: RepliableInteraction<'cached'>): readonly string[] {
  if (interaction.isChatInputCommand())
    return interaction.options.data
      .flatMap((option) => [option, ...(option.options ?? [])])
      .flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (interaction.isMessageContextMenuCommand()) return [interaction.targetMessage.content];
  if (!interaction.isModalSubmit()) return [];
  return [...interaction.fields.fields.values()].flatMap((field) =>
    'value' in field && typeof field.value === 'string' ? [field.value] : [],
  );
}
