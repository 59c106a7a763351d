import type { Tenants } from './tenants.ts';
import type { NoticePlace, RoomState, VoiceNotice } from './types.ts';

type Say = (place: NoticePlace, notice: VoiceNotice) => void;
type Places = Pick<Tenants, 'places' | 'hearingPlaces' | 'answered' | 'heardAgain' | 'goesOn'>;

/** A connection that's resumed or rebuilt at the first attempt is back before anyone could read about it. */
const lostFromAttempt = 2;

/** Something that's wrong with a room. It's posted once in each place it concerns, and so is its end. */
class Trouble {
  readonly #say: Say;
  readonly #end: (channelId: string) => VoiceNotice;
  /** By channel. */
  readonly #told = new Map<string, VoiceNotice>();

  /** @param end what to post when it's over */
  constructor(end: (channelId: string) => VoiceNotice, say: Say) {
    this.#end = end;
    this.#say = say;
  }

  /**
   * @param answered channels where people are told another way
   * @param as how it's said in a channel
   */
  note(
    notice: VoiceNotice,
    places: readonly NoticePlace[],
    answered: ReadonlySet<string> = new Set(),
    as: (channelId: string) => VoiceNotice = () => notice,
  ): void {
    for (const place of places) {
      if (this.#told.get(place.channelId) === notice || place.shows?.({ notice })) continue;
      this.#told.set(place.channelId, notice);
      if (!answered.has(place.channelId)) this.#say(place, as(place.channelId));
    }
  }

  over(places: readonly NoticePlace[]): void {
    for (const place of places)
      if (this.#told.has(place.channelId)) this.#say(place, this.#end(place.channelId));
    this.#told.clear();
  }
}

/** Everything that can go wrong with a room, and who's told about it. */
export class RoomTroubles {
  readonly #tenants: Places;
  readonly #unheard: Trouble;
  readonly #deafened: Trouble;
  readonly #unintelligible: Trouble;
  /** By the server. */
  #isDeafened = false;

  constructor(tenants: Places, say: Say) {
    this.#tenants = tenants;
    this.#unheard = new Trouble((channelId) => tenants.heardAgain(channelId), say);
    this.#deafened = new Trouble(() => 'hears-again', say);
    this.#unintelligible = new Trouble(() => 'hears-again', say);
  }

  /** A refusal tells people who wait to be heard; a notice tells everybody else. */
  stateChanged(state: RoomState, lacksSpeak: boolean): void {
    const trouble = troubleOf(state, lacksSpeak);
    if (state.is === 'ready') this.#unheard.over(this.#tenants.places());
    else if (trouble) {
      // "I'll pick up where I left off" is only said if something is left.
      const as = (id: string) => (trouble === 'lost' && this.#tenants.goesOn(id) ? 'lost-midway' : trouble);
      this.#unheard.note(trouble, this.#tenants.places(), this.#tenants.answered, as);
    }
  }

  /** By the server. If a feature hears nobody, nobody expects it to. */
  deafened(deafened: boolean): void {
    this.#isDeafened = deafened;
    if (deafened) this.#deafened.note('deafened', this.#tenants.hearingPlaces);
    else this.#deafened.over(this.#tenants.places());
  }

  /** Another feature may hear people now. */
  hearingChanged(): void {
    if (this.#isDeafened) this.deafened(true);
  }

  unintelligible(is: boolean): void {
    if (is) this.#unintelligible.note('unintelligible', this.#tenants.hearingPlaces);
    else this.#unintelligible.over(this.#tenants.places());
  }
}

/** What keeps people from hearing a room in that state; undefined: nothing to tell them. */
function troubleOf(state: RoomState, lacksSpeak: boolean): VoiceNotice | undefined {
  if (state.is === 'muted') return lacksSpeak ? 'speak-missing' : 'muted';
  if (state.is === 'suppressed') return 'suppressed';
  return state.is === 'lost' && state.attempt >= lostFromAttempt ? 'lost' : undefined;
}
