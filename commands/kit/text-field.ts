import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type BaseInteraction,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import { cutText } from '../../src/discord/escape.ts';
import { ownFormId } from './surface.ts';

/** Discord's maximums. */
const longestLabel = 45;
const longestHint = 100;
const longestReason = 500;

interface TextField {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Of several lines. */
  readonly long?: boolean;
  /** Default: it can't be empty. */
  readonly required?: boolean;
  /** In characters. */
  readonly most: number;
  /** What it starts with. */
  readonly value?: string;
}

/** A form's field for text, under its name in what's submitted. */
export function textField(name: string, field: TextField): APILabelComponent {
  const { label, hint, long = false, required = true, most, value } = field;
  return {
    type: ComponentType.Label,
    label: cutText(label, longestLabel),
    ...(hint ? { description: cutText(hint, longestHint) } : {}),
    component: {
      type: ComponentType.TextInput,
      custom_id: name,
      style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
      required,
      max_length: most,
      ...(value ? { value: value.slice(0, most) } : {}),
    },
  };
}

/** Asks for a reason, which may be left out. */
export function reasonForm(
  interaction: BaseInteraction<'cached'>,
  opening: Parameters<typeof ownFormId>[1],
  { title, label }: { readonly title: string; readonly label: string },
): APIModalInteractionResponseCallbackData {
  const reason = textField('reason', { label, long: true, required: false, most: longestReason });
  return { custom_id: ownFormId(interaction, opening), title, components: [reason] };
}
