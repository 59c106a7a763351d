import type { Logger } from 'pino';
import type { ReadAloud, SettingsPage, SpeechPage } from '../community/settings-pages.ts';
import { noticeOf, noticeText } from '../discord/failure-words.ts';
import type { FeedMessage } from '../discord/message-feed.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { newReference } from '../operations/log.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import { Refusal, type RefusalCode } from '../refusal/refusal.ts';
import { isOffered } from '../service/synthesis/offered.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import { wordsFor } from '../words/index.ts';
import { plain } from './one-line.ts';
import { pronouncerOf } from './pronunciation.ts';
import { AuthorSaid } from './reading/author-said.ts';
import { cutToSeconds } from './reading/length.ts';
import { messageText } from './reading/message-text.ts';
import { canBeSaid } from './reading/spoken-text.ts';
import { longestQueue } from './reading-room.ts';
import { scriptOf } from './script.ts';
import type { Line, SpeechRooms } from './speech-rooms.ts';
import type { Utterance } from './utterance.ts';
import type { VoiceChoices } from './voice-choice.ts';

/** How a channel is read by default. */
export const usualReadAloud: ReadAloud = {
  naming: 'changed',
  inVoiceOnly: false,
  automatic: false,
  emoji: true,
  maxSeconds: 30,
  captions: false,
};

/** No reason to post in a channel: nobody is there to hear it, or there was nothing to read. */
const quiet: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'voice-nobody-there',
  'voice-not-in-channel',
  'speech-empty',
  'voice-person-muted',
  'shutting-down',
]);
/** Per guild: as many as a room takes at once. */
const mostWaiting = longestQueue;
/** The same reason is posted at most once within this time in a channel. */
const betweenNoticesMs = 10 * 60_000;

/** Reads people's messages in the channels that moderators chose, each guild's in order. */
export class ReadAloudChannels {
  readonly #parts;
  readonly #mutex = new KeyedMutex();
  readonly #rounds = new KeyedMutex();
  /** By guild: messages that are waiting for their room. */
  readonly #waiting = new Map<string, number>();
  readonly #saidIn = new Map<string, AuthorSaid>();
  readonly #noticedAt = new Map<string, number>();
  readonly #inProgress = new Set<Promise<void>>();

  constructor(parts: {
    readonly guilds: SettingsPage<SpeechPage>;
    readonly voices: VoiceChoices;
    readonly speech: SpeechRooms;
    readonly rooms: VoiceRooms;
    /** Whether moderators let this person be read. Default: everyone. */
    readonly mayBeRead?: ((message: FeedMessage) => Promise<boolean>) | undefined;
    readonly messenger: Messenger;
    /** Whether anyone who sees the first channel doesn't see the other one. */
    readonly exposes: (guildId: string, channelId: string, otherId: string) => boolean;
    readonly clock: Clock;
    readonly log: Logger;
    /** The most characters in one text. */
    readonly longestText: number;
  }) {
    this.#parts = parts;
  }

  /** Never throws. What can't be heard is reported in the channel from time to time. */
  readMessage(message: FeedMessage): void {
    const reference = newReference();
    this.#track(
      this.#readInTurn(message, reference).catch(
        async (error: unknown) => await this.#notice(message, message.author.userId, reference, error),
      ),
    );
  }

  /** A text that was being read was cut off. */
  tell(utterance: Utterance, error: unknown): void {
    const { origin, reference, userId } = utterance;
    if (origin.is === 'written')
      this.#track(this.#notice({ ...utterance, channelId: origin.channelId }, userId, reference, error));
  }

  async close(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  /** Prepares a text at once; reading it may wait until the room is entered. */
  async #readInTurn(message: FeedMessage, reference: string): Promise<void> {
    const { guildId } = message;
    const line = await this.#mutex.runExclusive(guildId, async () => await this.#lineOf(message, reference));
    if (!line) return;
    const waiting = this.#waiting.get(guildId) ?? 0;
    if (waiting >= mostWaiting) throw new Refusal({ code: 'speech-queue-full', limit: mostWaiting });
    this.#waiting.set(guildId, waiting + 1);
    try {
      await this.#rounds.runExclusive(guildId, async () => await this.#parts.speech.say(line));
    } finally {
      const left = (this.#waiting.get(guildId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(guildId, left);
      else this.#waiting.delete(guildId);
    }
  }

  /** Undefined if it isn't to be read. */
  async #lineOf(message: FeedMessage, reference: string): Promise<Line | undefined> {
    const { guilds, rooms, voices, clock, longestText } = this.#parts;
    const { guildId, channelId, author, locale } = message;
    const settings = await guilds.of(guildId);
    const reading = settings.channels[channelId];
    if (!reading || !isRead(message, reading)) return undefined;
    if (!((await this.#parts.mayBeRead?.(message)) ?? true)) return undefined;
    const authorAt = rooms.whereIs(guildId, author.userId);
    const authorIn = authorAt?.channelId;
    const voiceChannelId = reading.into ?? authorIn;
    if (voiceChannelId === undefined || (reading.inVoiceOnly && authorIn !== voiceChannelId))
      return undefined;
    if (authorAt?.muted) throw new Refusal({ code: 'voice-person-muted' });
    const { reading: phrases } = wordsFor(locale).speech;
    const text = messageText(message.body, { phrases, emoji: reading.emoji, now: clock.now() });
    if (!canBeSaid(text)) return undefined;
    const sound = await voices.soundFor(guildId, author.automatic ? undefined : author.userId);
    const named = this.#authorSaid(guildId).introduce(author, text, reading.naming, phrases);
    const short = cutToSeconds(named, reading.maxSeconds, sound.rate ?? 1, phrases.andSoOn);
    const script = scriptOf(cutToCharacters(short, longestText, phrases.andSoOn), sound, {
      pronouncer: await pronouncerOf(settings.pronunciations),
      longestText,
    });
    const captioned = reading.captions && isOffered('wordTimestamps', sound.model, sound.voice);
    return {
      order: { id: message.id, reference, guildId, channelId, userId: author.userId, locale },
      voiceChannelId,
      script,
      sound,
      origin: { is: 'written', channelId },
      publicLocale: locale,
      captionsIn: captioned ? channelId : undefined,
    };
  }

  #authorSaid(guildId: string): AuthorSaid {
    const known = this.#saidIn.get(guildId) ?? new AuthorSaid(this.#parts.clock);
    this.#saidIn.set(guildId, known);
    return known;
  }

  async #notice(
    { guildId, channelId, locale }: Pick<FeedMessage, 'guildId' | 'channelId' | 'locale'>,
    userId: string,
    reference: string,
    error: unknown,
  ): Promise<void> {
    const { messenger, exposes, clock, log } = this.#parts;
    if (error instanceof Refusal && quiet.has(error.facts.code)) return;
    const words = wordsFor(locale);
    const notice = noticeOf(error, words, (voiceId) => !exposes(guildId, channelId, voiceId));
    if (!notice) return;
    const key = `${channelId}/${reasonOf(error, userId) ?? notice.sentence}`;
    const now = clock.now();
    if (now - (this.#noticedAt.get(key) ?? Number.NEGATIVE_INFINITY) < betweenNoticesMs) return;
    for (const [known, at] of this.#noticedAt)
      if (now - at >= betweenNoticesMs) this.#noticedAt.delete(known);
    this.#noticedAt.set(key, now);
    if (!(error instanceof Refusal)) log.warn({ err: error, reference, channelId }, 'reading aloud failed');
    const sentence = words.speech.notHeard(notice.sentence);
    const body = plain(noticeText({ ...notice, sentence }, reference, words));
    try {
      await messenger.post(channelId, { ...body, silent: true }, `n${reference}`);
    } catch (failure) {
      log.info({ err: failure, channelId, reference }, "couldn't tell a channel why reading aloud is silent");
    }
  }

  #track(work: Promise<void>): void {
    this.#inProgress.add(work);
    void work.finally(() => this.#inProgress.delete(work));
  }
}

function isRead(message: FeedMessage, reading: ReadAloud): boolean {
  const { author, body, written } = message;
  if (!written || (author.automatic && !reading.automatic)) return false;
  if (reading.roleId !== undefined && !author.roleIds.includes(reading.roleId)) return false;
  return reading.exceptPrefix === undefined || !body.content.startsWith(reading.exceptPrefix);
}

/** The reason behind a sentence whose numbers differ from message to message. */
function reasonOf(error: unknown, userId: string): string | undefined {
  if (!(error instanceof Refusal) || error.facts.code !== 'quota-spent') return undefined;
  const { scope } = error.facts;
  return scope === 'person' ? `quota of ${userId}` : `quota of the ${scope}`;
}

function cutToCharacters(text: string, most: number, andSoOn: string): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const kept = Math.max(0, most - Array.from(andSoOn).length - 1);
  return `${characters.slice(0, kept).join('')} ${andSoOn}`;
}
