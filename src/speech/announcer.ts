import type { Logger } from 'pino';
import { noticeOf, noticeText } from '../discord/failure-words.ts';
import { container, text } from '../discord/layout.ts';
import { type MessageBody, MessageError, type Messenger, type PanelAddress } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { wordsFor } from '../words/index.ts';
import { type PanelFacts, renderUtterance } from './panel.ts';
import type { ShownIn, Utterance, UtteranceState } from './utterance.ts';

export interface AnnouncerParts {
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** How things stand when the panel is drawn. */
  readonly factsOf: (utterance: Utterance) => Promise<PanelFacts>;
}

type Panel = Extract<ShownIn, { is: 'panel' }>;

interface Drawing {
  readonly utterance: Utterance;
  readonly shownIn: Panel;
  state: UtteranceState;
  /** Something changed that the message does not show yet. */
  isStale: boolean;
  /** While edits are under way; one at a time. */
  drawing: Promise<void> | undefined;
  messageId: string | undefined;
  readonly whispers: string[];
}

const attempts = 3;
const betweenAttemptsMs = 2_000;

/** Keeps the panels of utterances true, the newest state winning, and tells their people privately what concerns them. */
export class SpeechAnnouncer {
  readonly #parts: AnnouncerParts;
  readonly #drawings = new Map<string, Drawing>();

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
  }

  /** Shows the state on the panel. What was read in a channel has none. */
  show(utterance: Utterance, state: UtteranceState, whispers: readonly string[] = []): void {
    const { shownIn } = utterance;
    if (shownIn.is !== 'panel') return;
    const drawing = this.#drawings.get(utterance.id) ?? {
      utterance,
      shownIn,
      state,
      isStale: true,
      drawing: undefined,
      messageId: undefined,
      whispers: [],
    };
    this.#drawings.set(utterance.id, drawing);
    drawing.state = state;
    drawing.whispers.push(...whispers);
    this.#redraw(drawing);
  }

  /** Draws again what is shown already, because something around it changed. */
  refresh(utteranceId: string): void {
    const drawing = this.#drawings.get(utteranceId);
    if (drawing) this.#redraw(drawing);
  }

  /** Tells the person why their text was not said: in private, as long as there is a way. */
  async tellFailure(utterance: Utterance, error: unknown): Promise<void> {
    const words = wordsFor(utterance.locale);
    const notice = noticeOf(error, words);
    if (!notice || utterance.shownIn.is !== 'panel') return;
    const sentence = words.speech.failed(notice.sentence);
    const body = plain(noticeText({ ...notice, sentence }, utterance.reference, words));
    const { messenger } = this.#parts;
    const { panel } = utterance.shownIn;
    await this.#surely(utterance, async () => {
      try {
        await messenger.whisper(panel, body);
      } catch (failure) {
        if (!(failure instanceof MessageError) || failure.reason !== 'token-dead') throw failure;
        await messenger.direct(utterance.userId, body, utterance.id);
      }
    });
  }

  /** Resolves when everything that was to be shown is, as far as Discord lets it. */
  async close(): Promise<void> {
    await Promise.all([...this.#drawings.values()].map(({ drawing }) => drawing));
  }

  #redraw(drawing: Drawing): void {
    drawing.isStale = true;
    drawing.drawing ??= this.#draw(drawing);
  }

  async #draw(drawing: Drawing): Promise<void> {
    const { utterance, shownIn } = drawing;
    // After this moment, so that states that follow each other at once are one edit.
    await Promise.resolve();
    while (drawing.isStale) {
      drawing.isStale = false;
      await this.#surely(utterance, async () => await this.#edit(drawing));
      for (const whisper of drawing.whispers.splice(0)) {
        const { panel } = shownIn;
        await this.#surely(utterance, async () => await this.#parts.messenger.whisper(panel, plain(whisper)));
      }
    }
    // In the moment in which nothing is stale, so that what changes next begins anew.
    drawing.drawing = undefined;
    if (drawing.state.is === 'ended') this.#drawings.delete(utterance.id);
  }

  async #edit(drawing: Drawing): Promise<void> {
    const { utterance, shownIn } = drawing;
    const facts = await this.#parts.factsOf(utterance);
    // From here to the message nothing waits: what changed until now is in it.
    drawing.isStale = false;
    const body = renderUtterance(utterance, drawing.state, facts, wordsFor(shownIn.locale));
    const panel: PanelAddress = { ...shownIn.panel, messageId: drawing.messageId ?? shownIn.panel.messageId };
    const { messageId } = await this.#parts.messenger.editPanel(panel, body);
    // Of an answer to an interaction the token is the address; afterwards its message is.
    drawing.messageId = messageId;
  }

  /** A few attempts; what Discord does not take then, nobody can be shown. Never rejects. */
  async #surely(utterance: Utterance, act: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await act();
        return;
      } catch (error) {
        const isPassing = error instanceof MessageError && error.reason === 'temporary';
        if (!isPassing || attempt === attempts) {
          log.warn({ err: error, reference: utterance.reference }, 'speech: somebody could not be told');
          return;
        }
        await clock.sleep(betweenAttemptsMs);
      }
    }
  }
}

export function plain(sentence: string): MessageBody {
  return { components: [container([text(sentence)])] };
}
