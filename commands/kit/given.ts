import {
  type AnySelectMenuInteraction,
  Attachment,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import { sees } from '../../src/authority/place.ts';
import type { SettingsEditor } from '../../src/community/settings-pages.ts';
import { actorOf } from '../../src/discord/actor.ts';
import type { CallFrame } from '../../src/discord/command.ts';
import type { Order } from '../../src/discord/order.ts';
import { Refusal } from '../../src/refusal/refusal.ts';

/** A command's options by name. A modified client can send any type, so a wrong one is refused in words. */
export class Given {
  readonly #interaction: ChatInputCommandInteraction<'cached'>;

  constructor(interaction: ChatInputCommandInteraction<'cached'>) {
    this.#interaction = interaction;
  }

  text(name: string): string | undefined {
    return this.#checked(name, (value) => typeof value === 'string', 'text');
  }

  number(name: string): number | undefined {
    return this.#checked(name, (value) => typeof value === 'number', '0–9');
  }

  flag(name: string): boolean | undefined {
    return this.#checked(name, (value) => typeof value === 'boolean', 'true, false');
  }

  /** One of the offered values. */
  choice<Value extends string | number>(name: string, offered: readonly Value[]): Value | undefined {
    const isOffered = (value: unknown): value is Value => offered.some((each) => each === value);
    return this.#checked(name, isOffered, offered.join(', '));
  }

  /** The id of a channel that the person can see. If they can't, it's refused as if it didn't exist. */
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

  #checked<Value>(name: string, isRight: (value: unknown) => value is Value, rule: string) {
    const value = this.#valueOf(name);
    if (value === undefined || isRight(value)) return value;
    throw new Refusal({ code: 'option-invalid', option: name, rule });
  }

  #valueOf(name: string): string | number | boolean | undefined {
    return this.#interaction.options.get(name)?.value;
  }
}

export type Asking =
  | ChatInputCommandInteraction<'cached'>
  | ButtonInteraction<'cached'>
  | AnySelectMenuInteraction<'cached'>
  | MessageContextMenuCommandInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** Who changes something, and where. `seen`: the revision that they looked at. */
export function editorOf({ guildId, user }: Asking, seen?: number): SettingsEditor {
  return { guildId, userId: user.id, seen };
}

/**
 * A token lives 15 minutes (spec: interactions). We count from when we received it, because Discord's clock may differ.
 */
const tokenLifeMs = 15 * 60_000 - 10_000;

/** Who asked in an interaction, where, and how to answer. */
export function orderOf(
  interaction: Asking,
  { reference, receivedAt }: Pick<CallFrame, 'reference' | 'receivedAt'>,
): Order {
  const channelId = interaction.channelId ?? '';
  return {
    id: interaction.id,
    reference,
    guildId: interaction.guildId,
    channelId,
    userId: interaction.user.id,
    locale: interaction.locale,
    publicLocale: interaction.guildLocale,
    panel: {
      channelId,
      applicationId: interaction.applicationId,
      token: interaction.token,
      tokenExpiresAt: receivedAt + tokenLifeMs,
    },
    attachmentLimitBytes: interaction.attachmentSizeLimit,
  };
}

/** A submitted form. If a modified client leaves something out or sends the wrong type, it's refused in words. */
export interface SubmittedForm {
  readonly fields: { readonly fields: ReadonlyMap<string, object> };
}

/** The typed text, which can be empty. @throws Refusal `form-incomplete` */
export function typedIn(form: SubmittedForm, name: string): string {
  const field = form.fields.fields.get(name);
  if (field && 'value' in field && typeof field.value === 'string') return field.value;
  throw new Refusal({ code: 'form-incomplete' });
}

/** The chosen entry. @throws Refusal `form-incomplete` */
export function chosenIn(form: SubmittedForm, name: string): string {
  const field = form.fields.fields.get(name);
  const values: unknown = field && 'values' in field ? field.values : undefined;
  const [first]: unknown[] = Array.isArray(values) ? values : [];
  if (typeof first === 'string') return first;
  throw new Refusal({ code: 'form-incomplete' });
}

/** The uploaded files in order; empty if the form has no field for them. */
export function filesIn(form: SubmittedForm, name: string): Attachment[] {
  const field = form.fields.fields.get(name);
  const files: unknown = field && 'attachments' in field ? field.attachments : undefined;
  return files instanceof Map ? [...files.values()].filter((file) => file instanceof Attachment) : [];
}

/** What has been typed into another option so far, if it's text. */
export function typedText(
  interaction: { readonly options: { get(name: string): { readonly value?: unknown } | null } },
  name: string,
): string | null {
  const value = interaction.options.get(name)?.value;
  return typeof value === 'string' ? value : null;
}

/** Values that are their own labels, unless a language has words for them. */
export function choicesOf<Value extends string | number>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: String(value) }));
}
