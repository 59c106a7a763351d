import type { APIButtonComponent } from 'discord.js';
import { button } from '../../discord/layout.ts';
import type { CallPresenter } from '../presenter.ts';
import type { PlacesShown } from './caption-places.ts';

/** Where people read along, for a panel. */
export function captionLinks(places: PlacesShown | undefined): readonly string[] {
  if (!places || places.threads.length === 0) return [];
  return [`-# 💬 ${places.threads.map((id) => `<#${id}>`).join(' · ')}`];
}

export function captionButtons(
  places: PlacesShown | undefined,
  route: CallPresenter['route'],
  callId: string,
  { here, mine }: { readonly here: string; readonly mine: string },
): APIButtonComponent[] {
  return [
    button('secondary', mine, route, 'mine', callId),
    ...(places?.isShut ? [hereButton(here, route, callId)] : []),
  ];
}

/** Goes on where the call was asked for. */
export function hereButton(label: string, route: CallPresenter['route'], callId: string): APIButtonComponent {
  return button('secondary', label, route, 'here', callId);
}
