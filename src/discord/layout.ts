import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIContainerComponent,
  type APIMediaGalleryComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { encodeCustomId } from './custom-id.ts';

/** The few pieces of Components V2 that the bot's messages are made of, as Discord's JSON. */
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

/** Shows an attached file by its name. */
export function gallery(fileName: string, description: string): APIMediaGalleryComponent {
  return {
    type: ComponentType.MediaGallery,
    items: [{ media: { url: `attachment://${fileName}` }, description }],
  };
}

export type ButtonTone = 'primary' | 'secondary' | 'danger';

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

export function linkButton(label: string, url: string): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}

/** A row of one to five buttons; no row at all when there is none. */
export function buttonRow(buttons: APIButtonComponent[]): APIActionRowComponent<APIButtonComponent>[] {
  return buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: buttons }];
}

/** A time that Discord shows in the reader's zone and language: `R` counts along, `f` is date and time. */
export function liveTime(epochMs: number, style: 'R' | 'f' = 'R'): string {
  return `<t:${Math.floor(epochMs / 1000)}:${style}>`;
}
