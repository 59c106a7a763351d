import type { ChatInputCommandInteraction } from 'discord.js';
import { Refusal } from '../../src/refusal/refusal.ts';

/** The options of a command by name, whatever types a hand-made client gave them: a wrong one is refused in words. */
export class Given {
  readonly #options: ChatInputCommandInteraction<'cached'>['options'];

  constructor(interaction: ChatInputCommandInteraction<'cached'>) {
    this.#options = interaction.options;
  }

  text(name: string): string | undefined {
    const value = this.#options.get(name)?.value;
    if (value === undefined || typeof value === 'string') return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule: 'text' });
  }

  number(name: string): number | undefined {
    const value = this.#options.get(name)?.value;
    if (value === undefined || typeof value === 'number') return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule: '0–9' });
  }

  flag(name: string): boolean | undefined {
    const value = this.#options.get(name)?.value;
    if (value === undefined || typeof value === 'boolean') return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule: 'true, false' });
  }

  /** One of the values that were offered. */
  choice<Value extends string | number>(name: string, offered: readonly Value[]): Value | undefined {
    const value = this.#options.get(name)?.value;
    if (value === undefined) return undefined;
    const chosen = offered.find((each) => each === value);
    if (chosen === undefined)
      throw new Refusal({ code: 'option-invalid', option: name, rule: offered.join(', ') });
    return chosen;
  }

  /** The id of a channel that Discord resolved. */
  channelId(name: string): string | undefined {
    return this.#options.get(name)?.channel?.id;
  }

  roleId(name: string): string | undefined {
    return this.#options.get(name)?.role?.id;
  }
}
