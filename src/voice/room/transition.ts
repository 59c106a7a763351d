import type { OwnPlace, VoicePlace } from './presence.ts';
import type { RoomEnd, RoomState } from './types.ts';

/** What keeps people from hearing the bot although it's connected. */
export type Hush =
  | { readonly is: 'none' }
  | { readonly is: 'muted' }
  | { readonly is: 'suppressed'; readonly handRaised: boolean };

/** The same, from Discord's data about the bot's place. */
export function hushOf(own: OwnPlace, place: VoicePlace): Hush {
  if (own.muted) return { is: 'muted' };
  if (place.kind === 'stage')
    return own.suppressed ? { is: 'suppressed', handRaised: own.handRaised } : { is: 'none' };
  return own.suppressed || !place.may('Speak') ? { is: 'muted' } : { is: 'none' };
}

/** Everything that can happen to a room. If an event doesn't fit the state, it's late and changes nothing. */
export type RoomEvent =
  /** The connection carries audio, encrypted. */
  | { readonly type: 'connected'; readonly hush: Hush }
  /** The connection doesn't carry audio any more; it's being resumed (attempt 0) or rebuilt. */
  | { readonly type: 'down'; readonly attempt: number }
  | { readonly type: 'moved'; readonly channelId: string }
  | { readonly type: 'hushed'; readonly hush: Hush }
  | { readonly type: 'leave'; readonly end: RoomEnd }
  /** Everything that the room held is released. */
  | { readonly type: 'gone' };

/** The state after `event`, or the very same object if nothing changes. */
export function transition(state: RoomState, event: RoomEvent): RoomState {
  if (state.is === 'left') return state;
  const { channelId } = state;
  if (state.is === 'leaving')
    return event.type === 'gone' ? { is: 'left', channelId, end: state.end } : state;
  switch (event.type) {
    case 'leave':
      return { is: 'leaving', channelId, end: event.end };
    case 'moved':
      return moved(state, event.channelId);
    case 'down':
      return down(state, event.attempt);
    case 'connected':
      return isWaiting(state) ? heard(channelId, event.hush) : state;
    case 'hushed':
      return isWaiting(state) ? state : sameOr(state, heard(channelId, event.hush));
    case 'gone':
      return state;
  }
}

type Waiting = Extract<RoomState, { readonly is: 'joining' | 'moved' | 'lost' }>;
type Present = Exclude<RoomState, { readonly is: 'leaving' | 'left' }>;

/** Without a connection that carries audio. */
function isWaiting(state: RoomState): state is Waiting {
  return state.is === 'joining' || state.is === 'moved' || state.is === 'lost';
}

function moved(state: Present, channelId: string): RoomState {
  if (state.channelId === channelId) return state;
  if (state.is === 'joining' || state.is === 'lost') return { ...state, channelId };
  return { is: 'moved', channelId, from: state.channelId };
}

function down(state: Present, attempt: number): RoomState {
  const { channelId } = state;
  // A move brings its own new connection. Only if that fails, too, is something lost.
  if (attempt === 0 && isWaiting(state)) return state;
  if (state.is === 'joining') return sameOr(state, { is: 'joining', channelId, attempt });
  return sameOr(state, { is: 'lost', channelId, attempt });
}

function heard(channelId: string, hush: Hush): RoomState {
  switch (hush.is) {
    case 'none':
      return { is: 'ready', channelId };
    case 'muted':
      return { is: 'muted', channelId };
    case 'suppressed':
      return { is: 'suppressed', channelId, handRaised: hush.handRaised };
  }
}

function sameOr(state: RoomState, next: RoomState): RoomState {
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}
