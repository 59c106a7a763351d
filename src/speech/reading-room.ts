import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import type { Captions } from '../discord/captions.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import { severityOf } from '../service/errors.ts';
import type { SynthesisClient } from '../service/synthesis/synthesis-types.ts';
import type { RoomEnd, RoomLease, Said } from '../voice/room/types.ts';
import { SpeechAnswers } from './answers.ts';
import { captionOf } from './captions.ts';
import type { KeptPanels } from './panel-message.ts';
import { type EndedText, type RoomLook, silenceReasonOf } from './panel-page.ts';
import { RoomPanel } from './room-panel.ts';
import { type PacketsOf, type QueuedText, RoomSpeech, type Saying } from './room-speech.ts';
import type { Unfinished } from './unfinished.ts';
import type { Utterance, UtteranceState } from './utterance.ts';

export interface ReadingRoomParts {
  readonly synthesis: SynthesisClient;
  readonly packetsOf: PacketsOf;
  readonly spending: Spending;
  readonly unfinished: Unfinished;
  readonly panels: KeptPanels;
  /** Whether some people see the first channel but not the other one. */
  readonly exposes: (guildId: string, channelId: string, otherId: string) => boolean;
  readonly captions: Captions;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Something that was read from a channel was cut off. */
  readonly onReadFailure: (utterance: Utterance, error: unknown) => void;
}

export const longestQueue = 50;
const mostPerPerson = 10;
/** This many people who are next have their answers updated when the line moves. */
const waitingShown = 3;

/** What's read in one room, and what people see of it: the panel for everyone, an answer for each person who asked. */
export class ReadingRoom {
  readonly lease: RoomLease;
  readonly #parts: ReadingRoomParts;
  readonly #speech: RoomSpeech;
  readonly #answers: SpeechAnswers;
  readonly #panel: RoomPanel;
  readonly #settling = new Set<Promise<void>>();
  #heard: Saying | undefined;
  #last: EndedText | undefined;

  constructor(lease: RoomLease, parts: ReadingRoomParts) {
    const { synthesis, packetsOf, messenger, clock, log, panels, exposes } = parts;
    const { guildId } = lease;
    this.lease = lease;
    this.#parts = parts;
    this.#speech = new RoomSpeech({
      lease,
      synthesis,
      packetsOf,
      longestQueue,
      mostPerPerson,
      pausedNow: () => parts.spending.pausedNow(guildId),
      tell: (event) => {
        if (event.is === 'spent') this.#settle(event.utterance, event.characters);
        else this.#changed(event.utterance, event.state, event.saying);
      },
    });
    const factsOf = async (utterance: Utterance) => await this.#factsOf(utterance);
    this.#answers = new SpeechAnswers(messenger, clock, log, factsOf);
    this.#panel = new RoomPanel({
      guildId,
      look: () => this.#look(),
      exposes: (channelId, otherId) => exposes(guildId, channelId, otherId),
      onGone: () => this.#refreshAnswers(),
      kept: panels,
      messenger,
      clock,
      log,
    });
  }

  /** The id in its panel's buttons. */
  get panelId(): string | undefined {
    return this.#panel.id;
  }

  /** @throws {Refusal} `speech-queue-full`, `speech-queue-share` */
  assertRoomFor(userId: string): void {
    this.#speech.assertRoomFor(userId);
  }

  /**
   * @param locale of the panel, if this text opens it
   * @param advice what the person should know
   */
  enqueue(utterance: Utterance, locale: string, advice: readonly string[] = []): void {
    // What an earlier panel said last isn't news on a new one.
    if (this.#panel.id === undefined) this.#last = undefined;
    this.#panel.open(utterance, locale);
    this.#answers.show(utterance, { is: 'waiting' }, advice);
    this.#speech.enqueue(utterance);
    this.#panel.changed();
  }

  list(): readonly QueuedText[] {
    return this.#speech.list();
  }

  skip(id: string, by: string): void {
    this.#speech.skip(id, by);
  }

  /** Nothing new may be paid from now on. */
  dropUnpaid(): void {
    this.#speech.dropUnpaid();
  }

  /** The room's channel changed, or whether it can be heard. */
  refresh(): void {
    this.#refreshAnswers();
    this.#panel.changed();
    if (silenceReasonOf(this.lease.state)) this.#panel.moveDown();
  }

  /** A message appeared in a channel of the guild. */
  passed(channelId: string, messageId: string): void {
    this.#panel.passed(channelId, messageId);
  }

  /** Whether the panel already shows people in that channel what the room would say. */
  tells(channelId: string, said: Said): boolean {
    return this.#panel.tells(channelId, said);
  }

  /** Ends everything, because a person stopped it or the bot leaves the room. */
  stop(how: { readonly by: string } | { readonly why?: RoomEnd }): void {
    const unfinished = this.#unfinished();
    if ('by' in how) {
      this.#speech.stop('stopped', how.by);
      this.#panel.end({ is: 'stopped', by: how.by });
    } else {
      this.#speech.stop('left');
      this.#panel.end({ is: 'left', unfinished, why: how.why });
    }
  }

  /** The bot is leaving the room, which ends what's in hand. */
  leave(why: RoomEnd): void {
    const unfinished = this.#unfinished();
    this.#speech.leave();
    this.#panel.end({ is: 'left', unfinished, why });
  }

  /** Resolves when everything is over, paid for and shown, without pauses between edits. Never rejects. */
  async finish(): Promise<void> {
    await this.#speech.settled();
    await Promise.all([this.#answers.finish(), this.#panel.finish()]);
    await Promise.all(this.#settling);
  }

  #unfinished(): readonly Utterance[] {
    return this.list().map(({ utterance }) => utterance);
  }

  #changed(utterance: Utterance, state: UtteranceState, saying?: Saying): void {
    this.#answers.show(utterance, state);
    this.#parts.unfinished.changed(utterance, state);
    if (state.is === 'speaking' && saying) this.#begun(saying);
    if (state.is === 'speaking') this.#panel.moveDown();
    if (state.is !== 'ended') {
      this.#panel.changed();
      return;
    }
    this.#last = { utterance, state };
    this.#panel.changed(this.#last);
    this.#refreshAnswers();
    this.#log(this.#last);
  }

  #refreshAnswers(): void {
    for (const { utterance } of this.list().slice(0, waitingShown)) this.#answers.refresh(utterance.id);
  }

  /** Captions grow in the panel if it's in the channel that asked for them. */
  #begun(saying: Saying): void {
    this.#heard = saying;
    const { utterance } = saying;
    const { captionsIn, origin, id } = utterance;
    if (captionsIn === undefined) return;
    if (origin.is === 'asked' && captionsIn === this.#panel.channelId)
      this.#panel.follow(() => saying.state.is === 'ended');
    else this.#parts.captions.follow(captionOf(saying), captionsIn, id);
  }

  #log({ utterance, state }: EndedText): void {
    const { log, onReadFailure } = this.#parts;
    const { guildId, reference } = utterance;
    if (state.end !== 'failed') {
      log.info({ guildId, reference, end: state.end }, 'a text ended');
      return;
    }
    const severity = state.error instanceof Refusal ? 'info' : severityOf(state.error);
    log[severity]({ err: state.error, guildId, reference }, 'speech failed');
    if (utterance.origin.is === 'written') onReadFailure(utterance, state.error);
  }

  #settle(utterance: Utterance, characters: number): void {
    const { spending, unfinished } = this.#parts;
    const settled = spending.finishForSure(utterance, characters).then(
      () => unfinished.settled(utterance.id),
      // The log has it, and the next start settles it.
      () => undefined,
    );
    this.#settling.add(settled);
    void settled.finally(() => this.#settling.delete(settled));
  }

  #look(): RoomLook {
    const { state } = this.lease;
    return {
      voiceChannelId: state.channelId,
      line: this.list(),
      last: this.#last,
      silenceReason: silenceReasonOf(state),
      captionOf: (utterance) => {
        if (utterance.captionsIn === undefined) return undefined;
        return this.#heard?.utterance === utterance ? captionOf(this.#heard).text : '';
      },
    };
  }

  async #factsOf(utterance: Utterance) {
    const { guildId, userId, id, origin } = utterance;
    const allowance = await this.#parts.spending.left(guildId, userId);
    const { state } = this.lease;
    const ahead = this.list().findIndex((each) => each.utterance.id === id);
    return {
      voiceChannelId: state.channelId,
      ahead: Math.max(0, ahead),
      isBesidePanel: origin.is === 'asked' && !origin.sample && this.#panel.standsIn(origin.channelId),
      silenceReason: silenceReasonOf(state),
      allowance,
    };
  }
}
