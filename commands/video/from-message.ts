import type { Message } from 'discord.js';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { filesIn } from '../kit/given.ts';
import { type MessageCommand, type ModalRoute, ownForm } from '../kit/surface.ts';
import { readForm } from './form.ts';
import { makeForm, mostReferences, referForm } from './forms.ts';
import { mayDeliver } from './options.ts';
import { acceptForm, openerOf } from './refused-form.ts';

/** *Make a video of this*: a message's text as the prompt, in a form. */
export function makeOfMessage(studio: VideoStudio): MessageCommand {
  return {
    name: 'Make a video of this',
    guards: [mayDeliver],
    reply: 'modal',
    run: async ({ interaction, words }) => {
      const prompt = textOf(interaction.targetMessage);
      if (prompt === '') throw new Refusal({ code: 'nothing-to-use' });
      const { id } = interaction.targetMessage;
      await interaction.showModal(makeForm({ interaction, studio, words, id }, { prompt }));
    },
  };
}

export function madeOfMessage(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'made',
    reply: 'public',
    guards: [mayDeliver],
    run: async (call) => {
      const { ask: typed, problem } = readForm(call.interaction);
      const form = { action: 'made', id: call.id } as const;
      const ask = { of: 'text', ...typed } as const;
      await acceptForm(studio, call, { form, ask, problem, given: { references: [] } });
    },
  });
}

/** *Use as reference*: a message's pictures and videos, in a form that asks what should happen with them. */
export function referToMessage(studio: VideoStudio): MessageCommand {
  return {
    name: 'Use as reference',
    guards: [mayDeliver],
    reply: 'modal',
    run: async ({ interaction, words }) => {
      const { targetMessage, id } = interaction;
      const sources = filesOf(targetMessage);
      if (sources.length === 0) throw new Refusal({ code: 'nothing-to-use' });
      const ask = { of: 'reference', prompt: textOf(targetMessage) } as const;
      await studio.drafts.keep(id, openerOf(interaction), { sources });
      await interaction.showModal(referForm({ interaction, studio, words, id }, { sources, ask }));
    },
  };
}

/** Takes that form, and the one of `/video reference`. Files added after a refusal replace the first ones. */
export function referred(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'referred',
    reply: 'public',
    guards: [mayDeliver],
    run: async (call) => {
      const { interaction, id } = call;
      const draft = await studio.drafts.find(id, openerOf(interaction));
      if (!draft) throw new Refusal({ code: 'control-expired' });
      const added = filesIn(interaction, 'files').map(({ url }) => ({ url, attachment: true }));
      const chosen = draft.refused && added.length > 0 ? [] : draft.sources;
      const { ask: typed, problem } = readForm(interaction);
      const ask = { ...draft.ask, ...typed, of: 'reference' } as const;
      const given = { references: [...chosen, ...added] };
      await acceptForm(studio, call, { form: { action: 'referred', id }, ask, problem, given });
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
      message: {
        channelId: message.channelId,
        messageId: message.id,
        attachmentId: id,
        ...(message.author.bot ? {} : { authorId: message.author.id }),
      },
    }));
}
