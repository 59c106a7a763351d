import type { RoomState } from '../voice/room/types.ts';
import type { SpeechObstacleWord } from './words/en.ts';

/** What keeps a room from being heard, by its state. */
export function obstacleOf(state: RoomState): SpeechObstacleWord | undefined {
  if (state.is === 'muted' || state.is === 'suppressed') return state.is;
  return state.is === 'lost' || state.is === 'moved' ? 'lost' : undefined;
}

export const speechColours = { speaking: 0x5865f2, failed: 0xf23f43, hindered: 0xf0b232 };
