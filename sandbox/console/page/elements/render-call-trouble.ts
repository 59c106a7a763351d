import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatSession } from '../client/chat-session.ts';

/** What keeps this person from being heard or from hearing, in words. */
export function renderCallTrouble({
  call,
  voiceStates,
  person,
}: ChatSession): TemplateResult | typeof nothing {
  const state = voiceStates.find(call.place?.guildId, person.id);
  const words = [
    ...(call.microphoneTrouble ? [call.microphoneTrouble] : []),
    ...(state?.mute ? ['A moderator has muted you.'] : []),
    ...(state?.deaf ? ['A moderator has deafened you.'] : []),
    ...(state?.suppress ? ["You can listen here, but you can't speak."] : []),
  ];
  return words.length > 0 ? html`<p class="voice-trouble" role="alert">${words.join(' ')}</p>` : nothing;
}
