import type { Logger } from 'pino';
import type { InterpreterPage, SettingsPage } from '../../community/settings-pages.ts';
import { noticeOf, noticeText } from '../../discord/failure-words.ts';
import { container, text } from '../../discord/layout.ts';
import type { FeedMessage, MessageFeed } from '../../discord/message-feed.ts';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import { newReference } from '../../operations/log.ts';
import { KeyedMutex } from '../../operations/mutex.ts';
import { RateLimiter } from '../../operations/rate-limits.ts';
import { Refusal, type RefusalCode } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import type { RecordingDesk } from './recording-desk.ts';
import type { ToldMessages } from './told-messages.ts';
import { renderWritten } from './written-page.ts';

export interface WrittenChannelsParts {
  readonly guilds: SettingsPage<InterpreterPage>;
  readonly desk: Pick<RecordingDesk, 'hearForAll' | 'languagesFor'>;
  /** Absent: the bot can't see what people send. */
  readonly feed: MessageFeed | undefined;
  /** Whether moderators let this person use the interpreter there. */
  readonly mayBeWritten: (message: FeedMessage) => Promise<boolean>;
  /** People whose recordings are nobody's to write down. */
  readonly unheard: { has(userId: string): boolean };
  readonly told: ToldMessages;
  readonly messenger: Pick<Messenger, 'post'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** No reason to post in a channel. */
const quiet: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'recording-never',
  'recording-gone',
  'recording-silent',
  'recordings-own-busy',
  'shutting-down',
]);
/** The same reason is posted at most once within this time in a channel. */
const betweenNoticesMs = 10 * 60_000;

/** Writes down every voice message in the channels that moderators chose, below it. Its author pays, as for being interpreted. */
export class WrittenChannels {
  readonly #parts: WrittenChannelsParts;
  readonly #notices: RateLimiter;
  /** One after the other for each person: only a few of theirs may be heard at once, and none is left out. */
  readonly #mutex = new KeyedMutex();
  readonly #inProgress = new Set<Promise<void>>();
  #stop: () => void = () => undefined;

  constructor(parts: WrittenChannelsParts) {
    this.#parts = parts;
    this.#notices = new RateLimiter(parts.clock, 1, betweenNoticesMs);
  }

  /** False: no channel can be followed, because the bot can't see messages. */
  get seesMessages(): boolean {
    return this.#parts.feed !== undefined;
  }

  open(): void {
    const { feed } = this.#parts;
    if (feed) this.#stop = feed.onMessage((message) => this.noteMessage(message));
  }

  /** After the recordings are stopped. */
  async close(): Promise<void> {
    this.#stop();
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  /** Never throws. */
  noteMessage(message: FeedMessage): void {
    if (!message.voice || message.author.automatic) return;
    const reference = newReference();
    const { userId } = message.author;
    const work = this.#mutex
      .runExclusive(userId, async () => await this.#write(message, reference))
      .catch(async (error: unknown) => await this.#notice(message, reference, error));
    this.#inProgress.add(work);
    void work.finally(() => this.#inProgress.delete(work));
  }

  async #write(message: FeedMessage, reference: string): Promise<void> {
    const { guilds, desk, mayBeWritten, unheard, told, messenger } = this.#parts;
    const { id, guildId, channelId, author, locale, voice } = message;
    const chosen = await this.#chosenFor(guilds, guildId, channelId);
    if (!chosen || !voice || unheard.has(author.userId) || !(await mayBeWritten(message))) return;
    const whose = { guildId, userId: author.userId, locale, publicLocale: locale };
    const { from, to } = await desk.languagesFor(whose, author.userId);
    const hearing = await desk.hearForAll({
      ...{ id, reference, guildId, userId: author.userId, recording: voice, from },
      to: chosen.language ?? (from === 'auto' ? to : from),
      asked: { channelId, messageId: id, locale },
    });
    await hearing.over;
    const { state } = hearing;
    if (state.is === 'failed') throw state.error;
    if (state.is !== 'heard' || hearing.passages.length === 0) return;
    // It may have been turned off, or refused, while it was listened to.
    if (unheard.has(author.userId) || !(await this.#chosenFor(guilds, guildId, channelId))) return;
    const body = renderWritten(hearing, chosen, wordsFor(locale));
    const posted = await messenger.post(channelId, { ...body, silent: true, repliesTo: id }, `w${reference}`);
    await told.note(id, guildId, { channelId, messageId: posted.messageId });
  }

  async #chosenFor(guilds: WrittenChannelsParts['guilds'], guildId: string, channelId: string) {
    const { channels } = await guilds.of(guildId);
    return Object.hasOwn(channels, channelId) ? channels[channelId] : undefined;
  }

  async #notice(message: FeedMessage, reference: string, error: unknown): Promise<void> {
    const { messenger, log } = this.#parts;
    const { channelId, locale, author } = message;
    const facts = { reference, channelId, userId: author.userId };
    if (error instanceof Refusal) {
      log.info({ ...facts, refusal: error.facts.code }, "a voice message wasn't written down");
      if (quiet.has(error.facts.code)) return;
    } else log.warn({ ...facts, err: error }, "couldn't write down a voice message");
    const words = wordsFor(locale);
    const notice = noticeOf(error, words);
    if (!notice || !this.#notices.take(`${channelId}/${reasonOf(error, author.userId)}`)) return;
    const sentence = words.interpreter.written.notWritten(notice.sentence);
    const body: MessageBody = {
      components: [container([text(noticeText({ ...notice, sentence }, reference, words))])],
    };
    await messenger.post(channelId, { ...body, silent: true }, `n${reference}`).catch((failure: unknown) => {
      log.info({ ...facts, err: failure }, "couldn't say why a voice message isn't written down");
    });
  }
}

/** What makes two notices the same one. */
function reasonOf(error: unknown, userId: string): string {
  if (!(error instanceof Refusal)) return 'trouble';
  const { facts } = error;
  return facts.code === 'quota-spent' && facts.scope === 'person' ? `${facts.code} of ${userId}` : facts.code;
}
