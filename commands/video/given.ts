import type { ChatInputCommandInteraction } from 'discord.js';
import { Refusal } from '../../src/refusal/refusal.ts';

/** The options of a command by name, whatever types a hand-made client gave them: a wrong one is refused in words. */
export class Given {
  readonly #options: ChatInputCommandInteraction<'cached'>['options'];

  constructor(interaction: ChatInputCommandInteraction<'cached'>) {
    this.#options = interaction.options;
  }

  text(name: string): string | undefined {
    return this.#read(name, 'string') as string | undefined;
  }

  number(name: string): number | undefined {
    return this.#read(name, 'number') as number | undefined;
  }

  flag(name: string): boolean | undefined {
    return this.#read(name, 'boolean') as boolean | undefined;
  }

  /** The options that every kind of video has. */
  shared() {
    return {
      prompt: this.text('prompt') ?? '',
      negativePrompt: this.text('negative_prompt'),
      model: this.text('model'),
      size: this.text('size'),
      duration: this.number('duration'),
      shotType: this.text('shot_type'),
      watermark: this.flag('watermark'),
      seed: this.number('seed'),
    };
  }

  #read(name: string, type: 'string' | 'number' | 'boolean'): string | number | boolean | undefined {
    const value = this.#options.get(name)?.value;
    if (value === undefined) return undefined;
    if (typeof value !== type) throw new Refusal({ code: 'option-invalid', option: name, rule: type });
    return value;
  }
}
