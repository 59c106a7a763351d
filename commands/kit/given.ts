import type { Attachment, ChatInputCommandInteraction } from 'discord.js';
import { sees } from '../../src/authority/place.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { Refusal } from '../../src/refusal/refusal.ts';

/** The options of a command by name, whatever types a hand-made client gave them: a wrong one is refused in words. */
export class Given {
  readonly #interaction: ChatInputCommandInteraction<'cached'>;

  constructor(interaction: ChatInputCommandInteraction<'cached'>) {
    this.#interaction = interaction;
  }

  text(name: string): string | undefined {
    const value = this.#valueOf(name);
    if (value === undefined || typeof value === 'string') return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule: 'text' });
  }

  number(name: string): number | undefined {
    const value = this.#valueOf(name);
    if (value === undefined || typeof value === 'number') return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule: '0–9' });
  }

  flag(name: string): boolean | undefined {
    const value = this.#valueOf(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule: 'true, false' });
  }

  /** One of the values that were offered. */
  choice<Value extends string | number>(name: string, offered: readonly Value[]): Value | undefined {
    const value = this.#valueOf(name);
    if (value === undefined) return undefined;
    const chosen = offered.find((each) => each === value);
    if (chosen === undefined)
      throw new Refusal({ code: 'option-invalid', option: name, rule: offered.join(', ') });
    return chosen;
  }

  /** The id of a channel that the person can see; one that they cannot is refused like one that never was. */
  channelId(name: string): string | undefined {
    if (this.#valueOf(name) === undefined) return undefined;
    const id = this.#interaction.options.get(name)?.channel?.id;
    const { guildId } = this.#interaction;
    if (id !== undefined && sees(actorOf(this.#interaction), { guildId, channelId: id })) return id;
    throw new Refusal({ code: 'channel-unknown', option: name });
  }

  roleId(name: string): string | undefined {
    return this.#interaction.options.get(name)?.role?.id;
  }

  file(name: string): Attachment | undefined {
    return this.#interaction.options.get(name)?.attachment ?? undefined;
  }

  #valueOf(name: string): string | number | boolean | undefined {
    return this.#interaction.options.get(name)?.value;
  }
}
