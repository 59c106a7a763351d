import { type BaseInteraction, ChannelType, type RepliableInteraction } from 'discord.js';
import { sees } from '../../src/authority/place.ts';
import { placedActorOf } from '../../src/discord/actor.ts';
import { moderatorsOnly, youMay } from '../../src/discord/guards.ts';
import { needBotIn } from '../../src/discord/resolved-permissions.ts';
import type { KnowledgeBase } from '../../src/knowledge/base-listing.ts';
import { shownName } from '../../src/knowledge/describe.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { listedIn, renderHealth } from '../../src/knowledge/health-page.ts';
import { shownDocumentOf } from '../../src/knowledge/shown-page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand } from '../kit/surface.ts';
import { baseOption, suggestBasesAndNames } from './options.ts';

const postingPermissions = ['ViewChannel', 'SendMessages'] as const;
const moderators = [moderatorsOnly];
const settings = [youMay('ManageGuild')];
const longestBaseName = 80;

/** `/knowledge health`: what's broken, and what takes too long. */
export function knowledgeHealth(desk: KnowledgeDesk): ChatCommand<'knowledge health'> {
  return {
    path: ['knowledge', 'health'],
    options: [
      baseOption,
      {
        kind: 'channel',
        name: 'channel',
        types: [
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.PublicThread,
          ChannelType.PrivateThread,
        ],
      },
    ],
    guards: moderators,
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const base = await desk.bases.pick(placedActorOf(interaction), given.text('base'));
      const chosen = given.channelId('channel');
      if (chosen !== undefined) needBotIn(interaction, chosen, postingPermissions);
      await showHealth(desk, interaction, base, chosen ?? interaction.channelId, words);
    },
    autocomplete: suggestBasesAndNames(desk),
  };
}

/** The same page with the current state. */
export function refreshHealth(desk: KnowledgeDesk): ButtonRoute {
  return {
    feature: 'knowledge',
    action: 'health',
    acknowledge: 'update',
    guards: moderators,
    run: async ({ interaction, id, words }) => {
      const { base, channelId } = await targetOf(desk, interaction, id);
      await showHealth(desk, interaction, base, channelId, words);
    },
  };
}

/** Starts or stops watching. The page stays as it is, and the answer says where to look. */
export function watchButtons(desk: KnowledgeDesk): readonly ButtonRoute[] {
  return [
    {
      feature: 'knowledge',
      action: 'watch',
      acknowledge: 'private',
      guards: settings,
      run: async ({ interaction, id, words }) => {
        const { base, channelId } = await targetOf(desk, interaction, id);
        // If the bot can't write to the channel, watching would end right away.
        needBotIn(interaction, channelId, postingPermissions);
        await desk.watcher.start(base, {
          guildId: interaction.guildId,
          channelId,
          userId: interaction.user.id,
          locale: interaction.guildLocale,
          userLocale: interaction.locale,
        });
        const { started } = words.knowledge.watch;
        await answerWith(interaction, sentence(started(shownName(base.name, longestBaseName), channelId)));
      },
    },
    {
      feature: 'knowledge',
      action: 'unwatch',
      acknowledge: 'private',
      guards: settings,
      run: async ({ interaction, id, words }) => {
        const { base } = await targetOf(desk, interaction, id);
        const was = await desk.watcher.stop(interaction.guildId, base.id);
        const { stopped, wasNot } = words.knowledge.watch;
        await answerWith(
          interaction,
          sentence((was ? stopped : wasNot)(shownName(base.name, longestBaseName))),
        );
      },
    },
  ];
}

async function showHealth(
  desk: KnowledgeDesk,
  interaction: RepliableInteraction<'cached'>,
  base: KnowledgeBase,
  channelId: string,
  words: CallFrame['words'],
): Promise<void> {
  const { guildId, user } = interaction;
  const audience = { is: 'person', userId: user.id } as const;
  const [{ health, names }, watch] = await Promise.all([
    desk.health(base),
    desk.watcher.find(guildId, base.id),
  ]);
  const id = desk.pages.newId();
  const documents = listedIn(health).map((document) => shownDocumentOf(base.id, document));
  await desk.pages.keep(id, { is: 'list', guildId, audience, at: health.at, documents });
  const report = { id, base, health, names, stuckMs: desk.settings.stuckMs, watch, channelId };
  await answerWith(interaction, renderHealth(report, words));
}

async function targetOf(
  desk: KnowledgeDesk,
  interaction: BaseInteraction<'cached'>,
  id: string,
): Promise<{ readonly base: KnowledgeBase; readonly channelId: string }> {
  const match = /^([a-z0-9-]+)\.(\d{17,20})$/.exec(id);
  if (!match?.[1] || !match[2]) throw new Refusal({ code: 'control-expired' });
  const reader = placedActorOf(interaction);
  const [, baseId, channelId] = match;
  if (!sees(reader, { guildId: reader.guildId, channelId })) throw new Refusal({ code: 'control-expired' });
  return { base: await desk.bases.pick(reader, baseId), channelId };
}
