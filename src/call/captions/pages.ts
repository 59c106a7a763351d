import type { Logger } from 'pino';
import { CaptionChannel, type CaptionMessenger } from '../../discord/caption-channel.ts';
import type { ChannelPace } from '../../discord/channel-pace.ts';
import { text } from '../../discord/layout.ts';
import { RecentIds } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { isBlank, Page, type Sentence } from './page.ts';

/** How a line reads on one kind of page; undefined if it isn't for people who read that. */
export type Reading<Line> = (line: Line) => Sentence | undefined;

/** What becomes of the pages of one channel. */
export type PagesEvent =
  /** Its channel is there. */
  | { readonly is: 'opened' }
  /** A page begins at the end of that channel. */
  | { readonly is: 'posted'; readonly channelId: string }
  /** There's no channel for them, or it's gone or closed to the bot. */
  | { readonly is: 'closed'; readonly error: unknown };

interface Written {
  readonly id: string;
  readonly page: Page;
}

/** People who were quiet for this long begin a new page. */
const quietMs = 2 * 60_000;
/** Pages whose sentences may still change: the last ones. */
const mostChanging = 3;
const mostForgotten = 500;

/** The pages of one channel: the last one grows until it's full, then the next one begins. */
export class Pages<Line> {
  readonly #id: string;
  readonly #clock: Clock;
  readonly #read: Reading<Line>;
  readonly #tell: (event: PagesEvent) => void;
  readonly #opening: Promise<void>;
  readonly #forgotten = new RecentIds(mostForgotten);
  #pages: readonly Written[];
  #count = 1;
  #changedAt: number;
  #channelId: string | undefined;
  #channel: CaptionChannel | undefined;
  #isShut = false;

  constructor(made: {
    /** Unique among everything that's written, and short: the beginning of each message's nonce. */
    readonly id: string;
    /** At the top of the first page, which is there before anyone says anything. */
    readonly head: string;
    /** Where they're written. What was said before it's known is shown, too. */
    readonly channel: Promise<string>;
    readonly read: Reading<Line>;
    readonly messenger: CaptionMessenger;
    readonly clock: Clock;
    /** Shared with what else changes in that channel. */
    readonly pace?: ChannelPace | undefined;
    readonly log: Logger;
    readonly tell: (event: PagesEvent) => void;
  }) {
    const { id, head, channel, read, messenger, clock, pace, log, tell } = made;
    this.#id = id;
    this.#clock = clock;
    this.#read = read;
    this.#tell = tell;
    this.#pages = [{ id: `${id}1`, page: new Page(head) }];
    this.#changedAt = clock.now();
    this.#opening = channel
      .then((channelId) => {
        this.#channelId = channelId;
        this.#channel = new CaptionChannel({
          ...{ channelId, messenger, clock, pace },
          tell: (event) => {
            if (event.is === 'posted') tell({ is: 'posted', channelId });
            else if (event.is === 'closed') this.#shut(event.error);
            else {
              log.info({ err: event.error, channelId }, "couldn't show a page of captions");
              this.#drop((each) => each.id === event.id);
            }
          },
        });
        for (const each of this.#pages) this.#show(each);
        tell({ is: 'opened' });
      })
      .catch((error: unknown) => this.#shut(error));
  }

  /** Undefined until it's known. */
  get channelId(): string | undefined {
    return this.#channelId;
  }

  /** Nothing can be written there, or not any more. */
  get isShut(): boolean {
    return this.#isShut;
  }

  /** Resolves when its channel is there, or can't be. Never rejects. */
  get opening(): Promise<void> {
    return this.#opening;
  }

  /** A line grew, changed, or was taken back. */
  put(line: Line): void {
    const sentence = this.#read(line);
    if (sentence) this.#put(sentence);
  }

  /** In small print, so readers know why nothing appears. */
  note(id: string, note: string): void {
    this.#put({ id, speaker: '', below: [], note });
  }

  /** Resolves when every page is up to date, or can't be. Never rejects. */
  async settled(): Promise<void> {
    await this.#opening;
    await this.#channel?.settled();
  }

  #shut(error: unknown): void {
    this.#isShut = true;
    this.#tell({ is: 'closed', error });
  }

  /** Adds a sentence, changes it where it stands, or takes it back. */
  #put(sentence: Sentence): void {
    if (this.#forgotten.has(sentence.id)) return;
    const known = this.#pages.find(({ page }) => page.has(sentence.id));
    if (!known && isBlank(sentence)) return;
    const written = known ?? this.#open();
    written.page.put(sentence);
    this.#changedAt = this.#clock.now();
    if (written === this.#pages.at(-1)) this.#turnOver(written);
    this.#show(written);
    // Its message is removed, so what comes next begins another one.
    this.#drop(({ page }) => page.markdown === '');
  }

  /** What doesn't fit goes to the next page, also while it's growing. */
  #turnOver(full: Written): void {
    const moved: Sentence[] = [];
    for (let last = full.page.takeLast(); last; last = full.page.takeLast()) moved.unshift(last);
    if (moved.length === 0) return;
    const next = this.#begin();
    for (const sentence of moved) next.page.put(sentence);
    this.#show(full);
    this.#turnOver(next);
    this.#show(next);
  }

  #open(): Written {
    const last = this.#pages.at(-1);
    const isQuiet = this.#clock.now() - this.#changedAt >= quietMs;
    const isOver = last && (last.page.isFull || (isQuiet && last.page.ids.length > 0));
    return last && !isOver ? last : this.#begin();
  }

  #begin(): Written {
    this.#count += 1;
    const begun = { id: `${this.#id}${this.#count}`, page: new Page() };
    this.#pages = [...this.#pages, begun];
    for (const old of this.#pages.slice(0, -mostChanging)) this.#show(old, true);
    this.#drop((each) => !this.#pages.slice(-mostChanging).includes(each));
    return begun;
  }

  /** Nothing on these changes any more. */
  #drop(isMeant: (written: Written) => boolean): void {
    const dropped = this.#pages.filter(isMeant);
    this.#pages = this.#pages.filter((each) => !dropped.includes(each));
    for (const { page } of dropped) for (const id of page.ids) this.#forgotten.add(id);
  }

  #show({ id, page }: Written, final = false): void {
    const { markdown } = page;
    const body = markdown === '' ? undefined : { components: [text(markdown)], silent: true };
    this.#channel?.put(id, { body, final: final || !body });
  }
}
