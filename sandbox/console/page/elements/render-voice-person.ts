import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { avatarUrl } from '../drawing/avatar.ts';
import type { VoiceState } from '../wire/voice.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';
import { menuAt } from './menu-opening.ts';

/** Someone in a voice channel: picture with a ring while they speak, name, and what they cannot do. */
export function renderVoicePerson(app: ChatApp, state: VoiceState, look: 'row' | 'tile'): TemplateResult {
  const { directory, call } = app.session;
  const user = directory.users.get(state.user_id) ?? { id: state.user_id, username: 'someone' };
  const name = directory.nameOf(user, state.guild_id);
  const speaking = call.isSpeaking(user.id);
  const marks = marksOf(state);
  const label = [
    name,
    ...(user.bot ? [pageWords().voice.bot.toLowerCase()] : []),
    ...(speaking ? [pageWords().voice.speaking] : []),
    ...marks,
  ].join(', ');
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    app.openMenu(menuAt(event, { kind: 'user', user }));
  };
  return html`<li><button
    type="button"
    class="voice-person ${look} ${speaking ? 'speaking' : ''}"
    data-voice-user=${user.id}
    aria-label=${label}
    aria-haspopup="menu"
    @click=${openMenu}
    @contextmenu=${openMenu}
  >
    <img class="avatar ${look === 'row' ? 'small' : ''}" src=${avatarUrl(app.discordUrl, user)} alt="" />
    <span class="voice-name">${name}</span>
    ${user.bot ? html`<span class="app-tag">${pageWords().voice.bot}</span>` : nothing}
    <span class="voice-marks">
      ${state.request_to_speak_timestamp && state.suppress ? icons.hand() : nothing}
      ${state.mute || state.self_mute || state.suppress ? html`<span class=${state.mute ? 'by-moderator' : ''}>${icons.micOff()}</span>` : nothing}
      ${state.deaf || state.self_deaf ? html`<span class=${state.deaf ? 'by-moderator' : ''}>${icons.headphonesOff()}</span>` : nothing}
    </span>
  </button></li>`;
}

function marksOf(state: VoiceState): readonly string[] {
  return [
    ...(state.suppress ? [pageWords().voice.cannotSpeak] : []),
    ...(state.suppress && state.request_to_speak_timestamp ? [pageWords().voice.handRaised] : []),
    ...(state.mute ? [pageWords().voice.mutedByModerator] : state.self_mute ? [pageWords().voice.muted] : []),
    ...(state.deaf
      ? [pageWords().voice.deafenedByModerator]
      : state.self_deaf
        ? [pageWords().voice.deafened]
        : []),
  ];
}
