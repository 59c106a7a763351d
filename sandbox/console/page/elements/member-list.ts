import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { avatarUrl } from '../drawing/avatar.ts';
import { memberGroups } from '../store/member-groups.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { menuAt } from './menu-opening.ts';

/** Who is in the server, by their highest role that's listed separately. */
export class MemberList extends AppElement {
  protected override render(): TemplateResult {
    const { app } = this;
    const { directory } = app.session;
    const groups = memberGroups(directory, app.guildId);
    return html`<aside class="members" aria-label=${pageWords().page.members}>
      ${groups.map(
        (group) => html`<section>
          <h2>${group.name} — ${group.members.length}</h2>
          <ul role="list" aria-label=${group.name}>
            ${group.members.map(
              ({ user }) => html`<li><button
                type="button"
                class="member"
                data-user-id=${user.id}
                aria-haspopup="menu"
                @click=${(event: MouseEvent) => app.openMenu(menuAt(event, { kind: 'user', user }))}
                @contextmenu=${(event: MouseEvent) => {
                  event.preventDefault();
                  app.openMenu(menuAt(event, { kind: 'user', user }));
                }}
              >
                <img class="avatar small" src=${avatarUrl(app.discordUrl, user)} alt="" />
                <span style=${styleMap({ color: app.colourOf(user.id, app.guildId) })}>${directory.nameOf(user, app.guildId)}</span>
                ${user.bot ? html`<span class="app-tag">${pageWords().messages.app}</span>` : ''}
              </button></li>`,
            )}
          </ul>
        </section>`,
      )}
    </aside>`;
  }
}

customElements.define('member-list', MemberList);
