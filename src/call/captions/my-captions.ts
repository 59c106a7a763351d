import type { Logger } from 'pino';
import { button, buttonRow, liveTime, text } from '../../discord/layout.ts';
import { LiveMessage } from '../../discord/live-message.ts';
import type { MessageBody, Messenger, PanelAddress } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import type { Words } from '../../words/index.ts';
import type { CallPresenter } from '../presenter.ts';
import type { BasicCall } from '../types.ts';
import type { CaptionLine } from './call-captions.ts';
import { HiddenLines } from './hidden-lines.ts';
import { Page } from './page.ts';
import type { Reading } from './pages.ts';

export interface MyCaptionsParts<Line> {
  readonly call: Pick<BasicCall<Line>, 'request' | 'channelId' | 'ended' | 'onChange' | 'watch'>;
  readonly isBlank: (line: Line) => boolean;
  /** The feature that *Continue* is routed by. */
  readonly route: CallPresenter['route'];
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A person who reads along on a page of their own. */
export interface Reader<Line> {
  readonly userId: string;
  /** The message that only they see. */
  readonly panel: PanelAddress;
  /** What's at the top. */
  readonly head: string;
  readonly read: Reading<Line>;
  /** Whether they may know now what's said in that voice channel. */
  readonly maySee: (channelId: string) => boolean;
  readonly words: Words;
}

/** Each is edited up to once a second, and Discord takes fifty requests a second from a bot. */
const mostPages = 20;
/** Before the interaction ends. */
const offersWithinMs = 60_000;
const pausesWithinMs = 5_000;

/**
 * Private pages of a call, one a person, that go on for as long as Discord lets the bot edit the answer that they are:
 * 15 minutes. One press continues them.
 */
export class MyCaptions<Line extends CaptionLine> {
  readonly #parts: MyCaptionsParts<Line>;
  readonly #pages = new Map<string, PrivatePage<Line>>();

  constructor(parts: MyCaptionsParts<Line>) {
    this.#parts = parts;
    void parts.call.ended.then(() => {
      for (const page of this.#pages.values()) page.end();
    });
  }

  /** In place of the page that they have. @throws {Refusal} `call-pages-full` */
  open(reader: Reader<Line>): void {
    const { userId } = reader;
    const before = this.#pages.get(userId);
    if (!before && this.#pages.size >= mostPages)
      throw new Refusal({ code: 'call-pages-full', limit: mostPages });
    before?.remove();
    this.#pages.set(userId, new PrivatePage(this.#parts, reader, () => this.#pages.delete(userId)));
  }

  /** They pressed *Continue* on it. False if it isn't known any more. */
  continue(userId: string, panel: PanelAddress): boolean {
    const page = this.#pages.get(userId);
    page?.goOn(panel);
    return page !== undefined;
  }
}

/** The last sentences of a call, for one person. */
class PrivatePage<Line extends CaptionLine> {
  readonly #parts: MyCaptionsParts<Line>;
  readonly #reader: Reader<Line>;
  readonly #onGone: () => void;
  readonly #page: Page;
  readonly #hidden: HiddenLines;
  readonly #stops: readonly (() => void)[];
  #panel: PanelAddress;
  #message: LiveMessage;
  #turn = new AbortController();
  #state: 'running' | 'paused' | 'over' = 'running';
  #notes = 0;

  constructor(parts: MyCaptionsParts<Line>, reader: Reader<Line>, onGone: () => void) {
    const { call, clock } = parts;
    const { hidden, shown } = reader.words.call.myCaptions;
    this.#parts = parts;
    this.#reader = reader;
    this.#onGone = onGone;
    this.#page = new Page(reader.head);
    this.#panel = reader.panel;
    this.#hidden = new HiddenLines(
      call,
      clock,
      (channelId) => !reader.maySee(channelId),
      (isHidden) => this.#note(isHidden ? hidden : shown),
    );
    this.#stops = [
      call.watch((event) => {
        if (event.is === 'line') this.#take(event.line);
      }),
      call.onChange(() => void this.#hidden.look()),
    ];
    this.#message = this.#begin();
  }

  goOn(panel: PanelAddress): void {
    if (this.#state === 'over') return;
    void this.#message.withdraw();
    this.#turn.abort();
    this.#turn = new AbortController();
    this.#panel = panel;
    this.#state = 'running';
    this.#message = this.#begin();
  }

  /** The call is over. */
  end(): void {
    this.#close();
    this.#message.refresh();
  }

  /** They opened another one. */
  remove(): void {
    this.#close();
    const { messenger, log } = this.#parts;
    const removed = this.#message.withdraw().then(async () => await messenger.removePanel(this.#panel));
    void removed.catch((error: unknown) => log.info({ err: error }, "couldn't remove a page of captions"));
  }

  #close(): void {
    this.#state = 'over';
    this.#turn.abort();
    for (const stop of this.#stops) stop();
    this.#onGone();
  }

  #begin(): LiveMessage {
    const { messenger, clock, log } = this.#parts;
    const message = new LiveMessage({
      place: { is: 'answer', panel: this.#panel },
      messenger,
      clock,
      render: () => this.#render(),
      onTrouble: (error) => {
        log.info({ err: error }, "couldn't show a private page of captions");
        if (this.#message.isGone && this.#state === 'running') this.#close();
      },
    });
    message.refresh();
    void this.#watch(this.#turn.signal);
    return message;
  }

  /** Offers to continue before Discord takes no more edits. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const { tokenExpiresAt } = this.#panel;
    for (const beforeMs of [offersWithinMs, pausesWithinMs]) {
      await clock.sleep(Math.max(0, tokenExpiresAt - beforeMs - clock.now()), signal).catch(() => undefined);
      if (signal.aborted) return;
      if (beforeMs === pausesWithinMs) this.#state = 'paused';
      this.#message.refresh();
    }
  }

  #take(line: Line): void {
    const isHidden = this.#hidden.has(line);
    if (isHidden && !this.#parts.isBlank(line)) return;
    const sentence = this.#reader.read(line);
    if (sentence) this.#put(sentence);
  }

  #note(note: string): void {
    this.#notes += 1;
    this.#put({ id: `note ${this.#notes}`, speaker: '', below: [], note });
  }

  #put(sentence: Parameters<Page['put']>[0]): void {
    this.#page.put(sentence);
    while (this.#page.takeFirst());
    this.#message.refresh();
  }

  #render(): MessageBody {
    const { call, clock } = this.#parts;
    const { goOn, soon, paused, over } = this.#reader.words.call.myCaptions;
    const { tokenExpiresAt } = this.#panel;
    const isSoon = tokenExpiresAt - clock.now() <= offersWithinMs;
    const said = this.#page.markdown;
    if (this.#state === 'over') return { components: [text(`${said}\n-# ${over}`)] };
    if (!isSoon) return { components: [text(said)] };
    const small = this.#state === 'paused' ? paused : soon(liveTime(tokenExpiresAt - pausesWithinMs));
    const more = button('primary', goOn, this.#parts.route, 'mine-on', call.request.id);
    return { components: [text(`${said}\n-# ${small}`), ...buttonRow([more])] };
  }
}
