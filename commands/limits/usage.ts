import { isModerator } from '../../src/authority/moderator.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { moderatorsOnly } from '../../src/discord/guards.ts';
import type { LimitsDesk } from '../../src/limits/desk.ts';
import { usageGroups, usageMonths } from '../../src/limits/usage.ts';
import { usageCsv } from '../../src/limits/usage-csv.ts';
import { renderMine, renderServer } from '../../src/limits/usage-page.ts';
import { answerWith } from '../kit/answer.ts';
import { type Asking, choicesOf, Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, SelectRoute } from '../kit/surface.ts';

type Words = CallFrame['words'];

const feature = 'usage';
const whoseUsage = ['mine', 'server'] as const;

/** `/usage`: what people used and have left; for moderators, also the server's. */
export function usageCommand(desk: LimitsDesk): ChatCommand<'usage'> {
  return {
    path: ['usage'],
    options: [{ kind: 'string', name: 'whose', choices: choicesOf(whoseUsage) }],
    reply: 'private',
    run: async ({ interaction, words }) => {
      if (new Given(interaction).choice('whose', whoseUsage) !== 'server') {
        await showMine(desk, interaction, words);
        return;
      }
      await moderatorsOnly.check(interaction);
      await showServer(desk, interaction, words, {});
    },
  };
}

export function usageButtons(desk: LimitsDesk): readonly ButtonRoute[] {
  const frame = { feature, acknowledge: 'update' } as const;
  const guards = [moderatorsOnly];
  return [
    {
      ...frame,
      action: 'mine',
      run: async ({ interaction, words }) => await showMine(desk, interaction, words),
    },
    {
      ...frame,
      action: 'server',
      guards,
      run: async ({ interaction, words }) => await showServer(desk, interaction, words, {}),
    },
    {
      ...frame,
      action: 'month',
      guards,
      run: async ({ interaction, id, words }) => {
        const [month, group] = id.split('.');
        await showServer(desk, interaction, words, { month, group });
      },
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
      guards: [moderatorsOnly],
      run: async ({ interaction, id, values: [group], words }) => {
        if (interaction.isStringSelectMenu())
          await showServer(desk, interaction, words, { month: id, group });
      },
    },
  ];
}

async function showMine(desk: LimitsDesk, interaction: Asking, words: Words): Promise<void> {
  const { guildId, user } = interaction;
  const spent = (await desk.spentIn(guildId)).filter(({ userId }) => userId === user.id);
  const left = await desk.leftFor(guildId, user.id);
  const at = { now: desk.now, isModerator: isModerator(actorOf(interaction)) };
  await answerWith(interaction, renderMine(spent, left, await desk.limitsIn(guildId), at, words));
}

async function showServer(
  desk: LimitsDesk,
  interaction: Asking,
  words: Words,
  wanted: { readonly month?: string | undefined; readonly group?: string | undefined },
): Promise<void> {
  const { guildId } = interaction;
  const [spent, page] = [await desk.spentIn(guildId), await desk.limitsIn(guildId)];
  const view = {
    month: usageMonths.find((each) => each === wanted.month) ?? 'this',
    group: usageGroups.find((each) => each === wanted.group) ?? 'feature',
  };
  await answerWith(interaction, renderServer(spent, view, page, desk.now, words));
}
