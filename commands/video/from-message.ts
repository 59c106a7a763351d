import type { Message } from 'discord.js';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { modelsFor } from '../../src/video/ask.ts';
import { deliveryPermissions } from '../../src/video/options.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from '../kit/given.ts';
import { type MessageCommand, type ModalRoute, ownForm, ownFormId } from '../kit/surface.ts';
import { readForm, readModel, videoForm } from './form.ts';

const guards = [guildOnly, botMay(...deliveryPermissions)];
const mostReferences = 5;

/** *Make a video of this*: the text of a message as the prompt, in a form. */
export function makeOfMessage(studio: VideoStudio): MessageCommand {
  return {
    name: 'Make a video of this',
    guards,
    reply: 'modal',
    run: async ({ interaction, words }) => {
      const prompt = textOf(interaction.targetMessage);
      if (prompt === '') throw new Refusal({ code: 'nothing-to-use' });
      const customId = ownFormId(interaction, {
        feature: 'video',
        action: 'made',
        id: interaction.targetMessage.id,
      });
      const models = modelsFor('text', studio.region);
      const title = words.video.edit.makeTitle;
      await interaction.showModal(videoForm({ customId, title, prompt, models }, words));
    },
  };
}

export function madeOfMessage(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'made',
    reply: 'public',
    guards,
    run: async ({ interaction, reference, receivedAt }) => {
      const ask = { of: 'text' as const, model: readModel(interaction), ...readForm(interaction) };
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask);
    },
  });
}

/** *Use as reference*: the pictures and videos of a message, in a form that asks what happens with them. */
export function referToMessage(studio: VideoStudio): MessageCommand {
  return {
    name: 'Use as reference',
    guards,
    reply: 'modal',
    run: async ({ interaction, words }) => {
      const { targetMessage } = interaction;
      const sources = filesOf(targetMessage);
      const models = modelsFor('reference', studio.region);
      if (sources.length === 0) throw new Refusal({ code: 'nothing-to-use' });
      const { id, guildId, channelId, user } = interaction;
      await studio.drafts.keep(id, { userId: user.id, guildId, channelId }, sources);
      const customId = ownFormId(interaction, { feature: 'video', action: 'referred', id });
      const { referenceTitle: title, promptHint } = words.video.edit;
      const start = {
        customId,
        title,
        prompt: textOf(targetMessage),
        promptHint: promptHint(sources.length),
        models,
      };
      await interaction.showModal(videoForm(start, words));
    },
  };
}

export function referredToMessage(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'referred',
    reply: 'public',
    guards,
    run: async ({ interaction, id, reference, receivedAt }) => {
      const { guildId, channelId, user } = interaction;
      const opener = { userId: user.id, guildId, channelId: channelId ?? '' };
      const references = await studio.drafts.find(id, opener);
      if (!references) throw new Refusal({ code: 'control-expired' });
      const ask = { of: 'reference' as const, model: readModel(interaction), ...readForm(interaction) };
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask, { references });
    },
  });
}

function textOf(message: Message): string {
  const embedded = message.embeds.map(({ title, description }) =>
    [title, description].filter(Boolean).join('\n'),
  );
  return [message.content, ...embedded].join('\n').trim();
}

function filesOf(message: Message): (MediaSource & { message?: NonNullable<MediaSource['message']> })[] {
  return [...message.attachments.values()]
    .filter(({ contentType }) => /^(image|video)\//.test(contentType ?? ''))
    .slice(0, mostReferences)
    .map(({ url, id }) => ({
      url,
      attachment: true,
      message: { channelId: message.channelId, messageId: message.id, attachmentId: id },
    }));
}
