import type { VoiceNotice } from '../words/voice-words.ts';
import type { RoomState } from './types.ts';

type Trouble = Extract<VoiceNotice, 'muted' | 'speak-missing' | 'suppressed' | 'lost'>;

/** A connection that is resumed or rebuilt at the first attempt is back before anybody could read that it was away. */
const lostFromAttempt = 2;

/** Sees to it that everything which makes a room unheard is said, once, and its end, too. */
export class RoomTrouble {
  readonly #say: (notice: VoiceNotice) => void;
  #told: Trouble | undefined;

  constructor(say: (notice: VoiceNotice) => void) {
    this.#say = say;
  }

  /** @param answered whether somebody is being told by another way */
  note(state: RoomState, lacksSpeak: boolean, answered: boolean): void {
    if (state.is === 'ready') {
      if (this.#told) this.#say('heard-again');
      this.#told = undefined;
      return;
    }
    const trouble = troubleOf(state, lacksSpeak);
    if (!trouble || trouble === this.#told) return;
    this.#told = trouble;
    if (!answered) this.#say(trouble);
  }
}

function troubleOf(state: RoomState, lacksSpeak: boolean): Trouble | undefined {
  if (state.is === 'muted') return lacksSpeak ? 'speak-missing' : 'muted';
  if (state.is === 'suppressed') return 'suppressed';
  return state.is === 'lost' && state.attempt >= lostFromAttempt ? 'lost' : undefined;
}
