import type { APIButtonComponent } from 'discord.js';
import { button } from '../../discord/layout.ts';
import type { Words } from '../../words/index.ts';
import type { CallPresenter, PlacesShown } from '../presenter.ts';

/** The threads, for a panel. */
export function captionLinks(places: PlacesShown | undefined): readonly string[] {
  return places?.threads.length ? [`-# 💬 ${places.threads.map((id) => `<#${id}>`).join(' · ')}`] : [];
}

/** What people press on a panel to read along. */
export function captionButtons(
  places: PlacesShown | undefined,
  presenter: Pick<CallPresenter, 'route' | 'sentences'>,
  callId: string,
  words: Words,
): readonly APIButtonComponent[] {
  return [
    button('secondary', words.call.buttons.mine, presenter.route, 'mine', callId),
    ...(places?.isShut ? [hereButton(presenter, callId, words)] : []),
  ];
}

/** Goes on where the call was asked for. */
export function hereButton(
  { route, sentences }: Pick<CallPresenter, 'route' | 'sentences'>,
  callId: string,
  words: Words,
): APIButtonComponent {
  return button('secondary', sentences(words).buttons.here, route, 'here', callId);
}
