import {
  DiscordAuthorInfo,
  DiscordCode,
  DiscordCommand,
  DiscordEmbed,
  DiscordEmbedDescription,
  DiscordEmbedField,
  DiscordEmbedFooter,
  DiscordFileAttachment,
  DiscordLink,
  DiscordMention,
  DiscordMessage,
  DiscordPre,
  DiscordQuote,
  DiscordReply,
  DiscordSpoiler,
  DiscordSubscript,
  DiscordSystemMessage,
} from '@skyra/discord-components-core';
import type { CSSResult, CSSResultOrNative } from 'lit';
import { css } from 'lit';

interface Dressed {
  readonly elementStyles: CSSResultOrNative[];
}

/**
 * Puts the page's colours into discord-components, whose own are fixed inside their shadow trees and have less contrast
 * than we want. Must run before the first of them is drawn: Lit reads the list of styles when it makes the tree.
 */
export function dressLibrary(): void {
  for (const [element, styles] of dresses) element.elementStyles.push(styles);
}

const dresses: readonly (readonly [Dressed, CSSResult])[] = [
  [
    DiscordMessage,
    css`
      .discord-message-timestamp, :host([light-theme]) .discord-message-timestamp { color: var(--faint); margin-left: 6px; }
      .discord-message-body-only-indent, :host([light-theme]) .discord-message-body-only-indent { flex: none; width: 56px; margin: 0; font-size: 11px; line-height: 22px; }
      .discord-message-inner-center { align-items: flex-start; }
      .discord-message-edited, :host([light-theme]) .discord-message-edited { color: var(--faint); font-size: 11px; margin-left: 3px; }
      .discord-message-content { min-width: 0; line-height: 22px; padding-top: 0; }
      .discord-message-body { line-height: 22px; }
      .discord-author-avatar { margin-top: 2px; }
      .discord-author-avatar img { cursor: default; }
      .discord-message-compact-indent { min-width: 0; }
      :host([light-theme][highlight])::before, :host([highlight])::before { background-color: #f0b232; }
    `,
  ],
  [
    DiscordAuthorInfo,
    css`
      .discord-author-username, :host([light-theme]) .discord-author-username { color: var(--strong); font-size: 16px; font-weight: 500; cursor: default; }
      .discord-author-username:hover { text-decoration: none; }
    `,
  ],
  [
    DiscordReply,
    css`
      :host, :host([light-theme]) { color: var(--muted); font-family: var(--font); min-width: 0; overflow: hidden; }
      :host { margin-left: 56px; }
      .discord-replied-message-username, :host([light-theme]) .discord-replied-message-username { color: var(--text); opacity: 1; cursor: default; }
      .discord-replied-message-content { overflow: hidden; cursor: default; }
      .discord-replied-message-content:hover, :host([light-theme]) .discord-replied-message-content:hover { color: inherit; }
    `,
  ],
  [
    DiscordCommand,
    css`
      :host, :host([light-theme]) { color: var(--muted); font-family: var(--font); margin-left: 56px; min-width: 0; }
      :host .discord-replied-message-username, :host([light-theme]) .discord-replied-message-username { color: var(--text); opacity: 1; cursor: default; }
      .discord-context-user, .discord-context-command-name, .discord-slash-command-name, .discord-replied-message-username { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .discord-context-command-name, .discord-context-command-name:hover { display: block; color: var(--link) !important; opacity: 1; }
      .discord-context-user { gap: 2px; margin: 0 6px 0 0; }
      .discord-arrow-right-icon { flex: none; margin-top: 0; }
      .discord-message-margintop { margin-top: 0; }
      .discord-replied-message-content.discord-message-margintop { display: block; flex-shrink: 1000; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; opacity: 1; cursor: default; }
      :host .discord-slash-command-name svg { display: none; }
      :host .discord-slash-command-name, :host .discord-slash-command-name:hover { color: var(--mention-text) !important; background-color: var(--mention-bg); }
    `,
  ],
  [
    DiscordEmbed,
    css`
      :host, :host([light-theme]) { color: var(--text); margin: 2px 0; max-width: 100%; font-size: 14px; }
      :host .discord-embed-root { max-width: 100%; }
      :host .discord-embed-wrapper, :host([light-theme]) .discord-embed-wrapper { background-color: var(--card); border: 1px solid var(--line); border-left: 0; max-width: min(520px, 100%); }
      :host .discord-left-border, :host([light-theme]) .discord-left-border { background-color: var(--current); }
      :host .discord-embed-author, :host .discord-embed-author a, :host([light-theme]) .discord-embed-author a, :host .discord-embed-title, :host([light-theme]) .discord-embed-title { color: var(--strong); }
      :host .discord-embed-title a { color: var(--link); }
      :host .discord-embed-media .discord-embed-video { max-width: 100%; }
      :host .discord-embed-image { max-width: 100%; }
    `,
  ],
  [DiscordEmbedDescription, css`:host { line-height: 20px; overflow-wrap: anywhere; }`],
  [
    DiscordEmbedField,
    css`
      :host { line-height: 20px; overflow-wrap: anywhere; }
      .discord-field-title, :host([light-theme]) .discord-field-title { color: var(--strong); }
    `,
  ],
  [DiscordEmbedFooter, css`:host, :host([light-theme]) { color: var(--muted); }`],
  [
    DiscordFileAttachment,
    css`
      .discord-file-attachment-mosaic-style, .discord-file-attachment-light-theme { background-color: var(--card); border: 1px solid var(--line); border-radius: 8px; }
      .discord-file-attachment-metadata { color: var(--muted); }
    `,
  ],
  [DiscordLink, css`a, a.discord-link-light-theme { color: var(--link); overflow-wrap: anywhere; }`],
  [
    DiscordMention,
    css`
      :host, :host([light-theme]) { color: var(--mention-text); background-color: var(--mention-bg); }
      :host([role='link']:focus-visible) { outline: 2px solid var(--focus); }
    `,
  ],
  [
    DiscordCode,
    css`
      :host, :host([light-theme]) { background: none; font-family: var(--mono); }
      code, :host([light-theme]) code { background: var(--deep); margin: 0; padding: 2px 4px; font-family: var(--mono); }
      :host([multiline]) code, :host([light-theme][multiline]) code { background: var(--card); border: 1px solid var(--line); width: auto; padding: 8px; }
    `,
  ],
  [DiscordPre, css`:host pre { width: auto; max-width: 640px; margin: 4px 0 0; }`],
  [
    DiscordQuote,
    css`.discord-quote-divider, :host([light-theme]) .discord-quote-divider { background-color: var(--faint); flex: none; }`,
  ],
  [
    DiscordSpoiler,
    css`
      :host, :host([light-theme]) { background-color: var(--deep); }
      :host([activated]), :host([light-theme][activated]) { background-color: var(--raised); cursor: auto; }
      :host(:not([activated])) ::slotted(*) { opacity: 0; }
      :host(:focus-visible) { outline: 2px solid var(--focus); }
    `,
  ],
  [DiscordSubscript, css`small, :host([light-theme]) > small { color: var(--muted); }`],
  [
    DiscordSystemMessage,
    css`
      .discord-message-timestamp, :host([light-theme]) .discord-message-timestamp { color: var(--faint); }
      .discord-message-content, :host([light-theme]) .discord-message-content { color: var(--muted); }
    `,
  ],
];
