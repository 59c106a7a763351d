import type { SettingsPage, SpeechPage } from '../community/settings-pages.ts';
import { Spending } from '../community/spending.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isOffered } from '../service/synthesis/offered.ts';
import { wordsFor } from '../words/index.ts';
import type { SpeechDeskParts } from './desk-parts.ts';
import { Dictionary } from './dictionary.ts';
import { JoinAnnouncements } from './join-announcements.ts';
import { plain } from './one-line.ts';
import { KeptPanels } from './panel-message.ts';
import { pronouncerOf } from './pronunciation.ts';
import { QueueControl } from './queue-control.ts';
import { ReadAloudChannels } from './read-aloud.ts';
import { cleaned, liveRequest, scriptOf, ssmlScriptOf, type TextAsk } from './script.ts';
import { SpeechRooms } from './speech-rooms.ts';
import { type FileAsk, SpokenFiles } from './spoken-files.ts';
import { Unfinished } from './unfinished.ts';
import type { SpeechOrder } from './utterance.ts';
import { VoiceBook } from './voice-book.ts';
import { VoiceChoices } from './voice-choice.ts';
import { mostVoicedBytes, type VoicedRateHz, WholeSpeech } from './whole-speech.ts';

const minuteMs = 60_000;

/** Reading aloud as commands and buttons use it, from request to last word. */
export class SpeechDesk {
  readonly book: VoiceBook;
  readonly voices: VoiceChoices;
  readonly dictionary: Dictionary;
  readonly guilds: SettingsPage<SpeechPage>;
  /** What's being read, and what's waiting. */
  readonly line: QueueControl;
  readonly #parts: SpeechDeskParts;
  readonly #spending: Spending;
  readonly #writes: RepeatedWrites;
  readonly #rooms: SpeechRooms;
  readonly #unfinished: Unfinished;
  readonly #panels: KeptPanels;
  #recovering: Promise<void> = Promise.resolve();
  readonly #whole: WholeSpeech;
  readonly #files: SpokenFiles;
  readonly #readAloud: ReadAloudChannels;
  readonly #announcements: JoinAnnouncements;
  readonly #closing: (() => void)[] = [];

  constructor(parts: SpeechDeskParts) {
    const { settings, clock, log, messenger, rooms, synthesis } = parts;
    this.#parts = parts;
    this.book = new VoiceBook(settings.voices, settings);
    this.guilds = parts.guilds;
    this.dictionary = new Dictionary(this.guilds);
    const { model, voice } = settings;
    const usual = { model, ...(voice === undefined ? {} : { voice }) };
    this.voices = new VoiceChoices({ people: parts.people, guilds: this.guilds, book: this.book, usual });
    this.#writes = new RepeatedWrites({ clock, log, signal: parts.signal });
    this.#spending = new Spending({
      unit: 'spoken-characters',
      spent: parts.spent,
      clock,
      log,
      writes: this.#writes,
      limits: {
        perPersonPerDay: settings.charactersPerPersonPerDay,
        perGuildPerDay: settings.charactersPerGuildPerDay,
        perBotPerDay: settings.charactersPerBotPerDay,
      },
    });
    const spending = this.#spending;
    this.#unfinished = new Unfinished({
      shelf: parts.unfinished,
      writes: this.#writes,
      spending,
      messenger,
      clock,
      log,
      inHand: parts.inHand,
    });
    this.#panels = new KeptPanels(parts.panels, messenger, log, parts.inHand);
    this.#rooms = new SpeechRooms({
      idleMsOf: async (guildId) => {
        const { idleMinutes } = await this.guilds.of(guildId);
        return idleMinutes === undefined ? undefined : idleMinutes * minuteMs;
      },
      unfinished: this.#unfinished,
      panels: this.#panels,
      exposes: parts.exposes,
      rooms,
      synthesis,
      packetsOf: parts.packetsOf,
      format: settings.format,
      spending,
      messenger,
      clock,
      log,
      onReadFailure: (utterance, error) => this.#readAloud.tell(utterance, error),
    });
    this.line = new QueueControl(rooms, this.#rooms);
    this.#whole = new WholeSpeech(synthesis, spending, clock);
    this.#files = new SpokenFiles(this.#whole);
    this.#announcements = new JoinAnnouncements({
      guilds: this.guilds,
      voices: this.voices,
      speech: this.#rooms,
      clock,
      log,
      longestText: settings.longestText,
      botId: () => parts.moves?.botId ?? '',
    });
    this.#readAloud = new ReadAloudChannels({
      guilds: this.guilds,
      voices: this.voices,
      speech: this.#rooms,
      rooms,
      messenger,
      mayBeRead: parts.mayBeRead,
      exposes: parts.exposes,
      clock,
      log,
      longestText: settings.longestText,
    });
  }

  /** The most characters in one text. */
  get longestText(): number {
    return this.#parts.settings.longestText;
  }

  /** False: channels can't be read aloud, because the bot can't see messages. */
  get seesMessages(): boolean {
    return this.#parts.feed !== undefined;
  }

  open(): void {
    this.#recovering = this.#unfinished.recover().then((cutOff) => this.#panels.recover(cutOff));
    const { signal } = this.#parts;
    const giveUp = () => this.#giveUp();
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#closing.push(() => signal?.removeEventListener('abort', giveUp));
    const { traffic } = this.#parts;
    if (traffic) this.#closing.push(traffic.onMessage((passing) => this.#rooms.passed(passing)));
    if (this.#parts.moves)
      this.#closing.push(this.#parts.moves.onMove((move) => this.#announcements.noteMove(move)));
    if (this.#parts.feed)
      this.#closing.push(this.#parts.feed.onMessage((message) => this.#readAloud.readMessage(message)));
  }

  /** Drops what's waiting, gives back its cost, and tells everyone who's waiting. */
  async close(): Promise<void> {
    for (const close of this.#closing.splice(0)) close();
    this.#giveUp();
    // What's being repeated would hold up everything else.
    void this.#writes.close();
    // First, because texts to be read wait for their room.
    await this.#rooms.close();
    await this.#readAloud.close();
    await this.#announcements.close();
    await this.#recovering;
    await this.#writes.close();
  }

  /** Tells people who wait for a file or a room now, because closing waits for their commands. */
  #giveUp(): void {
    this.#whole.close();
    this.#rooms.refuse();
  }

  /**
   * Reads a text where the person is, and shows its progress.
   * @throws {Refusal}; then nothing was spent
   */
  async say(order: SpeechOrder, ask: TextAsk): Promise<void> {
    const { guildId, userId } = order;
    const place = this.#parts.rooms.whereIs(guildId, userId);
    if (!place) throw new Refusal({ code: 'voice-not-in-channel' });
    if (place.muted) throw new Refusal({ code: 'voice-person-muted' });
    const sound = await this.voices.soundFor(guildId, ask.asGuild ? undefined : userId);
    const script = await this.#scriptOf(order, ask, sound);
    const captioned = ask.captions === true && isOffered('wordTimestamps', sound.model, sound.voice);
    const { panel: panelWords } = wordsFor(order.locale).speech;
    await this.#rooms.say({
      order,
      voiceChannelId: place.channelId,
      script,
      sound,
      origin: {
        is: 'asked',
        channelId: order.channelId,
        answer: order.panel,
        sample: ask.sample === true,
      },
      publicLocale: order.publicLocale,
      captionsIn: captioned ? order.channelId : undefined,
      advice: [
        ...(place.deafened ? [panelWords.youAreDeafened] : []),
        ...(ask.captions && !captioned ? [panelWords.noCaptions] : []),
      ],
    });
  }

  /**
   * Turns a text into a file.
   * @throws {Refusal}, {ServiceError}
   */
  async file(order: SpeechOrder, ask: TextAsk & FileAsk) {
    const sound = await this.voices.soundFor(order.guildId, ask.asGuild ? undefined : order.userId);
    const script = await this.#scriptOf(order, ask, sound);
    return await this.#files.make(order, script, sound, ask);
  }

  /**
   * A text as mono PCM, in the person's voice.
   * @throws {Refusal}, {ServiceError}
   */
  async voice(order: SpeechOrder, ask: TextAsk, sampleRateHz: VoicedRateHz, signal: AbortSignal) {
    const sound = await this.voices.soundFor(order.guildId, order.userId);
    const script = await this.#scriptOf(order, ask, sound);
    const request = { ...liveRequest(sound, script, { format: 'pcm', wordTimestamps: false }), sampleRateHz };
    return (await this.#whole.make(order, script, request, mostVoicedBytes, signal)).bytes;
  }

  /** Reads none of this person's texts any more. */
  forget(userId: string): void {
    this.#rooms.dropTextsOf(userId);
  }

  /** How many texts the service has already. */
  paidTextsIn(guildId: string): number {
    return this.#rooms.paidTextsIn(guildId);
  }

  /** Posts a line in a channel for everyone. Without the permission, it's only logged. */
  async tell(channelId: string, sentence: string, nonce: string): Promise<void> {
    await this.#parts.messenger
      .post(channelId, { ...plain(sentence), silent: true }, nonce)
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error, channelId }, "couldn't tell a channel that it's read aloud");
      });
  }

  /** Whether the person is in a voice channel. */
  isInVoice(guildId: string, userId: string): boolean {
    return this.#parts.rooms.whereIs(guildId, userId) !== undefined;
  }

  async allowanceOf(guildId: string, userId: string) {
    return await this.#spending.left(guildId, userId);
  }

  async #scriptOf(order: SpeechOrder, ask: TextAsk, sound: Awaited<ReturnType<VoiceChoices['soundFor']>>) {
    const { longestText } = this.#parts.settings;
    const { pronunciations } = await this.guilds.of(order.guildId);
    const settings = { pronouncer: await pronouncerOf(pronunciations), longestText };
    if (ask.ssml) return ssmlScriptOf(ask.text, settings);
    const phrases = wordsFor(order.publicLocale).speech.reading;
    return scriptOf(cleaned(ask, phrases, this.#parts.clock.now()), sound, settings);
  }
}
