import type { VoiceNotice } from '../words/voice-words.ts';
import type { NoticePlace, RoomState } from './types.ts';

/** A connection that is resumed or rebuilt at the first attempt is back before anybody could read that it was away. */
const lostFromAttempt = 2;

/** Sees to it that what is wrong with a room is said once in each place that it concerns, and its end there, too. */
export class Trouble {
  readonly #say: (place: NoticePlace, notice: VoiceNotice) => void;
  readonly #end: VoiceNotice;
  /** By channel. */
  readonly #told = new Map<string, VoiceNotice>();

  /** @param end what is said when it is over */
  constructor(end: VoiceNotice, say: (place: NoticePlace, notice: VoiceNotice) => void) {
    this.#end = end;
    this.#say = say;
  }

  /** @param answered channels in which people are being told by another way */
  note(notice: VoiceNotice, places: readonly NoticePlace[], answered: ReadonlySet<string> = new Set()): void {
    for (const place of places) {
      if (this.#told.get(place.channelId) === notice) continue;
      this.#told.set(place.channelId, notice);
      if (!answered.has(place.channelId)) this.#say(place, notice);
    }
  }

  over(places: readonly NoticePlace[]): void {
    for (const place of places) if (this.#told.has(place.channelId)) this.#say(place, this.#end);
    this.#told.clear();
  }
}

/** What keeps a room in that state from being heard; undefined: nothing that anybody should be told. */
export function troubleOf(state: RoomState, lacksSpeak: boolean): VoiceNotice | undefined {
  if (state.is === 'muted') return lacksSpeak ? 'speak-missing' : 'muted';
  if (state.is === 'suppressed') return 'suppressed';
  return state.is === 'lost' && state.attempt >= lostFromAttempt ? 'lost' : undefined;
}
