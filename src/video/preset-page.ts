import { ComponentType } from 'discord.js';
import { cutText, showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, encodeCustomId, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { longestPresetName, longestStyle, type Preset } from './presets.ts';

const longestStyleListed = 60;
/** For a model or a size, as typed. */
const longestFact = 30;
/** Discord's limit for the description of a menu entry. */
const longestDescription = 100;

/** A person's presets, with a menu to open each. */
export function renderPresets(presets: readonly Preset[], words: Words): MessageBody {
  const { presets: said } = words.video;
  const lines = presets.map((preset) =>
    [`**${nameOf(preset)}** · ${factsOf(preset, words)}`, ...styleLine(preset, longestStyleListed)].join(
      '\n',
    ),
  );
  const options = presets.map((preset) => ({
    value: preset.id,
    label: preset.name,
    description: cutText(factsOf(preset, words), longestDescription),
  }));
  const menu = {
    type: ComponentType.StringSelect as const,
    custom_id: encodeCustomId({ feature: 'video', action: 'preset', id: 'open' }),
    placeholder: said.choose,
    options,
  };
  return {
    components: [
      container([
        text(`**${said.title}**`),
        text(lines.length === 0 ? said.empty : lines.join('\n')),
        ...(options.length === 0 ? [] : [{ type: ComponentType.ActionRow as const, components: [menu] }]),
      ]),
    ],
  };
}

/** One preset, with a button to delete it. */
export function renderPreset(preset: Preset, words: Words, said?: string): MessageBody {
  const { buttons } = words.video;
  const lines = [
    ...(said ? [said] : []),
    `**${nameOf(preset)}** · ${factsOf(preset, words)}`,
    ...styleLine(preset, longestStyle),
  ];
  return {
    components: [
      container([
        text(lines.join('\n')),
        ...buttonRow([
          button('danger', buttons.remove, 'video', 'preset-delete', preset.id),
          button('secondary', buttons.back, 'video', 'presets', 'all'),
        ]),
      ]),
    ],
  };
}

/** `gen2.7-t2v · 1280*720 · 5 s · seed: any`: what a preset sets, as one line. */
export function factsOf({ model, size, duration, seed }: Preset, words: Words): string {
  const { facts } = words.video;
  return [
    ...(model ? [showAsIs(model, longestFact)] : []),
    ...(size ? [showAsIs(size.replaceAll('*', '×'), longestFact)] : []),
    ...(duration === undefined ? [] : [facts.seconds(duration)]),
    facts.seed(seed),
  ].join(' · ');
}

function nameOf({ name }: Preset): string {
  return showAsIs(name, 2 * longestPresetName);
}

function styleLine({ style }: Preset, limit: number): string[] {
  return style ? [`-# … ${showAsIs(style, limit)}`] : [];
}
