import type { LimitSubject } from '../../src/community/limits.ts';
import { actorOf } from '../../src/discord/actor.ts';
import type { Guard } from '../../src/discord/guards.ts';
import type { LimitsDesk } from '../../src/limits/desk.ts';
import { renderLimits } from '../../src/limits/panel-page.ts';
import { renderPreview } from '../../src/limits/preview-page.ts';
import { subjectOf } from '../../src/limits/subject.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith } from '../kit/answer.ts';
import { type Asking, editorOf } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, SelectRoute } from '../kit/surface.ts';

/** People with Manage Server, and the bot's owner wherever they are. */
export function decidesLimits(desk: LimitsDesk): Guard {
  return {
    name: 'decides-limits',
    ofPerson: true,
    check: async (interaction) => {
      if (actorOf(interaction).everywhere.has('ManageGuild')) return;
      if (await desk.isOwner(interaction.user.id)) return;
      throw new Refusal({ code: 'you-lack-permissions', permissions: ['ManageGuild'] });
    },
  };
}

export async function showLimits(
  desk: LimitsDesk,
  interaction: Asking,
  words: CallFrame['words'],
  subject: LimitSubject,
  headline?: string,
): Promise<void> {
  const { guildId, user } = interaction;
  const [page, isOwner] = await Promise.all([desk.limitsIn(guildId), desk.isOwner(user.id)]);
  const { owners, isEverythingPaused } = desk;
  await answerWith(
    interaction,
    renderLimits(
      {
        page,
        owners,
        subject,
        isEverythingPaused,
        isOwner,
        goingOn: await desk.goingOnIn(guildId),
        headline,
      },
      words,
    ),
  );
}

/** @throws {Refusal} `control-expired` if it isn't one of ours */
export function subjectIn(id: string): LimitSubject {
  const subject = subjectOf(id);
  if (!subject) throw new Refusal({ code: 'control-expired' });
  return subject;
}

/** `/limits`: what people in the server may use, and the pause. */
export function limitsCommand(desk: LimitsDesk): ChatCommand<'limits'> {
  return {
    path: ['limits'],
    options: [],
    guards: [decidesLimits(desk)],
    reply: 'private',
    run: async ({ interaction, words }) => await showLimits(desk, interaction, words, { is: 'everyone' }),
  };
}

const feature = 'limits';

/** Each one changes the panel that it's on. */
export function limitsButtons(desk: LimitsDesk): readonly ButtonRoute[] {
  const frame = { feature, acknowledge: 'update', guards: [decidesLimits(desk)] } as const;
  const then = (
    action: string,
    act: (press: Parameters<ButtonRoute['run']>[0]) => Promise<void>,
  ): ButtonRoute => ({
    ...frame,
    action,
    run: async (press) => {
      await act(press);
      const { interaction, words, id } = press;
      await showLimits(desk, interaction, words, subjectIn(id), words.limits.saved);
    },
  });
  return [
    then('pause', async ({ interaction }) => await desk.pauseServer(editorOf(interaction))),
    then('resume', async ({ interaction }) => await desk.resumeServer(editorOf(interaction))),
    then('pause-all', async ({ interaction }) => await desk.pauseEverything(interaction.user.id, true)),
    then('resume-all', async ({ interaction }) => await desk.pauseEverything(interaction.user.id, false)),
    then(
      'lift',
      async ({ interaction, id }) => await desk.switchLifting(editorOf(interaction), subjectIn(id)),
    ),
    {
      ...frame,
      action: 'preview',
      run: async ({ interaction, id, words }) => {
        const { guildId } = interaction;
        const [found, page] = [await desk.preview(guildId), await desk.limitsIn(guildId)];
        await answerWith(interaction, renderPreview(found, page, subjectIn(id), words));
      },
    },
    {
      ...frame,
      action: 'back',
      run: async ({ interaction, id, words }) => await showLimits(desk, interaction, words, subjectIn(id)),
    },
  ];
}

/** Whose limits the panel shows. */
export function limitsSelects(desk: LimitsDesk): readonly SelectRoute[] {
  const choose = (action: string, subjectFor: (value: string) => string): SelectRoute => ({
    feature,
    action,
    acknowledge: 'update',
    guards: [decidesLimits(desk)],
    run: async ({ interaction, values: [value = ''], words }) =>
      await showLimits(desk, interaction, words, subjectIn(subjectFor(value))),
  });
  return [
    choose('whose', (value) => value),
    choose('role', (value) => `role-${value}`),
    choose('person', (value) => `person-${value}`),
  ];
}
