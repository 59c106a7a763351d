import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import type { PendingInteraction } from '../client/pending-interactions.ts';
import type { Media } from '../drawing/media.ts';
import type { Button, FileComponent, MediaItem, MessageComponent, Select } from '../wire/component.ts';
import { componentTypes } from '../wire/component.ts';
import type { Message } from '../wire/message.ts';
import { renderButton } from './render-button.ts';
import type { MarkdownPlace } from './render-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderMedia } from './render-media.ts';
import type { ValuesChosen } from './select-menu.ts';
import './select-menu.ts';
import './spoiler-cover.ts';

export interface ComponentPlace extends MarkdownPlace {
  readonly message: Message;
  readonly pending: PendingInteraction | undefined;
}

type Drawn = TemplateResult | typeof nothing;

/** Draws message components of both generations; kinds the page does not know are left out. */
export function renderComponent(component: MessageComponent, place: ComponentPlace): Drawn {
  switch (component.type) {
    case componentTypes.actionRow:
      return html`<div class="action-row" role="group">${component.components.map((child) =>
        child.type === componentTypes.textInput ? nothing : renderComponent(child, place),
      )}</div>`;
    case componentTypes.button:
      return button(component, place);
    case componentTypes.stringSelect:
    case componentTypes.userSelect:
    case componentTypes.roleSelect:
    case componentTypes.mentionableSelect:
    case componentTypes.channelSelect:
      return select(component, place);
    case componentTypes.textDisplay:
      return html`<div class="text-display">${renderMarkdown(component.content, place)}</div>`;
    case componentTypes.section:
      return html`<div class="section">
        <div class="section-words">${component.components.map((child) => renderComponent(child, place))}</div>
        <div class="section-accessory">${renderComponent(component.accessory, place)}</div>
      </div>`;
    default:
      return block(component, place);
  }
}

function block(component: MessageComponent, place: ComponentPlace): Drawn {
  switch (component.type) {
    case componentTypes.thumbnail:
      return html`<div class="thumbnail">${renderMedia(mediaOf(component.media, component), 85, 85)}</div>`;
    case componentTypes.mediaGallery:
      return gallery(component.items);
    case componentTypes.file:
      return renderMedia({ ...fileMedia(component, place.message), contentType: 'application/octet-stream' });
    case componentTypes.separator:
      return component.divider === false
        ? html`<div class="separator ${component.spacing === 2 ? 'large' : ''}"></div>`
        : html`<hr class="separator ${component.spacing === 2 ? 'large' : ''}" />`;
    case componentTypes.container: {
      const accent = component.accent_color;
      const colour = typeof accent === 'number' ? `#${accent.toString(16).padStart(6, '0')}` : undefined;
      const inside = component.components.map((child) => renderComponent(child, place));
      const drawn = html`<div class="container ${colour ? 'accented' : ''}" style=${styleMap({ '--accent': colour })}>${inside}</div>`;
      return component.spoiler ? html`<spoiler-cover>${drawn}</spoiler-cover>` : drawn;
    }
    default:
      return nothing;
  }
}

function button(component: Button, place: ComponentPlace): Drawn {
  const { app, message } = place;
  const busy = waitsFor(place, component.custom_id);
  const press = () => {
    const where = { channelId: message.channel_id, guildId: place.guildId };
    if (component.custom_id) app.session.useComponent(where, message, component.type, component.custom_id);
  };
  return renderButton(component, { busy, blocked: !busy && isWaiting(place), press });
}

function select(component: Select, place: ComponentPlace): Drawn {
  const { app, message } = place;
  const chosen = (event: ValuesChosen) => {
    const where = { channelId: message.channel_id, guildId: place.guildId };
    app.session.useComponent(where, message, component.type, component.custom_id, event.values);
  };
  return html`<select-menu
    .app=${app}
    .select=${component}
    .guildId=${place.guildId}
    ?busy=${waitsFor(place, component.custom_id)}
    ?blocked=${isWaiting(place)}
    @values-chosen=${chosen}
  ></select-menu>`;
}

function gallery(
  items: readonly { media: MediaItem; description?: string | null; spoiler?: boolean }[],
): Drawn {
  const single = items.length === 1;
  const drawn = items.map((item) =>
    renderMedia(mediaOf(item.media, item), single ? 550 : 270, single ? 400 : 270),
  );
  return html`<div class="gallery" data-count=${items.length}>${drawn}</div>`;
}

function mediaOf(
  media: MediaItem,
  about: { readonly description?: string | null; readonly spoiler?: boolean },
): Media {
  return {
    url: media.url,
    name: nameIn(media.url),
    contentType: media.content_type ?? undefined,
    alt: about.description ?? undefined,
    width: media.width ?? undefined,
    height: media.height ?? undefined,
    sizeBytes: undefined,
    spoiler: about.spoiler ?? false,
  };
}

/** Its alt text stands at the attachment, because the component has none. */
function fileMedia(component: FileComponent, { attachments }: Message): Media {
  const media = mediaOf(component.file, { spoiler: component.spoiler ?? false });
  const name = component.name ?? media.name;
  const attachment = attachments?.find(({ filename }) => filename === name);
  return { ...media, name, alt: attachment?.description ?? undefined, sizeBytes: component.size };
}

/** The file name at the end of an address. */
function nameIn(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return decodeURIComponent(path.split('/').at(-1) ?? '') || 'file';
}

function isWaiting(place: ComponentPlace): boolean {
  return place.pending?.state === 'sent';
}

function waitsFor(place: ComponentPlace, customId: string | undefined): boolean {
  const origin = place.pending?.origin;
  return isWaiting(place) && origin?.kind === 'component' && origin.customId === customId;
}
