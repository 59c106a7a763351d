import { ComponentType, type Message, type ModalSubmitInteraction } from 'discord.js';
import { actorOf } from '../../src/discord/actor.ts';
import { moderatorsOnly } from '../../src/discord/guards.ts';
import { parseCustomId } from '../../src/discord/layout.ts';
import type { Reports } from '../../src/moderation/reports.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { type Asking, typedIn } from '../kit/given.ts';
import {
  type ButtonRoute,
  type CallFrame,
  type FeatureSurface,
  type MessageCommand,
  type ModalRoute,
  ownForm,
} from '../kit/surface.ts';
import { reasonForm } from '../kit/text-field.ts';

/** Every text and every control of a message. */
function partsOf(message: Message): { readonly said: string; readonly videoId: string | undefined } {
  const said: string[] = [message.content];
  let videoId: string | undefined;
  const walk = (component: unknown): void => {
    if (typeof component !== 'object' || component === null) return;
    const { type, content, custom_id: customId, components = [] } = component as ComponentJson;
    if (type === ComponentType.TextDisplay && content !== undefined) said.push(content);
    const control = customId === undefined ? undefined : parseCustomId(customId);
    if (control?.feature === 'video' && control.action === 'report') videoId = control.id;
    for (const inner of components) walk(inner);
  };
  for (const component of message.components) walk(component.toJSON());
  return { said: said.filter((each) => each !== '').join('\n'), videoId };
}

interface ComponentJson {
  readonly type?: number;
  readonly content?: string;
  readonly custom_id?: string;
  readonly components?: readonly unknown[];
}

/** Opens the form: about a video the same one that its own button opens. */
async function openForm(
  reports: Reports,
  interaction: Exclude<Asking, ModalSubmitInteraction<'cached'>>,
  message: Message,
  words: CallFrame['words'],
) {
  if (message.author.id !== interaction.client.user.id) throw new Refusal({ code: 'report-not-mine' });
  const { said, videoId } = partsOf(message);
  if (videoId === undefined) reports.noteSeen(interaction.user.id, message.id, said);
  await interaction.showModal(
    videoId === undefined
      ? reasonForm(interaction, { feature: 'report', action: 'sent', id: message.id }, words.settings.report)
      : reasonForm(interaction, { feature: 'video', action: 'reported', id: videoId }, words.video.report),
  );
}

/** *Report to moderators*: any message of the bot. */
function reportMessage(reports: Reports): MessageCommand<'Report to moderators'> {
  return {
    name: 'Report to moderators',
    reply: 'modal',
    run: async ({ interaction, words }) =>
      await openForm(reports, interaction, interaction.targetMessage, words),
  };
}

function reportSent(reports: Reports): ModalRoute {
  return ownForm({
    feature: 'report',
    action: 'sent',
    reply: 'private',
    run: async ({ interaction, id, words, publicWords }) => {
      const { guildId, channelId, user } = interaction;
      if (channelId === null) throw new Refusal({ code: 'control-expired' });
      const reason = typedIn(interaction, 'reason');
      const message = { guildId, channelId, messageId: id };
      await reports.report(message, { userId: user.id, reason }, publicWords);
      await answerWith(interaction, sentence(words.settings.report.sent));
    },
  });
}

function reportButtons(reports: Reports): readonly ButtonRoute[] {
  const deciding = { feature: 'report', acknowledge: 'update', guards: [moderatorsOnly] } as const;
  return [
    {
      feature: 'report',
      action: 'message',
      acknowledge: 'none',
      run: async ({ interaction, words }) => await openForm(reports, interaction, interaction.message, words),
    },
    {
      ...deciding,
      action: 'delete',
      run: async ({ interaction, id, publicWords }) => {
        const [channelId = '', messageId = ''] = id.split('.');
        const { guildId, user } = interaction;
        await reports.remove(actorOf(interaction), { guildId, channelId, messageId });
        await answerWith(interaction, sentence(publicWords.settings.report.removed(`<@${user.id}>`)));
      },
    },
    {
      ...deciding,
      action: 'dismiss',
      run: async ({ interaction, publicWords }) =>
        void (await answerWith(
          interaction,
          sentence(publicWords.settings.report.dismissed(`<@${interaction.user.id}>`)),
        )),
    },
  ];
}

/** Reports of everything that others see. */
export function reportSurface(reports: Reports): FeatureSurface {
  return {
    commands: [],
    messageCommands: [reportMessage(reports)],
    buttons: reportButtons(reports),
    modals: [reportSent(reports)],
  };
}
