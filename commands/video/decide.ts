import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import { guildOnly } from '../../src/discord/guards.ts';
import { container, text } from '../../src/discord/layout.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { VideoJob } from '../../src/video/job.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { VideoWords } from '../../src/video/words/video-words.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';
import { taskOption } from './options.ts';
import { suggestTasks } from './suggestions.ts';

type Answers = VideoWords['answers'];

/** The buttons that only the requester or a moderator may press: cancel, make anew, give up, delete. */
export function decisions(studio: VideoStudio): readonly ButtonRoute[] {
  const decision = (
    action: string,
    act: (job: VideoJob) => Promise<unknown>,
    answer: (answers: Answers) => string,
  ): ButtonRoute => ({
    feature: 'video',
    action,
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      const job = await studio.find(id, interaction.guildId);
      assertMayDecide(interaction, job);
      await act(job);
      await say(interaction, answer(words.video.answers));
    },
  });
  return [
    decision(
      'cancel',
      (job) => studio.cancel(job),
      (answers) => answers.canceled,
    ),
    decision(
      'resubmit',
      (job) => studio.resubmit(job),
      (answers) => answers.willCreate,
    ),
    decision(
      'give-up',
      (job) => studio.giveUp(job),
      (answers) => answers.givenUp,
    ),
    decision(
      'delete',
      (job) => studio.remove(job),
      (answers) => answers.removed,
    ),
  ];
}

/** `/video cancel`: only while the task is pending (field notes 1). */
export function videoCancel(studio: VideoStudio): ChatCommand<'video cancel'> {
  return {
    path: ['video', 'cancel'],
    options: [{ ...taskOption, required: true }],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const id = String(interaction.options.get('task')?.value ?? '');
      const job = await studio.find(id, interaction.guildId);
      assertMayDecide(interaction, job);
      await studio.cancel(job);
      await say(interaction, words.video.answers.canceled);
    },
    autocomplete: suggestTasks(studio, ({ state }) => state === 'accepted' || state === 'pending'),
  };
}

type Deciding = ButtonInteraction<'cached'> | ChatInputCommandInteraction<'cached'>;

async function say(interaction: Deciding, sentence: string): Promise<void> {
  await interaction.editReply({
    components: [container([text(sentence)])],
    flags: MessageFlags.IsComponentsV2,
  });
}

function assertMayDecide(interaction: Deciding, job: VideoJob): void {
  const isRequester = interaction.user.id === job.requester.userId;
  if (!isRequester && !isModerator(interaction)) throw new Refusal({ code: 'not-yours' });
}

/** Moderators here are those who may remove other people's messages. */
export function isModerator(interaction: Deciding): boolean {
  return interaction.memberPermissions.has(PermissionFlagsBits.ManageMessages);
}
