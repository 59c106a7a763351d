import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIContainerComponent,
  type APIMediaGalleryComponent,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { z } from 'zod';

/** The few pieces of Components V2 that our messages use, as Discord's JSON. */
export function text(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content };
}

export function container(
  components: APIContainerComponent['components'],
  accentColor?: number,
): APIContainerComponent {
  return {
    type: ComponentType.Container,
    components,
    ...(accentColor === undefined ? {} : { accent_color: accentColor }),
  };
}

/** Shows an attached file by name. */
export function gallery(fileName: string, description: string, spoiler = false): APIMediaGalleryComponent {
  return {
    type: ComponentType.MediaGallery,
    items: [{ media: { url: `attachment://${fileName}` }, description, ...(spoiler ? { spoiler } : {}) }],
  };
}

type ButtonTone = 'primary' | 'secondary' | 'danger';

const styles: Readonly<Record<ButtonTone, ButtonStyle.Primary | ButtonStyle.Secondary | ButtonStyle.Danger>> =
  {
    primary: ButtonStyle.Primary,
    secondary: ButtonStyle.Secondary,
    danger: ButtonStyle.Danger,
  };

export function button(
  tone: ButtonTone,
  label: string,
  feature: string,
  action: string,
  id: string,
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: styles[tone],
    label,
    custom_id: encodeCustomId({ feature, action, id }),
  };
}

/** Discord's maximum for the address of a button. */
export const longestButtonUrl = 512;

export function linkButton(label: string, url: string): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}

/** A row of one to five buttons, or no row without buttons. */
export function buttonRow(buttons: APIButtonComponent[]): APIActionRowComponent<APIButtonComponent>[] {
  return buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: buttons }];
}

/** A row with a menu of texts. */
export function menuRow(
  feature: string,
  action: string,
  id: string,
  menu: Omit<APIStringSelectComponent, 'type' | 'custom_id'>,
): APIActionRowComponent<APIStringSelectComponent> {
  const custom_id = encodeCustomId({ feature, action, id });
  return {
    type: ComponentType.ActionRow,
    components: [{ type: ComponentType.StringSelect, custom_id, ...menu }],
  };
}

/** A time that Discord shows in the reader's zone and language: `R` is relative, `f` is date and time. */
export function liveTime(epochMs: number, style: 'R' | 'f' = 'R'): string {
  return `<t:${Math.floor(epochMs / 1000)}:${style}>`;
}

/** Discord's limit on `custom_id`. */
const maxCharacters = 100;

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const parts = z.object({
  feature: name,
  action: name,
  id: z.string().regex(/^[!-~]{1,80}$/),
});

/** What a control does, and to what: everything needed to act on it after a restart. */
type CustomId = z.infer<typeof parts>;

/**
 * `<feature>:<action>:<id>`.
 * @throws {RangeError} if a part has characters that aren't allowed or the whole exceeds 100: our own mistake
 */
export function encodeCustomId(customId: CustomId): string {
  const checked = parts.safeParse(customId);
  if (!checked.success) throw new RangeError(`custom_id: ${z.prettifyError(checked.error)}`);
  const text = `${customId.feature}:${customId.action}:${customId.id}`;
  if (text.length > maxCharacters)
    throw new RangeError(`custom_id is longer than ${maxCharacters} characters`);
  return text;
}

/** Undefined if the text isn't one of ours: an older release's control, or a forged one. */
export function parseCustomId(text: string): CustomId | undefined {
  if (text.length > maxCharacters) return undefined;
  const [feature, action, ...rest] = text.split(':');
  const checked = parts.safeParse({ feature, action, id: rest.join(':') });
  return checked.success ? checked.data : undefined;
}
