import type { Logger } from 'pino';
import type { Actor } from '../../authority/actor.ts';
import { type Belonging, mayDecide } from '../../authority/belonging.ts';
import { paymentOf, type RunningRecordings } from '../../call/running-recordings.ts';
import { refusalOf, type Spending } from '../../community/spending.ts';
import { noticeOf, noticeText } from '../../discord/failure-words.ts';
import { container, text } from '../../discord/layout.ts';
import { LiveMessage } from '../../discord/live-message.ts';
import type { Mention, MentionFeed } from '../../discord/mention-feed.ts';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';
import { largestRecordingBytes } from '../../media/sound/fetch-sound.ts';
import { newReference } from '../../operations/log.ts';
import { KeyedMutex } from '../../operations/mutex.ts';
import { RateLimiter } from '../../operations/rate-limits.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import { longestReplyMs, type VoiceReplyRequest, type VoiceReplyStop } from './voice-reply.ts';
import { VoiceReplyHearing, type VoiceReplyHearingParts } from './voice-reply-hearing.ts';
import { renderVoiceReply } from './voice-reply-page.ts';

export interface VoiceRepliesParts extends VoiceReplyHearingParts {
  readonly feed: Pick<MentionFeed, 'listen'>;
  /** @throws {Refusal} if moderators don't let this person talk to the bot here */
  readonly assertMayTalk: (mention: Mention) => Promise<void>;
  readonly spending: Pick<Spending, 'charge' | 'finish' | 'left'>;
  readonly running: Pick<RunningRecordings, 'noteBegun' | 'noteAnswer' | 'noteEnded'>;
  /** The bot's name in that guild. */
  readonly botName: (guildId: string) => string;
  /**
   * Says the answer in the voice that the person chose, below it. Resolves to that message, or to undefined if they chose none.
   */
  readonly sayAloud: (
    request: VoiceReplyRequest,
    answer: string,
    answerId: string,
  ) => Promise<string | undefined>;
  /** Which messages of ours tell what was said: they go with it. */
  readonly told: {
    note(
      recordingId: string,
      guildId: string,
      told: { readonly channelId: string; readonly messageId: string },
    ): Promise<void>;
    takeBack(recordingId: string): Promise<void>;
  };
  readonly messenger: Pick<Messenger, 'post' | 'editPanel' | 'textIn'>;
  /** Aborts when the process begins to stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Per person. */
const repliesPerMinute = 6;
/** Of one person, waiting or being answered. */
const mostOfOnePerson = 3;
/** Of everybody. */
const mostAtOnce = 20;

/**
 * Voice messages that reply to one of the bot's messages: each is heard, answered in writing and, for who chose a voice, aloud. Who
 * sends one to the bot wants it heard, but no more than that one. Its seconds are reserved before, and given back without an answer.
 */
export class VoiceReplies {
  readonly #parts: VoiceRepliesParts;
  readonly #replies: RateLimiter;
  readonly #mutex = new KeyedMutex();
  readonly #hearings = new Map<string, VoiceReplyHearing>();
  readonly #inProgress = new Set<Promise<void>>();
  #stopFeed: () => void = () => undefined;

  constructor(parts: VoiceRepliesParts) {
    this.#parts = parts;
    this.#replies = new RateLimiter(parts.clock, repliesPerMinute, 60_000);
  }

  open(): void {
    this.#parts.signal.addEventListener('abort', () => this.#stopAll('restart', () => true), { once: true });
    this.#stopFeed = this.#parts.feed.listen({
      mentioned: (mention) => this.#mentioned(mention),
      changed: (messageId, now) => {
        if (!now) this.#hearings.get(messageId)?.stop('deleted');
      },
    });
  }

  /** Stops everything, and resolves when it's given back. */
  async close(): Promise<void> {
    this.#stopFeed();
    this.#stopAll('restart', () => true);
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  /**
   * By who sent it, or a moderator there: nothing more is sent, and no answer comes.
   * @throws {Refusal} `control-expired` if it's over, or isn't theirs to stop
   */
  stop(actor: Actor, id: string): void {
    const hearing = this.#hearings.get(id);
    if (!hearing || hearing.isOver || !mayDecide(actor, belongingOf(hearing.request)))
      throw new Refusal({ code: 'control-expired' });
    hearing.stop('person');
  }

  /** Nothing of this person is heard any more. */
  forget(userId: string): void {
    this.#stopAll('never', ({ request }) => request.userId === userId);
  }

  #stopAll(why: VoiceReplyStop, which: (hearing: VoiceReplyHearing) => boolean): void {
    for (const hearing of [...this.#hearings.values()]) if (which(hearing)) hearing.stop(why);
  }

  #mentioned(mention: Mention): void {
    const { message, repliesTo, botMay } = mention;
    const { id, guildId, channelId, author, locale, voice } = message;
    if (!voice || repliesTo === undefined || !botMay.write) return;
    const { userId } = author;
    if (!this.#replies.take(userId)) return;
    const reference = newReference();
    const request = { id, reference, guildId, channelId, userId, locale, sound: voice };
    const answer = new Answer(mention, request, this.#parts);
    const work = this.#answer(mention, answer)
      .catch(async (error: unknown) => await this.#sayWhy(mention, request, error))
      .finally(() => this.#hearings.delete(id));
    this.#inProgress.add(work);
    void work.finally(() => this.#inProgress.delete(work));
  }

  async #answer(mention: Mention, { request, hearing, message }: Answer): Promise<void> {
    const { assertMayTalk, unheard, running, told, log, clock } = this.#parts;
    const { id, reference, guildId, channelId, userId, locale, sound } = request;
    await assertMayTalk(mention);
    if (unheard.has(userId)) throw new Refusal({ code: 'call-never-listen' });
    assertFits(request);
    await this.#assertAffordable(request);
    const theirs = [...this.#hearings.values()].filter((each) => each.request.userId === userId);
    if (theirs.length >= mostOfOnePerson)
      throw new Refusal({ code: 'recordings-own-busy', limit: mostOfOnePerson });
    if (this.#hearings.size >= mostAtOnce) throw new Refusal({ code: 'recordings-busy' });
    this.#hearings.set(id, hearing);
    const at = clock.now();
    try {
      await running.noteBegun(id, {
        ...{ guildId, userId, reference, at },
        asked: { channelId, messageId: id, locale },
      });
      message.refresh();
      await this.#mutex.runExclusive(userId, async () => await this.#hear(mention, hearing, at));
    } catch (error) {
      if (!hearing.isOver && !(error instanceof Refusal))
        log.warn({ err: error, reference }, "couldn't answer a voice message");
      hearing.fail(error);
    } finally {
      await running.noteEnded(id);
    }
    await message.settled();
    const { state } = hearing;
    // It may have been posted just after the message was deleted.
    if (state.is === 'stopped' && state.why === 'deleted') return await told.takeBack(sound.messageId);
    if (state.is !== 'answered' || state.answer === '') return;
    log.info({ reference, guildId, channelId, userId }, 'answered a voice message');
    if (mention.botMay.speak && message.messageId !== undefined)
      await this.#sayAloud(request, state.answer, message.messageId);
  }

  /** Its seconds are reserved before anything of it is sent, and what nothing came of is given back after it. */
  async #hear(mention: Mention, hearing: VoiceReplyHearing, at: number): Promise<void> {
    const { decoders, spending, botName } = this.#parts;
    const { id, guildId, userId, channelId, reference } = hearing.request;
    if (hearing.isOver) return;
    const repliedTo = this.#textOf(channelId, mention.repliesTo);
    await decoders.inFolder(async (folder) => {
      const sound = await hearing.prepareSound(folder);
      const entry = { id: paymentOf(id), guildId, userId, reference, at };
      const seconds = Math.ceil(sound.ms / 1_000);
      await spending.charge(entry, seconds);
      try {
        const context = { botName: botName(guildId), repliedTo: await repliedTo };
        if (!hearing.isOver) await hearing.listen(sound, context);
      } catch (error) {
        hearing.fail(error);
        throw error;
      } finally {
        await spending.finish(entry, Math.min(seconds, hearing.costSeconds));
      }
    });
  }

  /** The answer doesn't depend on it. */
  async #textOf(channelId: string, messageId: string | undefined): Promise<string> {
    if (messageId === undefined) return '';
    return await this.#parts.messenger.textIn(channelId, messageId).catch(() => '');
  }

  /** The written answer stands, whatever becomes of this. */
  async #sayAloud(request: VoiceReplyRequest, answer: string, answerId: string): Promise<void> {
    const { sayAloud, told, log } = this.#parts;
    const { guildId, channelId, reference, sound } = request;
    try {
      const messageId = await sayAloud(request, answer, answerId);
      if (messageId !== undefined) await told.note(sound.messageId, guildId, { channelId, messageId });
    } catch (error) {
      log.info({ err: error, reference }, "couldn't answer with a voice message");
    }
  }

  async #assertAffordable({ guildId, userId, sound }: VoiceReplyRequest): Promise<void> {
    const needed = Math.max(1, Math.ceil(sound.seconds ?? 1));
    const left = await this.#parts.spending.left(guildId, userId);
    if (left && left.left < needed) throw refusalOf(left, needed);
  }

  /** Nothing was posted yet. */
  async #sayWhy(mention: Mention, request: VoiceReplyRequest, error: unknown): Promise<void> {
    const { messenger, log } = this.#parts;
    const { reference, guildId, channelId, userId, locale } = request;
    const facts = { reference, guildId, channelId, userId };
    if (error instanceof Refusal)
      log.info({ ...facts, refusal: error.facts.code }, 'refused to hear a voice message');
    else log.warn({ ...facts, err: error }, "couldn't hear a voice message");
    const words = wordsFor(locale);
    const notice = noticeOf(error, words);
    if (!notice) return;
    const body = { components: [container([text(noticeText(notice, reference, words))])] };
    await messenger.post(channelId, addressed(mention, body), `n${reference}`).catch((failure: unknown) => {
      log.info({ ...facts, err: failure }, "couldn't say why a voice message wasn't heard");
    });
  }
}

/** A voice reply and the message that answers it. */
class Answer {
  readonly request: VoiceReplyRequest;
  readonly hearing: VoiceReplyHearing;
  readonly message: LiveMessage;

  constructor(mention: Mention, request: VoiceReplyRequest, parts: VoiceRepliesParts) {
    const { messenger, clock, told, running, log } = parts;
    const { id, guildId, channelId, reference, locale, sound } = request;
    const words = wordsFor(locale);
    this.request = request;
    this.hearing = new VoiceReplyHearing(request, parts, () => this.message.refresh());
    this.message = new LiveMessage({
      ...{ place: { is: 'channel', channelId, nonce: reference }, messenger, clock },
      render: () => addressed(mention, renderVoiceReply(this.hearing, words)),
      onPosted: (messageId) => {
        void told.note(sound.messageId, guildId, { channelId, messageId });
        void running.noteAnswer(id, channelId, messageId);
      },
      onTrouble: (error) => log.info({ err: error, reference }, "couldn't show an answer to a voice message"),
    });
  }
}

function belongingOf({ guildId, channelId, userId: ownerId }: VoiceReplyRequest): Belonging {
  return { guildId, channelId, ownerId };
}

function assertFits({ sound: { bytes, seconds = 0 } }: VoiceReplyRequest): void {
  if (bytes > largestRecordingBytes)
    throw new Refusal({ code: 'recording-too-large', limitMegabytes: largestRecordingBytes / 2 ** 20 });
  // Discord rounds.
  if (seconds * 1_000 > longestReplyMs + 1_000)
    throw new Refusal({ code: 'recording-too-long', limitMinutes: longestReplyMs / 60_000 });
}

/** A reply that notifies nobody: the person who asked is looking. */
function addressed({ message, botMay }: Mention, body: MessageBody): MessageBody {
  return { ...body, silent: true, ...(botMay.reply ? { repliesTo: message.id } : {}) };
}
