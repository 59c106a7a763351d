import type { Logger } from 'pino';
import type { GuildSpeechSettings, ReadAloud } from '../community/speech-settings.ts';
import { noticeOf, noticeText } from '../discord/failure-words.ts';
import type { FeedMessage } from '../discord/feed-message.ts';
import type { Messenger } from '../discord/messenger.ts';
import { newReference } from '../discord/reference.ts';
import { Refusal, type RefusalCode } from '../discord/refusal.ts';
import { wordsFor } from '../discord/words/index.ts';
import type { Clock } from '../operations/clock.ts';
import { Turns } from '../operations/turns.ts';
import { isOffered } from '../service/synthesis/offered.ts';
import type { VoiceRooms } from '../voice/room-types.ts';
import { plain } from './announcer.ts';
import { AuthorSaid } from './reading/author-said.ts';
import { cutToSeconds } from './reading/length.ts';
import { messageText } from './reading/message-text.ts';
import { canBeSaid } from './reading/spoken-text.ts';
import { scriptOf } from './script.ts';
import type { SpeechRooms } from './speech-rooms.ts';
import type { Utterance } from './utterance.ts';
import type { VoiceChoices } from './voice-choices.ts';

export interface ReadAloudParts {
  readonly guilds: GuildSpeechSettings;
  readonly voices: VoiceChoices;
  readonly speech: SpeechRooms;
  readonly rooms: VoiceRooms;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Characters of one text. */
  readonly longestText: number;
}

/** How a channel is read until its moderators say otherwise. */
export const usualReadAloud: ReadAloud = {
  naming: 'changed',
  inVoiceOnly: false,
  automatic: false,
  emoji: true,
  maxSeconds: 30,
  captions: false,
};

/** No reason to write into a channel: nobody is there who would hear, or there was nothing to hear. */
const quiet: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'voice-nobody-there',
  'voice-not-in-channel',
  'speech-empty',
  'shutting-down',
]);
/** The same reason is said once in this time in a channel. */
const betweenNoticesMs = 10 * 60_000;

/** Reads what people write in the channels that moderators chose. Each guild in the order of its messages. */
export class ReadAloudChannels {
  readonly #parts: ReadAloudParts;
  readonly #turns = new Turns();
  readonly #saidIn = new Map<string, AuthorSaid>();
  readonly #noticedAt = new Map<string, number>();
  readonly #inProgress = new Set<Promise<void>>();

  constructor(parts: ReadAloudParts) {
    this.#parts = parts;
  }

  /** Never throws; what cannot be heard is said in the channel, now and then. */
  hear(message: FeedMessage): void {
    const reference = newReference();
    this.#track(
      this.#turns
        .take(message.guildId, async () => await this.#read(message, reference))
        .catch(async (error: unknown) => {
          const { channelId, locale } = message;
          await this.#notice(channelId, locale, reference, error);
        }),
    );
  }

  /** Something that was read is not heard to its end. */
  tell(utterance: Utterance, error: unknown): void {
    const { shownIn, reference } = utterance;
    if (shownIn.is === 'channel')
      this.#track(this.#notice(shownIn.channelId, shownIn.locale, reference, error));
  }

  async close(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  async #read(message: FeedMessage, reference: string): Promise<void> {
    const { guilds, rooms, voices, speech, clock, longestText } = this.#parts;
    const { guildId, channelId, author, locale } = message;
    const settings = await guilds.of(guildId);
    const reading = settings.channels[channelId];
    if (!reading || !isRead(message, reading)) return;
    const authorIn = rooms.whereIs(guildId, author.userId)?.channelId;
    const voiceChannelId = reading.into ?? authorIn;
    if (voiceChannelId === undefined || (reading.inVoiceOnly && authorIn !== voiceChannelId)) return;
    const { reading: phrases } = wordsFor(locale).speech;
    const text = messageText(message.body, { phrases, emoji: reading.emoji, now: clock.now() });
    if (!canBeSaid(text)) return;
    const sound = await voices.soundFor(guildId, author.automatic ? undefined : author.userId);
    const named = this.#authorSaid(guildId).introduce(author, text, reading.naming, phrases);
    const short = cutToSeconds(named, reading.maxSeconds, sound.rate ?? 1, phrases.andSoOn);
    const script = scriptOf(cutToCharacters(short, longestText, phrases.andSoOn), sound, {
      pronunciations: settings.pronunciations,
      longestText,
    });
    const captioned = reading.captions && isOffered('wordTimestamps', sound.model, sound.voice);
    await speech.say({
      order: {
        id: message.id,
        reference,
        guildId,
        channelId,
        userId: author.userId,
        locale,
        at: clock.now(),
      },
      voiceChannelId,
      script,
      sound,
      shownIn: { is: 'channel', channelId, locale },
      captionsIn: captioned ? channelId : undefined,
    });
  }

  #authorSaid(guildId: string): AuthorSaid {
    const known = this.#saidIn.get(guildId) ?? new AuthorSaid(this.#parts.clock);
    this.#saidIn.set(guildId, known);
    return known;
  }

  async #notice(channelId: string, locale: string, reference: string, error: unknown): Promise<void> {
    const { messenger, clock, log } = this.#parts;
    if (error instanceof Refusal && quiet.has(error.facts.code)) return;
    const words = wordsFor(locale);
    const notice = noticeOf(error, words);
    if (!notice) return;
    const key = `${channelId}/${notice.sentence}`;
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
      log.info({ err: failure, channelId, reference }, 'a channel could not be told why nothing is heard');
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

function cutToCharacters(text: string, most: number, andSoOn: string): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const kept = Math.max(0, most - Array.from(andSoOn).length - 1);
  return `${characters.slice(0, kept).join('')} ${andSoOn}`;
}
