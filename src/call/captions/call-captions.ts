import type { Logger } from 'pino';
import type { ChannelPace } from '../../discord/channel-pace.ts';
import { buttonRow, container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import { languageOf } from '../../language/languages.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { CallPresenter, PlacesShown } from '../presenter.ts';
import type { BasicCall } from '../types.ts';
import type { VoicePeople } from '../voice-people.ts';
import { hereButton } from './caption-controls.ts';
import { HiddenLines } from './hidden-lines.ts';
import { Pages, type PagesEvent, type Reading } from './pages.ts';
import { threadName } from './thread-name.ts';

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

/** What a kind of call says about its captions. */
interface CaptionSentences {
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

/** What differs between kinds of captions. */
export interface CaptionsKind<Line, Part extends string> {
  readonly presenter: Pick<CallPresenter, 'route' | 'sentences'>;
  readonly sentences: (words: Words) => CaptionSentences;
  /** Each part has a thread, which a voice channel's chat can't have. */
  readonly isApart: boolean;
  /** `at-once`: the thread is there before anyone speaks. `off`: lines are only kept. */
  readonly opens: 'at-once' | 'with-lines' | 'off';
  /** The part with a thread of its own that a line belongs to; undefined if there's one thread for everything. */
  readonly partOf: (line: Line) => Part | undefined;
  readonly partName: (part: Part) => string;
  readonly reading: (part: Part | undefined) => Reading<Line>;
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
export interface CallCaptionsParts<Line> {
  readonly call: Pick<BasicCall<Line>, 'request' | 'channelId' | 'onChange' | 'watch'>;
  /** Whether people who can't see that voice channel could read that text channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  readonly people: Pick<VoicePeople, 'nameOf' | 'roomName'>;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly pace?: ChannelPace | undefined;
  readonly log: Logger;
}

/** `places`: where they are has changed. `page`: one begins at the end of that channel. */
export type CaptionsEvent = { readonly is: 'places' } | { readonly is: 'page'; readonly channelId: string };

/** Lines that are kept for the end. Older ones are only on the pages. */
const mostLines = 20_000;

const everything = 'everything';
/** Where the call was asked for, once a place is closed. */
const here = 'here';

/**
 * What's said in a call, on pages that grow while people speak, and what stays behind at the end: in a thread for
 * everything, or one for each part with its first line. In the chat of the voice channel, which has no threads, they're
 * in the chat itself. The bot keeps none of it. It pauses while people who can't see the voice channel could read along.
 */
export class CallCaptions<Line extends CaptionLine, Part extends string> {
  readonly #parts: CallCaptionsParts<Line>;
  readonly #kind: CaptionsKind<Line, Part>;
  readonly #sentences: CaptionSentences;
  readonly #pages = new Map<string, Pages<Line>>();
  readonly #hidden: HiddenLines;
  readonly #stops: readonly (() => void)[];
  readonly #listeners = new Set<(event: CaptionsEvent) => void>();
  /** Lines that may still change. */
  readonly #growing = new Set<string>();
  readonly #kept = new BoundedMap<string, KeptLine<Line>>(mostLines);
  readonly #names = new Map<string, string>();
  #notes = 0;
  #isTold = false;

  constructor(parts: CallCaptionsParts<Line>, kind: CaptionsKind<Line, Part>) {
    const { call, exposes, clock } = parts;
    const { request } = call;
    const sentences = kind.sentences(wordsFor(request.publicLocale));
    this.#parts = parts;
    this.#kind = kind;
    this.#sentences = sentences;
    this.#hidden = new HiddenLines(
      call,
      clock,
      (voiceChannelId) => exposes(request.guildId, this.#home, voiceChannelId),
      (isHidden) => {
        if (isHidden) for (const lineId of this.#growing) this.#hidden.keepOut(lineId);
        this.#note(isHidden ? sentences.paused(call.channelId) : sentences.resumed);
      },
    );
    this.#stops = [
      call.watch((event) => {
        if (event.is === 'line') this.#take(event.line);
        else if (event.is === 'left') this.#withdraw(event.userId);
      }),
      call.onChange(() => void this.#hidden.look()),
    ];
  }

  get places(): PlacesShown {
    const pages = [...this.#pages.values()];
    const open = pages.filter(({ isShut }) => !isShut).map(({ channelId }) => channelId);
    return {
      // A voice channel's chat has no threads.
      threads: open.filter((id) => id !== undefined).filter((id) => id !== this.#home),
      isShut: pages.some(({ isShut }) => isShut) && !this.#pages.has(here),
      isPaused: this.#hidden.look(),
    };
  }

  watch(listener: (event: CaptionsEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Never rejects. */
  async open(): Promise<void> {
    const isHidden = this.#hidden.look();
    if (this.#kind.opens !== 'at-once') return;
    const { opening } = this.#pagesOf(undefined);
    if (isHidden) this.#note(this.#sentences.paused(this.#parts.call.channelId));
    await opening;
  }

  /** Goes on where the call was asked for, because a place is closed. */
  bringHere(): void {
    if (!this.places.isShut) return;
    this.#open(here, undefined);
    this.#hidden.lookAnew();
  }

  /** Shows the last lines and leaves behind what's wanted. Never rejects. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await Promise.all([...this.#pages.values()].map((pages) => pages.settled()));
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    const nameOf = (userId: string) => this.#names.get(userId) ?? userId;
    const { isShut, channelId } = this.#pages.get(here) ?? this.#pages.get(everything) ?? {};
    const where = { home: this.#home, only: isShut ? undefined : channelId };
    await this.#kind.leave(kept, nameOf, where).catch((error: unknown) => {
      const { reference } = this.#parts.call.request;
      this.#parts.log.warn({ err: error, reference }, "couldn't post what stays of a call");
    });
  }

  /** The text channel that they're in, or in threads of. */
  get #home(): string {
    const { textChannelId, panelChannelId } = this.#parts.call.request;
    return this.#pages.has(here) || this.#kind.isApart ? textChannelId : panelChannelId;
  }

  #take(line: Line): void {
    const isHidden = this.#hidden.has(line);
    if (line.final) this.#growing.delete(line.id);
    else this.#growing.add(line.id);
    // What's taken back disappears everywhere.
    if (isHidden && !this.#kind.isBlank(line)) return;
    this.#keep(line);
    if (this.#kind.opens !== 'off') this.#pagesOf(this.#kind.partOf(line)).put(line);
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

  /** On all pages. */
  #note(note: string): void {
    this.#notes += 1;
    for (const pages of this.#pages.values()) pages.note(`note ${this.#notes}`, note);
  }

  #pagesOf(part: Part | undefined): Pages<Line> {
    const key = part ?? everything;
    return this.#pages.get(here) ?? this.#pages.get(key) ?? this.#open(key, part);
  }

  #open(key: string, part: Part | undefined): Pages<Line> {
    const { request } = this.#parts.call;
    const name = part === undefined ? undefined : this.#kind.partName(part);
    const pages: Pages<Line> = new Pages({
      ...this.#parts,
      id: `${request.id.slice(-12)}${'abcdefghijklmnopqrstuvwxyz'[this.#pages.size] ?? 'z'}`,
      head: this.#sentences.opened(request.voiceChannelId, name),
      channel: this.#channelFor(key, name),
      read: this.#kind.reading(part),
      tell: (event) => this.#hearPages(pages, event),
    });
    this.#pages.set(key, pages);
    return pages;
  }

  /** @throws {MessageError} if no thread can be opened */
  async #channelFor(key: string, part: string | undefined): Promise<string> {
    const { call, messenger, clock, people } = this.#parts;
    const { guildId, voiceChannelId, textChannelId, publicLocale } = call.request;
    if (key === here) return textChannelId;
    if (this.#home === voiceChannelId) return voiceChannelId;
    const names = { title: this.#sentences.title, room: people.roomName(guildId, voiceChannelId), part };
    const name = threadName(names, clock.now(), languageOf(publicLocale));
    return (await messenger.createThread(this.#home, name)).channelId;
  }

  #hearPages(pages: Pages<Line>, event: PagesEvent): void {
    const { call, log } = this.#parts;
    const told = event.is === 'posted' ? ({ ...event, is: 'page' } as const) : ({ is: 'places' } as const);
    for (const listener of this.#listeners) listener(told);
    if (event.is !== 'closed') return;
    log.info({ err: event.error, reference: call.request.reference }, 'a place for captions is closed');
    if (!this.#isTold) void this.#tellShut(pages.channelId);
    this.#isTold = true;
  }

  /** Once, where the call was asked for. The call goes on. Never rejects. */
  async #tellShut(threadId: string | undefined): Promise<void> {
    const { call, messenger, log } = this.#parts;
    const { id, textChannelId, publicLocale, reference } = call.request;
    const { failed, closed } = this.#sentences;
    const more = buttonRow([hereButton(this.#kind.presenter, id, wordsFor(publicLocale))]);
    const told = text(threadId === undefined ? failed : closed(threadId));
    const body = { components: [container([told, ...more])], silent: true };
    await messenger.post(textChannelId, body, `k${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell a channel that captions ended");
    });
  }
}
