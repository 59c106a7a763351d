import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SettingsPage, SpeechPage } from '../community/settings-pages.ts';
import { type Clock, Countdown } from '../operations/clock.ts';
import { newReference } from '../operations/log.ts';
import { wordsFor } from '../words/index.ts';
import { pronouncerOf } from './pronunciation.ts';
import { spokenName } from './reading/names.ts';
import { scriptOf } from './script.ts';
import type { SpeechRooms } from './speech-rooms.ts';
import type { VoiceChoices } from './voice-choice.ts';
import type { VoiceMove } from './voice-moves.ts';
import type { ReadingPhrases } from './words/reading.en.ts';

/** Who came to and left one voice channel since the last announcement. */
interface Gathering {
  readonly channelId: string;
  readonly locale: string;
  readonly joined: Map<string, string | undefined>;
  readonly left: Map<string, string | undefined>;
}

/** People who join together are named together, and anyone who leaves right away isn't named. */
const gatherMs = 2_000;
/** The pause between announcements, so a crowd doesn't drown out the reading. */
const betweenMs = 15_000;
const mostNamed = 2;
/** After more texts than this it wouldn't be news. */
const mostAhead = 2;

/** Says “X joined” and “X left” where the bot reads, if moderators want that. */
export class JoinAnnouncements {
  readonly #parts;
  /** By guild, which has one room. */
  readonly #gathered = new Map<string, Gathering>();
  readonly #countdowns = new Map<string, Countdown>();
  readonly #saidAt = new Map<string, number>();
  readonly #saying = new Set<Promise<void>>();

  constructor(parts: {
    readonly guilds: SettingsPage<SpeechPage>;
    readonly voices: VoiceChoices;
    readonly speech: Pick<SpeechRooms, 'leaseOf' | 'list' | 'say'>;
    readonly clock: Clock;
    readonly log: Logger;
    readonly longestText: number;
    /** The bot's own id. It pays for the characters, so nobody uses up their day by joining. */
    readonly botId: () => string;
  }) {
    this.#parts = parts;
  }

  noteMove({ guildId, userId, name, from, to, locale }: VoiceMove): void {
    const { speech, clock } = this.#parts;
    const channelId = this.#placeIn(guildId);
    if (channelId === undefined || from === to || (from !== channelId && to !== channelId)) return;
    // People who have something read are heard anyway.
    if (speech.list(guildId).some(({ utterance }) => utterance.userId === userId)) return;
    const known = this.#gathered.get(guildId);
    const gathering =
      known?.channelId === channelId ? known : { channelId, locale, joined: new Map(), left: new Map() };
    this.#gathered.set(guildId, gathering);
    const [now, before] =
      to === channelId ? [gathering.joined, gathering.left] : [gathering.left, gathering.joined];
    if (!before.delete(userId)) now.set(userId, name);
    if (known === gathering) return;
    const rested = (this.#saidAt.get(guildId) ?? Number.NEGATIVE_INFINITY) + betweenMs - clock.now();
    this.#countdown(guildId).start(Math.max(gatherMs, rested));
  }

  async close(): Promise<void> {
    for (const countdown of this.#countdowns.values()) countdown.cancel();
    await Promise.allSettled(this.#saying);
  }

  /** Where the bot is reading and can be heard. */
  #placeIn(guildId: string): string | undefined {
    const state = this.#parts.speech.leaseOf(guildId)?.state;
    return state?.is === 'ready' ? state.channelId : undefined;
  }

  #countdown(guildId: string): Countdown {
    const countdown =
      this.#countdowns.get(guildId) ?? new Countdown(this.#parts.clock, () => this.#due(guildId));
    this.#countdowns.set(guildId, countdown);
    return countdown;
  }

  #due(guildId: string): void {
    const gathering = this.#gathered.get(guildId);
    this.#gathered.delete(guildId);
    if (!gathering) return;
    const saying = this.#say(guildId, gathering).catch((error: unknown) => {
      this.#parts.log.info({ err: error, guildId }, "couldn't say who joined or left");
    });
    this.#saying.add(saying);
    void saying.finally(() => this.#saying.delete(saying));
  }

  async #say(guildId: string, { channelId, locale, joined, left }: Gathering): Promise<void> {
    const { guilds, voices, speech, clock, longestText, botId } = this.#parts;
    const { reading: phrases } = wordsFor(locale).speech;
    const text = [said(joined, phrases.joined, phrases), said(left, phrases.left, phrases)].join(' ').trim();
    const settings = await guilds.of(guildId);
    const read = Object.entries(settings.channels).find(
      ([, { comings, into }]) => comings && (into === undefined || into === channelId),
    );
    if (text === '' || !read) return;
    const sound = await voices.soundFor(guildId);
    const pronouncer = await pronouncerOf(settings.pronunciations);
    const script = scriptOf(text, sound, { pronouncer, longestText });
    // It may have left in the meantime, and doesn't come back for this.
    if (this.#placeIn(guildId) !== channelId || speech.list(guildId).length > mostAhead) return;
    this.#saidAt.set(guildId, clock.now());
    const [textChannelId] = read;
    await speech.say({
      order: {
        id: randomUUID(),
        reference: newReference(),
        guildId,
        channelId: textChannelId,
        userId: botId(),
        locale,
      },
      voiceChannelId: channelId,
      script,
      sound,
      origin: { is: 'written', channelId: textChannelId, about: channelId },
      publicLocale: locale,
    });
  }
}

/** Their names, or how many they are. */
function said(
  people: ReadonlyMap<string, string | undefined>,
  phrase: ReadingPhrases['joined'],
  { somebody }: ReadingPhrases,
): string {
  if (people.size === 0) return '';
  if (people.size > mostNamed) return phrase({ count: people.size });
  return phrase({ names: [...people.values()].map((name) => spokenName(name ?? '') ?? somebody) });
}
