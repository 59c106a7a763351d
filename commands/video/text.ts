import type { ChatInputCommandInteraction } from 'discord.js';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from '../kit/asking.ts';
import { choicesOf } from '../kit/choices.ts';
import { Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import {
  deliveryPermissions,
  durationOption,
  longestAddress,
  modelOption,
  negativePromptOption,
  promptOption,
  seedOption,
  shotTypeOption,
  sizeOption,
  watermarkOption,
} from './options.ts';
import { sharedAsk } from './shared-ask.ts';
import { suggestPicture } from './suggestions.ts';

/** `/video text`: document 1, sections A and B. */
export function videoText(studio: VideoStudio): ChatCommand<'video text'> {
  return {
    path: ['video', 'text'],
    options: [
      promptOption,
      negativePromptOption,
      { kind: 'attachment', name: 'audio' },
      { kind: 'string', name: 'audio_url', maxLength: longestAddress },
      modelOption(studio, 'text'),
      sizeOption,
      { kind: 'string', name: 'resolution', choices: choicesOf(['480P', '720P', '1080P']) },
      { kind: 'string', name: 'ratio', choices: choicesOf(['16:9', '9:16', '1:1', '4:3', '3:4']) },
      durationOption,
      { kind: 'boolean', name: 'prompt_extend' },
      shotTypeOption,
      watermarkOption,
      seedOption,
    ],
    guards: [guildOnly, botMay(...deliveryPermissions)],
    reply: 'public',
    run: async ({ interaction, reference }) => {
      const given = new Given(interaction);
      const ask = {
        of: 'text' as const,
        ...sharedAsk(given),
        resolution: given.text('resolution'),
        ratio: given.text('ratio'),
        promptExtend: given.flag('prompt_extend'),
      };
      const audio = audioOf(interaction, given);
      await studio.accept(orderOf(interaction, reference), ask, { references: [], audio });
    },
    autocomplete: suggestPicture(studio, 'text'),
  };
}

function audioOf(interaction: ChatInputCommandInteraction<'cached'>, given: Given): MediaSource | undefined {
  const attachment = interaction.options.get('audio')?.attachment;
  const url = given.text('audio_url');
  if (attachment && url) throw new Refusal({ code: 'audio-twice' });
  if (attachment) return { url: attachment.url, attachment: true };
  return url ? { url, attachment: false } : undefined;
}
