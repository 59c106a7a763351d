import { BoundedMap } from '../../operations/bounded-map.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { PlacesShown } from '../presenter.ts';
import type { BasicCall } from '../types.ts';
import { CaptionPlaces, type CaptionPlacesParts, type CaptionSentences } from './caption-places.ts';
import { HiddenLines } from './hidden-lines.ts';

/** A line of any kind of call. */
export interface CaptionLine {
  readonly id: string;
  readonly final: boolean;
  /** Who it's about left before it was final. */
  readonly isWithdrawn?: boolean;
}

/** A line that's kept for the end. */
export interface KeptLine<Line> {
  line: Line;
  /** Its speaker, or the person it answers, has left since. It isn't told to anyone else. */
  isWithdrawn: boolean;
}

/** What differs between kinds of captions. */
export interface CaptionsKind<Line, Part extends string>
  extends Pick<CaptionPlacesParts<Line, Part>, 'partOf' | 'partName' | 'reading' | 'presenter'> {
  readonly sentences: (words: Words) => CaptionSentences;
  /** Each part has a thread, which a voice channel's chat can't have. */
  readonly isApart: boolean;
  /** `at-once`: the thread is there before anyone speaks. `off`: lines are only kept. */
  readonly opens: 'at-once' | 'with-lines' | 'off';
  /** The person who says it, or who's answered. */
  readonly about: (line: Line) => string | undefined;
  /** Nothing of it is left. */
  readonly isBlank: (line: Line) => boolean;
  /** Lines are kept for the end. */
  readonly keeps: boolean;
  /**
   * What stays behind.
   * @param where the text channel of the captions, and the channel with everything, if there's one
   */
  readonly leave: (
    lines: readonly KeptLine<Line>[],
    nameOf: (userId: string) => string,
    where: { readonly home: string; readonly only: string | undefined },
  ) => Promise<void>;
}

/** What every kind of captions is made of. */
export interface CallCaptionsParts<Line>
  extends Pick<
    CaptionPlacesParts<Line, string>,
    'people' | 'onPage' | 'messenger' | 'clock' | 'pace' | 'log'
  > {
  readonly call: Pick<BasicCall, 'request' | 'channelId' | 'onChange' | 'onLeave'> & {
    onLine(listener: (line: Line) => void): () => void;
  };
  /** Whether people who can't see that voice channel could read that text channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
}

/** Lines that are kept for the end. Older ones are only on the pages. */
const mostLines = 20_000;

/**
 * What's said in a call, on pages that grow while people speak, and what stays behind at the end. The bot keeps none of
 * it. It pauses while people who can't see the voice channel could read along.
 */
export class CallCaptions<Line extends CaptionLine, Part extends string> {
  readonly #parts: CallCaptionsParts<Line>;
  readonly #kind: CaptionsKind<Line, Part>;
  readonly #sentences: CaptionSentences;
  readonly #places: CaptionPlaces<Line, Part>;
  readonly #hidden: HiddenLines;
  readonly #stops: readonly (() => void)[];
  /** Lines that may still change. */
  readonly #growing = new Set<string>();
  readonly #kept = new BoundedMap<string, KeptLine<Line>>(mostLines);
  readonly #names = new Map<string, string>();
  #notes = 0;

  constructor(parts: CallCaptionsParts<Line>, kind: CaptionsKind<Line, Part>) {
    const { call, exposes } = parts;
    const { request } = call;
    const words = wordsFor(request.publicLocale);
    const sentences = kind.sentences(words);
    const { textChannelId, panelChannelId } = request;
    this.#parts = parts;
    this.#kind = kind;
    this.#sentences = sentences;
    this.#places = new CaptionPlaces({
      ...{ ...parts, ...kind, request, sentences },
      home: kind.isApart ? textChannelId : panelChannelId,
    });
    this.#hidden = new HiddenLines({
      ...parts,
      exposes: (voiceChannelId) => exposes(request.guildId, this.#places.channelId, voiceChannelId),
      onHidden: (channelId) => {
        for (const lineId of this.#growing) this.#hidden.keepOut(lineId);
        this.#note(sentences.paused(channelId));
      },
      onShown: () => this.#note(sentences.resumed),
    });
    this.#stops = [
      call.onLine((line) => this.#take(line)),
      call.onChange(() => void this.#hidden.look()),
      call.onLeave((userId) => this.#withdraw(userId)),
    ];
  }

  get places(): PlacesShown {
    return { ...this.#places.shown, isPaused: this.#hidden.look() };
  }

  /** Called when the places have changed. */
  onPlaces(listener: () => void): void {
    this.#places.onChange(listener);
  }

  /** Never rejects. */
  async open(): Promise<void> {
    const isHidden = this.#hidden.look();
    if (this.#kind.opens !== 'at-once') return;
    const opening = this.#places.open();
    const { call } = this.#parts;
    if (isHidden) this.#note(this.#sentences.paused(call.channelId));
    await opening;
  }

  /** Goes on in the text channel, because a thread is closed. */
  bringHere(): void {
    this.#places.bringHere();
  }

  /** Shows the last lines and leaves behind what's wanted. Never rejects. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#places.settled();
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    const nameOf = (userId: string) => this.#names.get(userId) ?? userId;
    const { channelId: home, only } = this.#places;
    await this.#kind.leave(kept, nameOf, { home, only }).catch((error: unknown) => {
      const { reference } = this.#parts.call.request;
      this.#parts.log.warn({ err: error, reference }, "couldn't post what stays of a call");
    });
  }

  #take(line: Line): void {
    const isHidden = this.#hidden.has(line);
    if (line.final) this.#growing.delete(line.id);
    else this.#growing.add(line.id);
    // What's taken back disappears everywhere.
    if (isHidden && !this.#kind.isBlank(line)) return;
    this.#keep(line);
    if (this.#kind.opens !== 'off') this.#places.put(line);
  }

  #keep(line: Line): void {
    const { keeps, about, isBlank } = this.#kind;
    const { call, people } = this.#parts;
    if (!keeps) return;
    const { id, isWithdrawn = false } = line;
    const known = this.#kept.get(id);
    if (isBlank(line)) this.#kept.delete(id);
    else if (known) {
      known.line = line;
      known.isWithdrawn ||= isWithdrawn;
    } else this.#kept.set(id, { line, isWithdrawn });
    const userId = about(line);
    const name = userId && people.nameOf(call.request.guildId, userId);
    if (userId !== undefined && name) this.#names.set(userId, name);
  }

  /** They left: what they said and were answered stays where it is, but is told to nobody else. */
  #withdraw(userId: string): void {
    for (const kept of this.#kept.values()) kept.isWithdrawn ||= this.#kind.about(kept.line) === userId;
  }

  #note(note: string): void {
    this.#notes += 1;
    this.#places.note(`note ${this.#notes}`, note);
  }
}
