import type { ButtonInteraction, ChatInputCommandInteraction, StringSelectMenuInteraction } from 'discord.js';
import { isModerator } from '../../src/authority/moderator.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly, moderatorsOnly } from '../../src/discord/guards.ts';
import type { LimitsDesk } from '../../src/limits/desk.ts';
import { type UsageGroup, usageGroups } from '../../src/limits/usage.ts';
import { usageCsv } from '../../src/limits/usage-csv.ts';
import { renderMine, renderServer } from '../../src/limits/usage-page.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, SelectRoute } from '../kit/surface.ts';

type Looking =
  | ChatInputCommandInteraction<'cached'>
  | ButtonInteraction<'cached'>
  | StringSelectMenuInteraction<'cached'>;
type Words = CallFrame['words'];

const feature = 'usage';
const whoseUsage = ['mine', 'server'] as const;

/** `/usage`: what people used and have left; for moderators, also the server's. */
export function usageCommand(desk: LimitsDesk): ChatCommand<'usage'> {
  return {
    path: ['usage'],
    options: [{ kind: 'string', name: 'whose', choices: choicesOf(whoseUsage) }],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      if (new Given(interaction).choice('whose', whoseUsage) !== 'server') {
        await showMine(desk, interaction, words);
        return;
      }
      await moderatorsOnly.check(interaction);
      await showServer(desk, interaction, words, 'feature');
    },
  };
}

export function usageButtons(desk: LimitsDesk): readonly ButtonRoute[] {
  const frame = { feature, acknowledge: 'update' } as const;
  const guards = [guildOnly, moderatorsOnly];
  return [
    {
      ...frame,
      action: 'mine',
      guards: [guildOnly],
      run: async ({ interaction, words }) => await showMine(desk, interaction, words),
    },
    {
      ...frame,
      action: 'server',
      guards,
      run: async ({ interaction, words }) => await showServer(desk, interaction, words, 'feature'),
    },
    {
      feature,
      action: 'csv',
      acknowledge: 'private',
      guards,
      run: async ({ interaction, words }) => {
        const { guild, guildId } = interaction;
        const page = await desk.limitsIn(guildId);
        const nameOf = (userId: string) => guild.members.cache.get(userId)?.displayName ?? '';
        const csv = usageCsv(await desk.spentIn(guildId), page, nameOf);
        const { usage } = words.limits;
        await answerWith(interaction, { components: [] }, [
          { name: 'usage.csv', bytes: Buffer.from(csv), description: usage.file, attached: true },
        ]);
      },
    },
  ];
}

export function usageSelects(desk: LimitsDesk): readonly SelectRoute[] {
  return [
    {
      feature,
      action: 'by',
      acknowledge: 'update',
      guards: [guildOnly, moderatorsOnly],
      run: async ({ interaction, values: [value], words }) => {
        const group = usageGroups.find((each) => each === value) ?? 'feature';
        if (interaction.isStringSelectMenu()) await showServer(desk, interaction, words, group);
      },
    },
  ];
}

async function showMine(desk: LimitsDesk, interaction: Looking, words: Words): Promise<void> {
  const { guildId, user } = interaction;
  const spent = (await desk.spentIn(guildId)).filter(({ userId }) => userId === user.id);
  const left = await desk.leftFor(guildId, user.id);
  const at = { now: desk.now, isModerator: isModerator(actorOf(interaction)) };
  await answerWith(interaction, renderMine(spent, left, await desk.limitsIn(guildId), at, words));
}

async function showServer(
  desk: LimitsDesk,
  interaction: Looking,
  words: Words,
  group: UsageGroup,
): Promise<void> {
  const { guildId } = interaction;
  const [spent, page] = [await desk.spentIn(guildId), await desk.limitsIn(guildId)];
  await answerWith(interaction, renderServer(spent, group, page, desk.now, words));
}
