import type { APIButtonComponent } from 'discord.js';
import { button } from '../../discord/layout.ts';
import type { PlacesShown } from './caption-places.ts';

/** What a kind of call calls its buttons for captions. */
export interface CaptionButtons {
  /** Goes on in the text channel. */
  readonly here: string;
  /** Opens a private page, if the call has those. */
  readonly mine?: string;
}

/** Where people read along, for a panel. */
export function captionLinks(places: PlacesShown | undefined): readonly string[] {
  if (!places || places.threads.length === 0) return [];
  return [`-# 💬 ${places.threads.map((id) => `<#${id}>`).join(' · ')}`];
}

export function captionButtons(
  places: PlacesShown | undefined,
  route: string,
  callId: string,
  { here, mine }: CaptionButtons,
): APIButtonComponent[] {
  return [
    ...(mine === undefined ? [] : [button('secondary', mine, route, 'mine', callId)]),
    ...(places?.isShut ? [button('secondary', here, route, 'here', callId)] : []),
  ];
}
