import { Refusal } from '../../src/refusal/refusal.ts';
import { videoModels } from '../../src/service/models.ts';
import { checkAsk, modelsFor } from '../../src/video/ask.ts';
import type { VideoOf } from '../../src/video/options.ts';
import { factsOf, renderPreset, renderPresets } from '../../src/video/preset-page.ts';
import { longestPresetName, longestStyle, type Preset } from '../../src/video/presets.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { AutocompleteCall, ButtonRoute, ChatCommand, Choice, SelectRoute } from '../kit/surface.ts';
import { optionsOf } from './options.ts';
import { suggestPicture } from './suggestions.ts';

/** One of the person's own presets, by name. */
export const presetOption = {
  kind: 'string',
  name: 'preset',
  maxLength: longestPresetName,
  autocomplete: true,
} as const;

/** `/video preset-save`: saves the given model, size, length, seed and style under a name. */
export function presetSave(studio: VideoStudio): ChatCommand<'video preset-save'> {
  const [size, duration, seed] = (['size', 'duration', 'seed'] as const).map((name) =>
    optionsOf('text', studio).find((option) => option.name === name),
  );
  if (!size || !duration || !seed) throw new Error('a preset has options that no video has');
  const models = [...modelsFor('text', studio.region), ...modelsFor('reference', studio.region)];
  return {
    path: ['video', 'preset-save'],
    options: [
      { kind: 'string', name: 'name', required: true, maxLength: longestPresetName, autocomplete: true },
      { kind: 'string', name: 'style', maxLength: longestStyle },
      { kind: 'string', name: 'model', choices: choicesOf(models) },
      { ...size, name: 'size' },
      { ...duration, name: 'duration' },
      { ...seed, name: 'seed' },
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const preset = {
        id: interaction.id,
        name: given.text('name') ?? '',
        style: given.text('style'),
        model: given.text('model'),
        size: given.text('size')?.trim(),
        duration: given.number('duration'),
        seed: given.number('seed'),
      };
      checkPreset(studio, preset);
      const saved = await studio.presets.save(interaction.user.id, preset);
      await answerWith(interaction, renderPreset(saved, words, words.video.presets.saved));
    },
    autocomplete: async (call) => {
      if (call.focused.name === 'name') return await suggestPresets(studio, call, () => true);
      return await suggestPicture(studio, 'text')(call);
    },
  };
}

/** `/video presets`: the person's own, with a menu that opens each. */
export function presetList(studio: VideoStudio): ChatCommand<'video presets'> {
  return {
    path: ['video', 'presets'],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) => {
      await answerWith(interaction, renderPresets(await studio.presets.list(interaction.user.id), words));
    },
  };
}

/** The menu under a person's presets. */
export function presetOpen(studio: VideoStudio): SelectRoute {
  return {
    feature: 'video',
    action: 'preset',
    acknowledge: 'update',
    run: async ({ interaction, values, words }) => {
      const preset = await studio.presets.find(interaction.user.id, values[0] ?? '');
      await answerWith(interaction, renderPreset(preset, words));
    },
  };
}

/** *Delete* and *Back* under a preset. Each person only reaches their own. */
export function presetButtons(studio: VideoStudio): readonly ButtonRoute[] {
  const frame = { feature: 'video', acknowledge: 'update' } as const;
  return [
    {
      ...frame,
      action: 'preset-delete',
      run: async ({ interaction, id, words }) => {
        const { user } = interaction;
        await studio.presets.remove(user.id, id);
        await answerWith(interaction, renderPresets(await studio.presets.list(user.id), words));
      },
    },
    {
      ...frame,
      action: 'presets',
      run: async ({ interaction, words }) => {
        await answerWith(interaction, renderPresets(await studio.presets.list(interaction.user.id), words));
      },
    },
  ];
}

/** Suggestions for a command that takes a preset: the ones that fit it, and the command's own. */
export function suggestWithPresets(studio: VideoStudio, of: VideoOf) {
  const models: readonly string[] = modelsFor(of, studio.region);
  return async (call: AutocompleteCall): Promise<readonly Choice[]> => {
    if (call.focused.name !== 'preset') return await suggestPicture(studio, of)(call);
    return await suggestPresets(studio, call, ({ model }) => model === undefined || models.includes(model));
  };
}

async function suggestPresets(
  studio: VideoStudio,
  { interaction, focused, words }: AutocompleteCall,
  fits: (preset: Preset) => boolean,
): Promise<readonly Choice[]> {
  const typed = focused.value.trim().toLowerCase();
  const presets = await studio.presets.list(interaction.user.id);
  return presets
    .filter((preset) => fits(preset) && preset.name.toLowerCase().includes(typed))
    .map((preset) => ({ value: preset.name, label: `${preset.name} · ${factsOf(preset, words)}` }));
}

/** Without a model, it's enough if any model takes the rest. @throws Refusal like `checkAsk` */
function checkPreset({ region }: VideoStudio, { model, size, duration, seed }: Preset): void {
  const served = [...modelsFor('text', region), ...modelsFor('reference', region)];
  const refusals: unknown[] = [];
  for (const name of model === undefined ? served : [model]) {
    try {
      const of = served.some((each) => each === name && videoModels[each].kind === 'reference')
        ? 'reference'
        : 'text';
      checkAsk({ of, prompt: 'x', model: name, size, duration, seed }, region);
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0];
}
