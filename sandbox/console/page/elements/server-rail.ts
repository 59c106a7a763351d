import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Guild } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';

/** The narrow column of servers, direct messages first. */
export class ServerRail extends AppElement {
  protected override render(): TemplateResult {
    const { app } = this;
    const guilds = [...app.session.directory.guilds.values()];
    return html`<nav aria-label=${pageWords().page.servers}>
      <ul class="rail" role="list">
        <li>${this.#server(
          pageWords().page.directMessages,
          undefined,
          html`<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><path fill="currentColor" d="M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z"/></svg>`,
          this.#mark((guildId) => guildId === undefined),
        )}</li>
        <li class="rail-line" role="presentation"></li>
        ${guilds.map(
          (guild) =>
            html`<li>${this.#server(
              guild.name,
              guild.id,
              initials(guild),
              this.#mark((id) => id === guild.id),
            )}</li>`,
        )}
      </ul>
    </nav>`;
  }

  #server(name: string, guildId: string | undefined, face: unknown, mark: Mark): TemplateResult {
    const current = this.app.guildId === guildId;
    const label =
      mark.mentions > 0
        ? pageWords().kinds.mentions(name, mark.mentions, guildId === undefined)
        : `${name}${mark.unread ? pageWords().kinds.unread : ''}`;
    return html`<button
      type="button"
      class="server ${mark.unread ? 'unread' : ''}"
      title=${name}
      aria-label=${label}
      aria-current=${current ? 'true' : nothing}
      data-guild-id=${guildId ?? 'direct'}
      @click=${() => this.app.openGuild(guildId)}
    ><span class="server-face">${face}</span>${mark.mentions > 0 ? html`<span class="badge">${mark.mentions}</span>` : nothing}</button>`;
  }

  #mark(belongs: (guildId: string | undefined) => boolean): Mark {
    const { directory, readMarks } = this.app.session;
    let unread = false;
    let mentions = 0;
    for (const channel of directory.channels.values()) {
      const state = belongs(channel.guild_id) ? readMarks.unread(channel.id) : undefined;
      unread ||= state !== undefined;
      mentions += state?.mentions ?? 0;
    }
    return { unread, mentions };
  }
}

interface Mark {
  readonly unread: boolean;
  readonly mentions: number;
}

function initials(guild: Guild): string {
  return guild.name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 3);
}

customElements.define('server-rail', ServerRail);
