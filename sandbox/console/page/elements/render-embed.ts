import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { safeAddress } from '../markdown/parse.ts';
import { messageTime } from '../markdown/time-words.ts';
import type { Embed } from '../wire/message.ts';
import type { MarkdownPlace } from './render-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Draws an embed with discord-components. Addresses that a browser should not follow are left out. */
export function renderEmbed(embed: Embed, place: MarkdownPlace): TemplateResult {
  const rich = { ...place, masked: true };
  return html`<discord-embed
    class="embed"
    .color=${embed.color === undefined ? undefined : `#${embed.color.toString(16).padStart(6, '0')}`}
    .embedTitle=${embed.title}
    .url=${address(embed.url)}
    .authorName=${embed.author?.name}
    .authorUrl=${address(embed.author?.url)}
    .authorImage=${embed.author?.icon_url}
    .provider=${embed.provider?.name}
    .image=${mediaUrl(embed.image)}
    .thumbnail=${mediaUrl(embed.thumbnail)}
    .video=${mediaUrl(embed.video)}
  >
    ${
      embed.description
        ? html`<discord-embed-description slot="description">${renderMarkdown(embed.description, rich)}</discord-embed-description>`
        : nothing
    }
    ${embed.fields && embed.fields.length > 0 ? fields(embed, rich) : nothing}
    ${footer(embed, place)}
  </discord-embed>`;
}

function fields(embed: Embed, place: MarkdownPlace): TemplateResult {
  let inlineRun = 0;
  const drawn = (embed.fields ?? []).map((field) => {
    inlineRun = field.inline ? (inlineRun % 3) + 1 : 0;
    return html`<discord-embed-field field-title=${field.name} ?inline=${field.inline ?? false} .inlineIndex=${inlineRun || 1}>
      ${renderMarkdown(field.value, place)}
    </discord-embed-field>`;
  });
  return html`<discord-embed-fields slot="fields">${drawn}</discord-embed-fields>`;
}

function footer(embed: Embed, place: MarkdownPlace): TemplateResult | typeof nothing {
  if (!embed.footer && !embed.timestamp) return nothing;
  const time = embed.timestamp
    ? messageTime(Date.parse(embed.timestamp), Date.now(), place.app.preferences.locale)
    : undefined;
  const words = [embed.footer?.text, time].filter(Boolean).join(' • ');
  return html`<discord-embed-footer slot="footer" .footerImage=${embed.footer?.icon_url}>${words}</discord-embed-footer>`;
}

function mediaUrl(
  media: { readonly url: string; readonly proxy_url?: string } | undefined,
): string | undefined {
  return media?.proxy_url ?? media?.url;
}

function address(url: string | undefined): string | undefined {
  return url === undefined ? undefined : safeAddress(url);
}
