import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatSession } from '../client/chat-session.ts';
import { pageWords } from '../words/current.ts';

/** What keeps this person from being heard or from hearing, in words. */
export function renderCallTrouble({
  call,
  voiceStates,
  person,
}: ChatSession): TemplateResult | typeof nothing {
  const state = voiceStates.find(call.place?.guildId, person.id);
  const words = [
    ...(call.microphoneTrouble ? [call.microphoneTrouble] : []),
    ...(state?.mute ? [pageWords().voice.youAreMuted] : []),
    ...(state?.deaf ? [pageWords().voice.youAreDeafened] : []),
    ...(state?.suppress ? [pageWords().voice.onlyListen] : []),
  ];
  return words.length > 0 ? html`<p class="voice-trouble" role="alert">${words.join(' ')}</p>` : nothing;
}
