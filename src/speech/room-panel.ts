import type { Logger } from 'pino';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Said, VoiceNotice } from '../voice/room/types.ts';
import { wordsFor } from '../words/index.ts';
import type { KeptPanels } from './kept-panels.ts';
import { plain } from './one-line.ts';
import { lastLineOf, type PanelEnd, tellsWhy } from './panel-end.ts';
import { betweenEditsMs, PanelMessage } from './panel-message.ts';
import { type EndedInLine, type PanelView, type RoomLook, renderPanel } from './panel-page.ts';
import type { Utterance } from './utterance.ts';

export interface RoomPanelParts {
  readonly guildId: string;
  /** The room in the moment in which it's drawn. */
  readonly look: () => RoomLook;
  /** Whether anyone who sees the first channel doesn't see the other one. */
  readonly exposes: (channelId: string, otherId: string) => boolean;
  readonly kept: KeptPanels;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Shown extends PanelView {
  readonly channelId: string;
  readonly locale: string;
  readonly message: PanelMessage;
  /** Of this channel: whose texts were cut off. */
  readonly failed: Set<string>;
  hasFailed: boolean;
  /** Aborts when the room's part in it is over. */
  readonly over: AbortController;
  /** All that it still says. */
  line?: MessageBody;
}

/** A text that comes right after the last one finds the panel still there. */
const lingersMs = 5_000;
/** Its obstacles say the same. */
const shownNotices: ReadonlySet<VoiceNotice> = new Set<VoiceNotice>(['muted', 'suppressed', 'lost']);

/**
 * What everybody sees of a room: one message, in the channel in which reading was asked for first. It goes when the room falls
 * silent, unless it ends with something that people must know.
 */
export class RoomPanel {
  readonly #parts: RoomPanelParts;
  #shown: Shown | undefined;
  #silence: AbortController | undefined;
  /** The channel in which its last line says why the room ended. */
  #toldWhyIn: string | undefined;
  readonly #ending = new Set<Shown>();
  readonly #work = new Set<Promise<void>>();

  constructor(parts: RoomPanelParts) {
    this.#parts = parts;
  }

  /** What its buttons carry. */
  get id(): string | undefined {
    return this.#shown?.id;
  }

  get channelId(): string | undefined {
    return this.#shown?.channelId;
  }

  /** Whether those in that channel see on it what the room would say. */
  tells(channelId: string, said: Said): boolean {
    if ('end' in said) return this.#toldWhyIn === channelId;
    const isUp = this.#shown?.channelId === channelId && !this.#shown.message.isGone;
    return isUp && shownNotices.has(said.notice) && this.#parts.look().line.length > 0;
  }

  /** Because of a text that was asked for. Where there is one already, and nobody deleted it, that stays. */
  open(utterance: Utterance, locale: string): void {
    const { origin, id } = utterance;
    if (origin.is !== 'asked' || origin.sample) return;
    if (this.#shown?.message.isGone) this.end();
    if (this.#shown) return;
    const { guildId, kept, exposes, messenger, clock, log } = this.#parts;
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
        kept,
        messenger,
        clock,
        log,
      }),
    };
    this.#shown = shown;
    shown.message.refresh();
  }

  /** Something of the room changed; `ended` is the text that was just over. */
  changed(ended?: EndedInLine): void {
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

  /** Something begins that people should see, so it's brought back into sight. */
  moveDown(): void {
    this.#shown?.message.moveDown();
  }

  /** Draws it again as a text is heard, until that's over. */
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

  /** The room is over. Without an end that people must know, the panel goes. */
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

  /** Resolves when everything is shown or gone, without waiting between edits. Never rejects. */
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
