import type { Logger } from 'pino';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Said, VoiceNotice } from '../voice/room/types.ts';
import { wordsFor } from '../words/index.ts';
import { plain } from './one-line.ts';
import { lastLineOf, type PanelEnd, tellsWhy } from './panel-end.ts';
import type { KeptPanels } from './panel-message.ts';
import { betweenEditsMs, PanelMessage } from './panel-message.ts';
import { type EndedText, type PanelView, type RoomLook, renderPanel } from './panel-page.ts';
import type { Utterance } from './utterance.ts';

interface Shown extends PanelView {
  readonly channelId: string;
  readonly locale: string;
  readonly message: PanelMessage;
  /** People in this channel whose texts were cut off. */
  readonly failed: Set<string>;
  hasFailed: boolean;
  /** Aborts when the room no longer uses it. */
  readonly over: AbortController;
  /** The last thing it says. */
  line?: MessageBody;
}

/** If the next text comes within this time, the panel is still there. */
const lingersMs = 5_000;
/** These are already shown as the reasons for its silence. */
const shownNotices: ReadonlySet<VoiceNotice> = new Set<VoiceNotice>(['muted', 'suppressed', 'lost']);

/**
 * What everyone sees of a room: one message, in the channel where reading was asked for first. It's deleted when the
 * room falls silent, unless people have to know how it ended.
 */
export class RoomPanel {
  readonly #parts;
  #shown: Shown | undefined;
  #silence: AbortController | undefined;
  /** The channel whose last line says why the room ended. */
  #toldWhyIn: string | undefined;
  readonly #ending = new Set<Shown>();
  readonly #work = new Set<Promise<void>>();

  constructor(parts: {
    readonly guildId: string;
    /** The room at the moment it's drawn. */
    readonly look: () => RoomLook;
    /** Whether some people see the first channel but not the other one. */
    readonly exposes: (channelId: string, otherId: string) => boolean;
    /** Its message was deleted, or can't be posted. */
    readonly onGone: () => void;
    readonly kept: KeptPanels;
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  /** The id in its buttons. */
  get id(): string | undefined {
    return this.#shown?.id;
  }

  get channelId(): string | undefined {
    return this.#shown?.channelId;
  }

  /** Whether people in that channel see it. */
  standsIn(channelId: string): boolean {
    return this.#shown?.channelId === channelId && !this.#shown.message.isGone;
  }

  /** Whether it already shows people in that channel what the room would say. */
  tells(channelId: string, said: Said): boolean {
    if ('end' in said) return this.#toldWhyIn === channelId;
    return this.standsIn(channelId) && shownNotices.has(said.notice) && this.#parts.look().line.length > 0;
  }

  /** Opens one for a text. If there's already one that nobody deleted, it stays. */
  open(utterance: Utterance, locale: string): void {
    const { origin, id } = utterance;
    if (origin.is !== 'asked' || origin.sample) return;
    if (this.#shown?.message.isGone) this.end();
    if (this.#shown) return;
    const { guildId, kept, exposes, onGone, messenger, clock, log } = this.#parts;
    const { channelId } = origin;
    const shown: Shown = {
      id,
      channelId,
      locale,
      shows: ({ origin }) =>
        [origin.channelId, ...(origin.is === 'written' && origin.about ? [origin.about] : [])].every(
          (from) => from === channelId || !exposes(channelId, from),
        ),
      failed: new Set(),
      hasFailed: false,
      over: new AbortController(),
      message: new PanelMessage({
        id,
        place: { guildId, channelId, locale },
        render: () => shown.line ?? renderPanel(this.#parts.look(), shown, wordsFor(locale)),
        onGone,
        kept,
        messenger,
        clock,
        log,
      }),
    };
    this.#shown = shown;
    shown.message.refresh();
  }

  /** Something about the room changed; `ended` is the text that just ended. */
  changed(ended?: EndedText): void {
    const shown = this.#shown;
    if (!shown) return;
    if (ended?.state.end === 'failed') {
      shown.hasFailed = true;
      if (shown.shows(ended.utterance)) shown.failed.add(ended.utterance.userId);
    }
    shown.message.refresh();
    const isSilent = this.#parts.look().line.length === 0;
    if (!isSilent) {
      this.#silence?.abort();
      this.#silence = undefined;
    } else if (!this.#silence) this.#goSoon();
  }

  /** A message appeared in a channel of the guild. */
  passed(channelId: string, messageId: string): void {
    if (this.#shown?.channelId === channelId) this.#shown.message.passed(messageId);
  }

  /** Something people should see begins, so it's brought back into sight. */
  moveDown(): void {
    this.#shown?.message.moveDown();
  }

  /** Redraws it while a text is heard. */
  follow(isOver: () => boolean): void {
    const shown = this.#shown;
    const follow = async () => {
      while (shown && !shown.over.signal.aborted && !isOver()) {
        shown.message.refresh();
        await this.#parts.clock.sleep(betweenEditsMs, shown.over.signal).catch(() => undefined);
      }
    };
    void follow();
  }

  /** The room is over. The panel is deleted unless people have to know how it ended. */
  end(end?: PanelEnd): void {
    this.#silence?.abort();
    this.#silence = undefined;
    const shown = this.#shown;
    this.#shown = undefined;
    if (!shown) return;
    shown.over.abort();
    const { voiceChannelId } = this.#parts.look();
    const line = lastLineOf(end, { ...shown, voiceChannelId }, wordsFor(shown.locale));
    if (tellsWhy(end) && !shown.message.isGone) this.#toldWhyIn = shown.channelId;
    this.#ending.add(shown);
    this.#track(this.#finish(shown, line).finally(() => this.#ending.delete(shown)));
  }

  /** Resolves when everything is shown or deleted, without pauses between edits. Never rejects. */
  async finish(): Promise<void> {
    for (const { message } of this.#ending) message.hurry();
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #goSoon(): void {
    const silence = new AbortController();
    this.#silence = silence;
    this.#parts.clock.sleep(lingersMs, silence.signal).then(
      () => {
        if (this.#silence === silence) this.end();
      },
      () => undefined,
    );
  }

  async #finish(shown: Shown, line: string | undefined): Promise<void> {
    if (line === undefined) {
      await shown.message.remove();
      return;
    }
    shown.line = plain(line);
    shown.message.refresh();
    await shown.message.keep();
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}
