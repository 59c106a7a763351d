import type { Tenants } from './tenants.ts';
import type { NoticePlace, RoomState, VoiceNotice } from './types.ts';

type Say = (place: NoticePlace, notice: VoiceNotice) => void;
type Places = Pick<Tenants, 'places' | 'hearingPlaces' | 'answered'>;

/** A connection that is resumed or rebuilt at the first attempt is back before anyone could read that it was gone. */
const lostFromAttempt = 2;

/** Something that is wrong with a room: said once in each place that it concerns, and its end there, too. */
class Trouble {
  readonly #say: Say;
  readonly #end: VoiceNotice;
  /** By channel. */
  readonly #told = new Map<string, VoiceNotice>();

  /** @param end what is said when it is over */
  constructor(end: VoiceNotice, say: Say) {
    this.#end = end;
    this.#say = say;
  }

  /** @param answered channels in which people are being told by another way */
  note(notice: VoiceNotice, places: readonly NoticePlace[], answered: ReadonlySet<string> = new Set()): void {
    for (const place of places) {
      if (this.#told.get(place.channelId) === notice || place.shows?.({ notice })) continue;
      this.#told.set(place.channelId, notice);
      if (!answered.has(place.channelId)) this.#say(place, notice);
    }
  }

  over(places: readonly NoticePlace[]): void {
    for (const place of places) if (this.#told.has(place.channelId)) this.#say(place, this.#end);
    this.#told.clear();
  }
}

/** Everything that can be wrong with a room while it goes on, told to those whom it concerns. */
export class RoomTroubles {
  readonly #tenants: Places;
  readonly #unheard: Trouble;
  readonly #deafened: Trouble;
  readonly #unintelligible: Trouble;
  /** By the server. */
  #isDeafened = false;

  constructor(tenants: Places, say: Say) {
    this.#tenants = tenants;
    this.#unheard = new Trouble('heard-again', say);
    this.#deafened = new Trouble('hears-again', say);
    this.#unintelligible = new Trouble('hears-again', say);
  }

  /** People who wait to be heard are told by a refusal, everybody else by a notice. */
  stateChanged(state: RoomState, lacksSpeak: boolean): void {
    const trouble = troubleOf(state, lacksSpeak);
    if (state.is === 'ready') this.#unheard.over(this.#tenants.places());
    else if (trouble) this.#unheard.note(trouble, this.#tenants.places(), this.#tenants.answered);
  }

  /** By the server. A feature that hears nobody was never expected to. */
  deafened(deafened: boolean): void {
    this.#isDeafened = deafened;
    if (deafened) this.#deafened.note('deafened', this.#tenants.hearingPlaces);
    else this.#deafened.over(this.#tenants.places());
  }

  /** Another feature may hear people by now. */
  hearingChanged(): void {
    if (this.#isDeafened) this.deafened(true);
  }

  unintelligible(is: boolean): void {
    if (is) this.#unintelligible.note('unintelligible', this.#tenants.hearingPlaces);
    else this.#unintelligible.over(this.#tenants.places());
  }
}

/** What keeps a room in that state from being heard; undefined: nothing to tell people. */
function troubleOf(state: RoomState, lacksSpeak: boolean): VoiceNotice | undefined {
  if (state.is === 'muted') return lacksSpeak ? 'speak-missing' : 'muted';
  if (state.is === 'suppressed') return 'suppressed';
  return state.is === 'lost' && state.attempt >= lostFromAttempt ? 'lost' : undefined;
}
