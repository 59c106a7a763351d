import type { APIButtonComponent } from 'discord.js';
import type { Logger } from 'pino';
import type { ChannelPace } from '../../discord/channel-pace.ts';
import { button, buttonRow, container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import { languageOf } from '../../language/languages.ts';
import type { Clock } from '../../operations/clock.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { CallPresenter, PlacesShown } from '../presenter.ts';
import type { CallBasics } from '../types.ts';
import type { VoicePeople } from '../voice-people.ts';
import type { Sentence } from './page.ts';
import { Pages } from './pages.ts';
import { threadName } from './thread-name.ts';

/** How a line reads on one kind of page; undefined if it isn't for people who read that. */
export type Reading<Line> = (line: Line) => Sentence | undefined;

/** What a kind of call says about its captions. */
export interface CaptionSentences {
  /** What threads are called, in front of the room and the time. */
  readonly title: string;
  /** @param part what these pages are for, such as a language */
  readonly opened: (channelId: string, part: string | undefined) => string;
  /** No thread could be opened. */
  readonly failed: string;
  /** Nothing can be written there any more. */
  readonly closed: (threadId: string) => string;
  readonly paused: (channelId: string) => string;
  readonly resumed: string;
}

export interface CaptionPlacesParts<Line, Part extends string> {
  readonly request: CallBasics;
  /** The text channel that they're in, or in threads of. */
  readonly home: string;
  readonly presenter: Pick<CallPresenter, 'route' | 'sentences'>;
  readonly sentences: CaptionSentences;
  /** The part with a thread of its own that a line belongs to; undefined if there's one thread for everything. */
  readonly partOf: (line: Line) => Part | undefined;
  readonly partName: (part: Part) => string;
  readonly reading: (part: Part | undefined) => Reading<Line>;
  readonly people: Pick<VoicePeople, 'nameOf' | 'roomName'>;
  /** A page begins at the end of that channel. */
  readonly onPage?: ((channelId: string) => void) | undefined;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly pace?: ChannelPace | undefined;
  readonly log: Logger;
}

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
function hereButton(
  { route, sentences }: Pick<CallPresenter, 'route' | 'sentences'>,
  callId: string,
  words: Words,
): APIButtonComponent {
  return button('secondary', sentences(words).buttons.here, route, 'here', callId);
}

interface Place<Line> {
  readonly pages: Pages;
  readonly read: Reading<Line>;
  /** Resolves when its channel is known, or there's none. */
  readonly opening: Promise<void>;
  channelId?: string;
  isShut: boolean;
}

const everything = 'everything';
/** Where the call was asked for, once a place is closed. */
const here = 'here';

/**
 * Where captions are written: a thread for everything, or one for each part with its first line. In the chat of the voice
 * channel, which has no threads, they're in the chat itself.
 */
export class CaptionPlaces<Line, Part extends string> {
  readonly #parts: CaptionPlacesParts<Line, Part>;
  readonly #places = new Map<string, Place<Line>>();
  readonly #listeners = new Set<() => void>();
  #isTold = false;

  constructor(parts: CaptionPlacesParts<Line, Part>) {
    this.#parts = parts;
  }

  get shown(): Omit<PlacesShown, 'isPaused'> {
    const places = [...this.#places.values()];
    const open = places.filter(({ isShut }) => !isShut).map(({ channelId }) => channelId);
    return {
      // A voice channel's chat has no threads.
      threads: open.filter((id) => id !== undefined).filter((id) => id !== this.channelId),
      isShut: places.some(({ isShut }) => isShut) && !this.#places.has(here),
    };
  }

  /** The text channel that they're in, or in threads of. */
  get channelId(): string {
    const { home, request } = this.#parts;
    return this.#places.has(here) ? request.textChannelId : home;
  }

  /** The channel with everything, if there's one. */
  get only(): string | undefined {
    const { isShut, channelId } = this.#places.get(here) ?? this.#places.get(everything) ?? {};
    return isShut ? undefined : channelId;
  }

  /** Called when what's shown of them has changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Opens the thread for everything. Never rejects. */
  async open(): Promise<void> {
    await this.#placeOf(undefined).opening;
  }

  put(line: Line): void {
    const { pages, read } = this.#placeOf(this.#parts.partOf(line));
    const sentence = read(line);
    if (sentence) pages.put(sentence);
  }

  /** Goes on where the call was asked for, because a place is closed. */
  bringHere(): void {
    if (this.shown.isShut) this.#open(here, undefined);
  }

  /** On all pages, so readers know why nothing appears. */
  note(id: string, note: string): void {
    for (const { pages, isShut } of this.#places.values())
      if (!isShut) pages.put({ id, speaker: '', below: [], note });
  }

  /** Resolves when every page is up to date, or can't be. Never rejects. */
  async settled(): Promise<void> {
    const places = [...this.#places.values()];
    await Promise.all(places.map(({ opening }) => opening));
    await Promise.all(places.map(({ pages }) => pages.settled()));
  }

  #placeOf(part: Part | undefined): Place<Line> {
    const key = part ?? everything;
    return this.#places.get(here) ?? this.#places.get(key) ?? this.#open(key, part);
  }

  #open(key: string, part: Part | undefined): Place<Line> {
    const { request, sentences, reading, partName, messenger, clock, pace, log, onPage } = this.#parts;
    const opened = Promise.withResolvers<void>();
    const name = part === undefined ? undefined : partName(part);
    const place: Place<Line> = {
      pages: new Pages({
        id: `${request.id.slice(-12)}${'abcdefghijklmnopqrstuvwxyz'[this.#places.size] ?? 'z'}`,
        head: sentences.opened(request.voiceChannelId, name),
        messenger,
        clock,
        pace,
        log,
        tell: (event) => {
          if (event.is === 'closed') this.#shut(place, event.error);
          else if (place.channelId !== undefined) onPage?.(place.channelId);
        },
      }),
      read: reading(part),
      opening: opened.promise,
      isShut: false,
    };
    this.#places.set(key, place);
    void this.#openThread(place, key, name).then(opened.resolve);
    return place;
  }

  /** Never rejects. */
  async #openThread(place: Place<Line>, key: string, part: string | undefined): Promise<void> {
    const { request, sentences, messenger, clock, people } = this.#parts;
    const { guildId, voiceChannelId, publicLocale } = request;
    const { channelId: home } = this;
    const names = { title: sentences.title, room: people.roomName(guildId, voiceChannelId), part };
    try {
      const thread =
        key === here || home === voiceChannelId
          ? { channelId: home }
          : await messenger.createThread(home, threadName(names, clock.now(), languageOf(publicLocale)));
      place.channelId = thread.channelId;
      place.pages.openIn(thread.channelId);
      this.#changed();
    } catch (error) {
      this.#shut(place, error);
    }
  }

  #shut(place: Place<Line>, error: unknown): void {
    const { request, sentences, log } = this.#parts;
    log.info({ err: error, reference: request.reference }, 'a place for captions is closed');
    place.isShut = true;
    this.#changed();
    if (this.#isTold) return;
    this.#isTold = true;
    const { channelId } = place;
    void this.#tell(channelId === undefined ? sentences.failed : sentences.closed(channelId));
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Once, where the call was asked for. The call goes on. Never rejects. */
  async #tell(sentence: string): Promise<void> {
    const { request, presenter, messenger, log } = this.#parts;
    const { id, textChannelId, publicLocale, reference } = request;
    const more = buttonRow([hereButton(presenter, id, wordsFor(publicLocale))]);
    const body = { components: [container([text(sentence), ...more])], silent: true };
    await messenger.post(textChannelId, body, `k${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell a channel that captions ended");
    });
  }
}
