import { moderates, moderatorPermissions } from '../../src/authority/moderator.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { checkChannel, missingInGuild } from '../../src/discord/needed-permissions.ts';
import { checkPermissions } from '../../src/doctor/checks/discord.ts';
import type { DoctorDesk } from '../../src/doctor/desk.ts';
import { renderFindings } from '../../src/doctor/page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith } from '../kit/answer.ts';
import type { Asking } from '../kit/given.ts';
import type { CallFrame, ChatCommand, FeatureSurface } from '../kit/surface.ts';

/** `/doctor`: is the bot well? */
function doctorCommand(desk: DoctorDesk): ChatCommand<'doctor'> {
  return {
    path: ['doctor'],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const { guildId, channelId, user } = interaction;
      const isOwner = await desk.isOwner(user.id);
      if (!isOwner && !moderates(actorOf(interaction), { guildId, channelId: channelId ?? '' }))
        throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
      const findings = await desk.examine({ permissions: permissionsHere(interaction, words) });
      await answerWith(interaction, renderFindings(findings, isOwner ? 'owner' : 'moderator', words));
    },
  };
}

function permissionsHere({ guild, channel }: Asking, { errors }: CallFrame['words']) {
  const here = channel && !channel.isThread() ? checkChannel(channel) : undefined;
  const named = (missing: readonly { readonly permission: string }[]) =>
    missing.map(({ permission }) => `**${errors.permissions[permission] ?? permission}**`);
  const missing = here?.missing ?? [];
  const silent = missing.some(({ reason }) => reason === 'post');
  return checkPermissions({
    missingHere: named(missing),
    missingInServer: named(missingInGuild(guild)),
    canSpeak: !silent,
  });
}

/** What moderators and the bot's owner can ask about its health. */
export function doctorSurface(desk: DoctorDesk): FeatureSurface {
  return { commands: [doctorCommand(desk)], buttons: [], modals: [] };
}
