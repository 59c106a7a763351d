import { z } from 'zod';
import { stripDeceptive } from '../discord/escape.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Collection } from '../storage/collection.ts';
import type { VideoAsk } from './options.ts';

/** Settings that a person saved for their videos. */
export const presetSchema = z.object({
  /** The id of the interaction that saved it. */
  id: z.string(),
  name: z.string(),
  model: z.string().optional(),
  size: z.string().optional(),
  duration: z.number().optional(),
  /** The same for every video. Default: a new one each time. */
  seed: z.number().optional(),
  /** Added at the end of each prompt. */
  style: z.string().optional(),
});
export type Preset = z.infer<typeof presetSchema>;

export const presetsSchema = z.object({ presets: z.array(presetSchema) });
export type PresetsOfPerson = z.infer<typeof presetsSchema>;
export type PresetShelf = Pick<Collection<PresetsOfPerson>, 'get' | 'change'>;

export const mostPresets = 20;
export const longestPresetName = 32;
export const longestStyle = 300;

const alphabet = new Intl.Collator();

/** People's presets. Each person has their own, the same in every server. */
export class Presets {
  readonly #shelf: PresetShelf;

  constructor(shelf: PresetShelf) {
    this.#shelf = shelf;
  }

  /** Alphabetically. */
  async list(userId: string): Promise<readonly Preset[]> {
    return (await this.#shelf.get(userId))?.presets ?? [];
  }

  /** @throws Refusal `preset-unknown` */
  async named(userId: string, name: string): Promise<Preset> {
    return known((await this.list(userId)).find((preset) => keyOf(preset.name) === keyOf(name)));
  }

  /** The request, completed from the preset with that name, if there's a name. @throws Refusal `preset-unknown` */
  async complete(userId: string, ask: VideoAsk, name: string | undefined): Promise<VideoAsk> {
    return name === undefined ? ask : withPreset(ask, await this.named(userId, name));
  }

  /** @throws Refusal `preset-unknown` */
  async find(userId: string, id: string): Promise<Preset> {
    return known((await this.list(userId)).find((preset) => preset.id === id));
  }

  /**
   * Replaces one with the same name.
   * @throws Refusal `preset-name-invalid`, `preset-empty`, `presets-full`
   */
  async save(userId: string, given: Preset): Promise<Preset> {
    const preset = { ...given, name: written(given.name), style: plain(given.style ?? '') || undefined };
    const { id: _, name, ...kept } = preset;
    if (Object.values(kept).every((value) => value === undefined))
      throw new Refusal({ code: 'preset-empty' });
    await this.#shelf.change(userId, (before) => {
      const others = (before?.presets ?? []).filter((each) => keyOf(each.name) !== keyOf(name));
      if (others.length >= mostPresets) throw new Refusal({ code: 'presets-full', limit: mostPresets });
      return {
        presets: [...others, preset].toSorted((one, other) => alphabet.compare(one.name, other.name)),
      };
    });
    return preset;
  }

  /** @throws Refusal `preset-unknown` */
  async remove(userId: string, id: string): Promise<void> {
    await this.#shelf.change(userId, (before) => {
      const { presets = [] } = before ?? {};
      const left = presets.filter((preset) => preset.id !== id);
      if (left.length === presets.length) throw new Refusal({ code: 'preset-unknown' });
      return left.length > 0 ? { presets: left } : undefined;
    });
  }
}

/** Adds a preset to an ask. Options that the person gave win, and the style goes to the end of the prompt. */
export function withPreset(ask: VideoAsk, { model, size, duration, seed, style }: Preset): VideoAsk {
  const choseOwnPicture = ask.size !== undefined || ask.resolution !== undefined || ask.ratio !== undefined;
  return {
    ...ask,
    model: ask.model ?? model,
    size: choseOwnPicture ? ask.size : size,
    duration: ask.duration ?? duration,
    seed: ask.seed ?? seed,
    prompt: style === undefined ? ask.prompt : styled(ask.prompt.trim(), style),
  };
}

function styled(prompt: string, style: string): string {
  if (prompt === '') return style;
  return /\p{P}$/u.test(prompt) ? `${prompt} ${style}` : `${prompt}, ${style}`;
}

function known(preset: Preset | undefined): Preset {
  if (!preset) throw new Refusal({ code: 'preset-unknown' });
  return preset;
}

function written(name: string): string {
  const shown = plain(name);
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(shown) || Array.from(shown).length > longestPresetName)
    throw new Refusal({ code: 'preset-name-invalid', limit: longestPresetName });
  return shown;
}

function plain(text: string): string {
  return stripDeceptive(text).replace(/\s+/gu, ' ').trim();
}

function keyOf(name: string): string {
  return plain(name).normalize('NFKC').toLowerCase();
}
