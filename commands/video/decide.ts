import { type ButtonInteraction, PermissionFlagsBits } from 'discord.js';
import type { ButtonRoute } from '../../src/discord/command.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/discord/refusal.ts';
import type { VideoWords } from '../../src/discord/words/video-words.ts';
import type { VideoJob } from '../../src/video/job.ts';
import type { VideoStudio } from '../../src/video/studio.ts';

/** The buttons that only the requester or a moderator may press: cancel, make anew, give up, delete. */
export function decisions(studio: VideoStudio): readonly ButtonRoute[] {
  return [
    decision(
      studio,
      'cancel',
      (id) => studio.cancel(id),
      (answers) => answers.canceled,
    ),
    decision(
      studio,
      'resubmit',
      (id) => studio.resubmit(id),
      (answers) => answers.willCreate,
    ),
    decision(
      studio,
      'give-up',
      (id) => studio.giveUp(id),
      (answers) => answers.givenUp,
    ),
    decision(
      studio,
      'delete',
      (id) => studio.remove(id),
      (answers) => answers.removed,
    ),
  ];
}

function decision(
  studio: VideoStudio,
  action: string,
  act: (id: string) => Promise<unknown>,
  answer: (answers: VideoWords['answers']) => string,
): ButtonRoute {
  return {
    feature: 'video',
    action,
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      assertMayDecide(interaction, await studio.find(id));
      await act(id);
      await interaction.editReply({ content: answer(words.video.answers) });
    },
  };
}

function assertMayDecide(interaction: ButtonInteraction<'cached'>, job: VideoJob): void {
  const isRequester = interaction.user.id === job.requester.userId;
  const isModerator = interaction.memberPermissions.has(PermissionFlagsBits.ManageMessages);
  if (!isRequester && !isModerator) throw new Refusal({ code: 'not-yours' });
}
