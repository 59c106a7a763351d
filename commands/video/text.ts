import type { ChatInputCommandInteraction } from 'discord.js';
import type { ChatCommand, CommandOption } from '../../src/discord/command.ts';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/discord/refusal.ts';
import { ratios, resolutions, textModel } from '../../src/video/ask.ts';
import type { AudioSource, VideoStudio } from '../../src/video/studio.ts';
import { Given } from './given.ts';
import { orderOf } from './order.ts';

/** Discord's own ceiling on a string option; the service's limit is below it, and the person is told of a cut. */
const longestOption = 6_000;

const choicesOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

const options: readonly CommandOption[] = [
  { kind: 'string', name: 'prompt', required: true, minLength: 1, maxLength: longestOption },
  { kind: 'string', name: 'negative_prompt', maxLength: longestOption },
  { kind: 'attachment', name: 'audio' },
  { kind: 'string', name: 'audio_url', maxLength: 2_000 },
  { kind: 'string', name: 'resolution', choices: choicesOf(resolutions) },
  { kind: 'string', name: 'ratio', choices: choicesOf(ratios) },
  {
    kind: 'integer',
    name: 'duration',
    min: textModel.duration.minSeconds,
    max: textModel.duration.maxSeconds,
  },
  { kind: 'boolean', name: 'prompt_extend' },
  { kind: 'boolean', name: 'watermark' },
  { kind: 'integer', name: 'seed', min: textModel.seed.min, max: textModel.seed.max },
];

/** What the bot needs in the channel before anything is spent: it delivers there without the interaction. */
export const deliveryPermissions = ['ViewChannel', 'SendMessages', 'AttachFiles'] as const;

/** `/video text`: document 1, section A. */
export function videoText(studio: VideoStudio): ChatCommand {
  return {
    path: ['video', 'text'],
    options,
    guards: [guildOnly, botMay(...deliveryPermissions)],
    reply: 'public',
    run: async ({ interaction, reference }) => {
      const given = new Given(interaction);
      await studio.accept(
        orderOf(interaction, reference),
        {
          prompt: given.text('prompt') ?? '',
          negativePrompt: given.text('negative_prompt'),
          resolution: given.text('resolution'),
          ratio: given.text('ratio'),
          duration: given.number('duration'),
          promptExtend: given.flag('prompt_extend'),
          watermark: given.flag('watermark'),
          seed: given.number('seed'),
        },
        audioOf(interaction, given),
      );
    },
  };
}

function audioOf(interaction: ChatInputCommandInteraction<'cached'>, given: Given): AudioSource | undefined {
  const attachment = interaction.options.get('audio')?.attachment;
  const url = given.text('audio_url');
  if (attachment && url) throw new Refusal({ code: 'audio-twice' });
  if (attachment) return { url: attachment.url, trusted: true };
  return url ? { url, trusted: false } : undefined;
}
