import type { Logger } from 'pino';
import type { AllowanceLeft } from '../community/words/spending-words.ts';
import { showAsIs } from '../discord/escape.ts';
import { noticeOf, noticeText } from '../discord/failure-words.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import { LiveMessage } from '../discord/live-message.ts';
import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { RoomState } from '../voice/room/types.ts';
import { type Words, wordsFor } from '../words/index.ts';
import type { ShownIn, Utterance, UtteranceState } from './utterance.ts';
import { labelOf } from './voice-book.ts';
import type { SpeechObstacleWord } from './words/speech-words.ts';

interface AnnouncerParts {
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
  readonly message: LiveMessage;
  state: UtteranceState;
  readonly whispers: string[];
  /** While something is being shown or told. */
  telling: Promise<void> | undefined;
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
    const drawing = this.#drawings.get(utterance.id) ?? this.#open(utterance, shownIn, state);
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
    const all = [...this.#drawings.values()];
    await Promise.all(
      all.map(async ({ message, telling }) => await Promise.all([message.finish(), telling])),
    );
  }

  #open(utterance: Utterance, shownIn: Panel, state: UtteranceState): Drawing {
    const { messenger, clock } = this.#parts;
    const drawing: Drawing = {
      utterance,
      shownIn,
      state,
      whispers: [],
      telling: undefined,
      message: new LiveMessage({
        place: shownIn,
        messenger,
        clock,
        render: async () => await this.#render(drawing),
        onTrouble: (error) => this.#untold(utterance, error),
      }),
    };
    this.#drawings.set(utterance.id, drawing);
    return drawing;
  }

  #redraw(drawing: Drawing): void {
    drawing.message.refresh();
    drawing.telling ??= this.#tell(drawing);
  }

  /** What is private comes behind the panel: the first follow-up to a deferral that was never answered would be it. */
  async #tell(drawing: Drawing): Promise<void> {
    const { message, whispers, utterance, shownIn } = drawing;
    do {
      await message.settled();
      for (const whisper of whispers.splice(0)) {
        const body = plain(whisper);
        await this.#surely(utterance, async () => await this.#parts.messenger.whisper(shownIn.panel, body));
      }
    } while (message.isStale);
    drawing.telling = undefined;
    if (drawing.state.is === 'ended') this.#drawings.delete(utterance.id);
  }

  /** With the state that there is once everything else is known: it can change meanwhile. */
  async #render(drawing: Drawing): Promise<MessageBody> {
    const facts = await this.#parts.factsOf(drawing.utterance);
    return renderUtterance(drawing.utterance, drawing.state, facts, wordsFor(drawing.shownIn.locale));
  }

  /** A few attempts; what Discord does not take then, nobody can be shown. Never rejects. */
  async #surely(utterance: Utterance, act: () => Promise<void>): Promise<void> {
    const { clock } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await act();
        return;
      } catch (error) {
        const isPassing = error instanceof MessageError && error.reason === 'temporary';
        if (!isPassing || attempt === attempts) {
          this.#untold(utterance, error);
          return;
        }
        await clock.sleep(betweenAttemptsMs);
      }
    }
  }

  #untold(utterance: Utterance, error: unknown): void {
    const { reference } = utterance;
    this.#parts.log.warn({ err: error, reference }, 'speech: somebody could not be told');
  }
}

export function plain(sentence: string): MessageBody {
  return { components: [container([text(sentence)])] };
}

export interface PanelFacts {
  readonly voiceChannelId: string;
  /** Texts that are said before this one. */
  readonly ahead: number;
  /** Why nothing is heard at the moment. */
  readonly obstacle?: SpeechObstacleWord | undefined;
  /** The tightest of what its person has left today; absent where nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
}

const longestTextShown = 900;
const colours = { speaking: 0x5865f2, failed: 0xf23f43, hindered: 0xf0b232 };

/** How an utterance stands, for everybody in the channel. */
function renderUtterance(
  utterance: Utterance,
  state: UtteranceState,
  facts: PanelFacts,
  words: Words,
): MessageBody {
  const { panel, buttons } = words.speech;
  const { request, userId, id } = utterance;
  const hasEnded = state.is === 'ended';
  const lines = [
    `**${headline(state, facts, `<@${userId}>`, words)}**`,
    ...(facts.obstacle && !hasEnded ? [panel.obstacles[facts.obstacle]] : []),
  ];
  const small = [
    panel.in(facts.voiceChannelId),
    panel.voice(showAsIs(labelOf(request.voice), 80), request.model),
    panel.characters(utterance.reserved),
    ...(facts.allowance ? [words.spending.left(facts.allowance)] : []),
    ...(hasEnded && state.end === 'failed' ? [panel.reference(utterance.reference)] : []),
  ];
  const controls = hasEnded
    ? []
    : buttonRow([
        button('secondary', buttons.skip, 'speak', 'skip', id),
        button('danger', buttons.stop, 'speak', 'stop', id),
      ]);
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          text(showAsIs(utterance.spoken, longestTextShown)),
          text(`-# ${small.join(' · ')}`),
          ...controls,
        ],
        colourOf(state, facts),
      ),
    ],
  };
}

/** What of a room's state keeps it from being heard. */
export function obstacleOf(state: RoomState): SpeechObstacleWord | undefined {
  if (state.is === 'muted' || state.is === 'suppressed') return state.is;
  return state.is === 'lost' || state.is === 'moved' ? 'lost' : undefined;
}

function headline(state: UtteranceState, { ahead }: PanelFacts, mention: string, words: Words): string {
  const { panel } = words.speech;
  if (state.is === 'ended') return panel.ended[state.end](mention);
  return state.is === 'speaking' ? panel.speaking(mention) : panel.waiting(mention, ahead);
}

function colourOf(state: UtteranceState, { obstacle }: PanelFacts): number | undefined {
  if (state.is === 'ended') return state.end === 'failed' ? colours.failed : undefined;
  return obstacle ? colours.hindered : colours.speaking;
}
