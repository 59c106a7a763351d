import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { ButtonRoute, ModalRoute } from '../../src/discord/command.ts';
import { encodeCustomId } from '../../src/discord/custom-id.ts';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/discord/refusal.ts';
import type { Words } from '../../src/discord/words/index.ts';
import { textModel } from '../../src/video/ask.ts';
import type { VideoJob } from '../../src/video/job.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { askOf, audioOf } from './again.ts';
import { orderOf } from './order.ts';
import { deliveryPermissions } from './text.ts';

/** Discord's ceiling on a text input. */
const longestInput = 4_000;

/** Opens the pre-filled form. */
export function edit(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'edit',
    acknowledge: 'none',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, words }) => {
      await interaction.showModal(form(await studio.find(id), words));
    },
  };
}

/** Takes the form back: a new job, with what it says instead of what the old one said. */
export function edited(studio: VideoStudio): ModalRoute {
  return {
    feature: 'video',
    action: 'edited',
    reply: 'public',
    guards: [guildOnly, botMay(...deliveryPermissions)],
    run: async ({ interaction, id, reference }) => {
      const job = await studio.find(id);
      const ask = {
        ...askOf(job),
        prompt: interaction.fields.getTextInputValue('prompt'),
        negativePrompt: interaction.fields.getTextInputValue('negative_prompt'),
        seed: readSeed(interaction.fields.getTextInputValue('seed')),
      };
      await studio.accept(orderOf(interaction, reference), ask, audioOf(job));
    },
  };
}

function readSeed(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Refusal({
    code: 'option-invalid',
    option: 'seed',
    rule: `${textModel.seed.min}–${textModel.seed.max}`,
  });
}

function form({ id, request }: VideoJob, words: Words): APIModalInteractionResponseCallbackData {
  const { edit: labels } = words.video;
  const prefilled = (value: string) => (value ? { value: value.slice(0, longestInput) } : {});
  return {
    custom_id: encodeCustomId({ feature: 'video', action: 'edited', id }),
    title: labels.title,
    components: [
      {
        type: ComponentType.Label,
        label: labels.prompt,
        component: {
          type: ComponentType.TextInput,
          custom_id: 'prompt',
          style: TextInputStyle.Paragraph,
          required: true,
          min_length: 1,
          max_length: longestInput,
          ...prefilled(request.prompt),
        },
      },
      {
        type: ComponentType.Label,
        label: labels.negativePrompt,
        component: {
          type: ComponentType.TextInput,
          custom_id: 'negative_prompt',
          style: TextInputStyle.Paragraph,
          required: false,
          max_length: textModel.negativePromptLimit,
          ...prefilled(request.negativePrompt ?? ''),
        },
      },
      {
        type: ComponentType.Label,
        label: labels.seed,
        description: labels.seedHint,
        component: {
          type: ComponentType.TextInput,
          custom_id: 'seed',
          style: TextInputStyle.Short,
          required: false,
          max_length: 10,
          ...prefilled(String(request.seed ?? '')),
        },
      },
    ],
  };
}
