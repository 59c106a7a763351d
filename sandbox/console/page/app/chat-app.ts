import { ChatSession } from '../client/chat-session.ts';
import type { ConsoleConfig, Person } from '../client/config.ts';
import type { ConnectionState, Schedule } from '../client/gateway.ts';
import type { Place } from '../client/interaction-client.ts';
import { Observable } from '../client/observable.ts';
import { recordedFile, saidFile } from '../client/voice-files.ts';
import type { CommandEntry } from '../composer/command-catalog.ts';
import { catalogOf } from '../composer/command-catalog.ts';
import { entryOf, type Offer } from '../composer/offer.ts';
import type { PopupItem } from '../composer/popup.ts';
import { readableColour } from '../drawing/readable-colour.ts';
import type { Modal } from '../forms/modal-form.ts';
import type { MenuCommand } from '../menus/menu-commands.ts';
import { menuCommandsOf } from '../menus/menu-commands.ts';
import { channelSections, directMessages, isReadable, isVoice } from '../store/channel-sections.ts';
import type { CallSound } from '../voice/call-sound.ts';
import { VoiceNote, type VoiceRecorder } from '../voice/voice-note.ts';
import type { CommandIndex } from '../wire/command.ts';
import type { CommandTarget, Message } from '../wire/message.ts';
import type { Channel } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';
import type { Whereabouts } from './location-hash.ts';
import type { Preferences } from './preferences.ts';

export interface AppOptions {
  readonly config: ConsoleConfig;
  readonly preferences: Preferences;
  readonly schedule: Schedule;
  readonly sound: CallSound;
  /** Opens the microphone for a voice message. @throws MicrophoneTrouble */
  readonly record: (onLost: () => void) => Promise<VoiceRecorder>;
  /** Asks the page's server again: tokens change when the sandbox restarts. */
  readonly reload: () => Promise<ConsoleConfig>;
}

/** An open modal, and the message whose component opened it. */
export interface OpenModal {
  readonly modal: Modal;
  readonly messageId: string | undefined;
}

/** An open context menu: what it's for, where it is, and what gets the focus back. */
export interface OpenMenu {
  readonly target: CommandTarget;
  readonly x: number;
  readonly y: number;
  readonly returnTo: HTMLElement | undefined;
}

/** What the composer listens to besides state: answers to its questions. */
export interface SuggestionListener {
  answer(nonce: string, items: readonly PopupItem[]): void;
  fail(nonce: string): void;
}

const noticeMs = 6000;
const reloadDelayMs = 2000;

/** The page's state above one person's session: who's using it, where they are and what's open. */
export class ChatApp extends Observable {
  readonly preferences: Preferences;
  /** The voice message that's being made. */
  readonly voiceNote: VoiceNote;
  readonly #options: AppOptions;
  #config: ConsoleConfig;
  #session: ChatSession;
  #unsubscribe: () => void;
  #index: CommandIndex | undefined;
  #indexPlace: string | undefined;
  #cancelNotice: () => void = () => {};
  suggestionListener: SuggestionListener | undefined;
  /** Takes what is offered to be tried. */
  offerListener: ((offer: Offer) => void) | undefined;
  /** Takes a text to begin a message with. */
  draftListener: ((text: string) => void) | undefined;
  channelId: string | undefined;
  /** The server on screen; undefined for direct messages. */
  guildId: string | undefined;
  /** Id of the first message of the channel on screen that was new when it was opened. */
  unreadSince: string | undefined;
  modal: OpenModal | undefined;
  menu: OpenMenu | undefined;
  notice: string | undefined;
  replyTo: Message | undefined;

  constructor(options: AppOptions, personName: string | undefined, channelId: string | undefined) {
    super();
    this.#options = options;
    this.#config = options.config;
    this.preferences = options.preferences;
    this.guildId = options.config.guildId;
    this.channelId = channelId;
    this.#session = this.#startSession(personNamed(this.people, personName));
    this.#unsubscribe = this.#session.subscribe(() => this.#sessionChanged());
    this.preferences.subscribe(() => this.changed());
    this.voiceNote = new VoiceNote({
      record: options.record,
      recorded: recordedFile,
      said: (line, signal) => saidFile(this.session.person.id, line, signal),
      tell: (sentence) => this.say(sentence),
    });
    this.voiceNote.subscribe(() => this.changed());
  }

  get people(): readonly Person[] {
    return this.#config.people;
  }

  get session(): ChatSession {
    return this.#session;
  }

  get discordUrl(): string {
    return this.#config.discordUrl;
  }

  /** Whether sentences can be voiced for people in a call. */
  get canSay(): boolean {
    return this.#config.canSay;
  }

  get channel(): Channel | undefined {
    return this.channelId ? this.session.directory.channels.get(this.channelId) : undefined;
  }

  /** The first text channel of the community: where newcomers arrive and are greeted. */
  get homeId(): string | undefined {
    return this.#communityChannels.find((channel) => !isVoice(channel))?.id;
  }

  /** The first bot of the community, by the name that people mention it with. */
  get botName(): string | undefined {
    const { directory } = this.session;
    const { guildId } = this.#config;
    const bot = [...directory.members(guildId).values()].find(({ user }) => user.bot);
    return bot && directory.nameOf(bot.user, guildId);
  }

  /** The voice channel that newcomers are sent to. */
  get voiceChannel(): Channel | undefined {
    return this.#communityChannels.find(isVoice);
  }

  get #communityChannels(): readonly Channel[] {
    return this.#readableIn(this.#config.guildId);
  }

  /** Where an interaction or message goes; undefined while no channel is open. */
  get place(): Place | undefined {
    const { channel } = this;
    return channel && { channelId: channel.id, guildId: channel.guild_id };
  }

  get catalog(): readonly CommandEntry[] {
    return this.#index ? catalogOf(this.#index, this.preferences.locale) : [];
  }

  /** The colour of their name, made readable on the theme's background. */
  colourOf(userId: string, guildId: string | undefined): string | undefined {
    return readableColour(this.session.directory.colourOf(userId, guildId), this.preferences.theme);
  }

  /** The commands that applications put into the menus of users (2) or messages (3) here. */
  menuCommands(type: 2 | 3): readonly MenuCommand[] {
    return this.#index ? menuCommandsOf(this.#index, type, this.preferences.locale) : [];
  }

  /** Opens the gateway; call once. */
  start(): void {
    this.#session.open();
  }

  usePerson(person: Person): void {
    this.#unsubscribe();
    this.#session.close();
    this.modal = undefined;
    this.menu = undefined;
    this.replyTo = undefined;
    this.voiceNote.discard();
    this.#forgetCommands();
    this.#session = this.#startSession(person);
    this.#unsubscribe = this.#session.subscribe(() => this.#sessionChanged());
    this.#session.open();
    this.changed();
  }

  openChannel(channelId: string): void {
    const channel = this.session.directory.channels.get(channelId);
    if (!channel || !isReadable(channel)) return;
    if (this.channelId !== channelId) this.replyTo = undefined;
    this.channelId = channelId;
    this.guildId = channel.guild_id;
    this.unreadSince = this.session.readMarks.unread(channelId)?.sinceId;
    this.session.show(channelId);
    void this.refreshCommands();
    this.changed();
  }

  /** The browser went back or forward to this address. */
  goTo({ person, channelId }: Whereabouts): void {
    if (person !== undefined && person !== this.session.person.name) {
      this.channelId = channelId;
      this.usePerson(personNamed(this.people, person));
    } else if (channelId !== undefined && channelId !== this.channelId) this.openChannel(channelId);
  }

  /** Shows a server, or the direct messages. */
  openGuild(guildId: string | undefined): void {
    this.guildId = guildId;
    this.channelId = undefined;
    const first = this.#firstChannel();
    if (first) this.openChannel(first.id);
    else this.changed();
  }

  /** Asks for the commands of the place on screen; applications may register new ones at any time. */
  async refreshCommands(): Promise<void> {
    const { place } = this;
    if (!place) return;
    const key = `${this.session.person.id}/${place.guildId ?? place.channelId}`;
    if (this.#indexPlace !== key) this.#forgetCommands();
    this.#indexPlace = key;
    try {
      const index = await this.session.commandIndex(place);
      if (this.#indexPlace !== key) return;
      this.#index = index;
      this.changed();
    } catch {
      this.say(pageWords().page.noCommands);
    }
  }

  /** Puts a command into the composer, for the person to send. */
  async offer(offer: Offer): Promise<void> {
    if (!entryOf(offer, this.catalog)) await this.refreshCommands();
    if (entryOf(offer, this.catalog)) this.offerListener?.(offer);
    else this.say(pageWords().page.notHereYet(offer.path.join(' ')));
  }

  reply(message: Message | undefined): void {
    this.replyTo = message;
    this.changed();
  }

  openMenu(menu: OpenMenu): void {
    this.menu = menu;
    this.changed();
    void this.refreshCommands();
  }

  closeMenu(): void {
    this.menu = undefined;
    this.changed();
  }

  closeModal(): void {
    this.modal = undefined;
    this.changed();
  }

  /** Shows a sentence at the bottom of the page for a few seconds. */
  say(sentence: string): void {
    this.#cancelNotice();
    this.notice = sentence;
    this.#cancelNotice = this.#options.schedule(noticeMs, () => {
      this.notice = undefined;
      this.changed();
    });
    this.changed();
  }

  #startSession(person: Person): ChatSession {
    const session: ChatSession = new ChatSession(
      this.#config,
      person,
      () => this.preferences.locale,
      this.#options.schedule,
      this.#options.sound,
      {
        onConnection: (state) => this.#connected(session, state),
        onModal: (modal) => {
          const origin = session.pending.find(modal.nonce ?? '')?.origin;
          this.modal = { modal, messageId: origin?.kind === 'component' ? origin.messageId : undefined };
          this.changed();
        },
        onSuggestions: (nonce, items) => this.suggestionListener?.answer(nonce, items),
        onSuggestionsFailed: (nonce) => this.suggestionListener?.fail(nonce),
        onMessage: () => {},
        onTrouble: (sentence) => this.say(sentence),
      },
    );
    return session;
  }

  #connected(session: ChatSession, state: ConnectionState): void {
    if (session !== this.#session) return;
    if (state.kind === 'ready') this.#arrive();
    if (state.kind === 'refused') this.#options.schedule(reloadDelayMs, () => void this.#reload(session));
  }

  /** A channel may vanish under the reader, and guilds may arrive after READY. */
  #sessionChanged(): void {
    if (this.session.connection.kind === 'ready' && !this.channel && this.#firstChannel()) this.#arrive();
    else this.changed();
  }

  /** After READY: the channel of the address if it is there, else the first one. */
  #arrive(): void {
    const { channel } = this;
    const target = channel && isReadable(channel) ? channel : this.#firstChannel();
    if (target) this.openChannel(target.id);
  }

  #firstChannel(): Channel | undefined {
    const { channels } = this.session.directory;
    if (!this.guildId) return directMessages(channels.values())[0];
    const readable = this.#readableIn(this.guildId);
    return readable.find((channel) => !isVoice(channel)) ?? readable[0];
  }

  #readableIn(guildId: string): readonly Channel[] {
    return channelSections(this.session.directory.channels.values(), guildId)
      .flatMap((section) => section.channels)
      .map(({ channel }) => channel)
      .filter(isReadable);
  }

  /** The token was refused: the sandbox was restarted, so the people have new ones. */
  async #reload(session: ChatSession): Promise<void> {
    if (session !== this.#session) return;
    try {
      this.#config = await this.#options.reload();
      this.usePerson(personNamed(this.people, session.person.name));
    } catch {
      this.#options.schedule(reloadDelayMs, () => void this.#reload(session));
    }
  }

  #forgetCommands(): void {
    this.#index = undefined;
    this.#indexPlace = undefined;
  }
}

function personNamed(people: readonly Person[], name: string | undefined): Person {
  const [first] = people;
  const person =
    people.find((candidate) => candidate.name === name) ?? people.find((p) => p.name === 'member') ?? first;
  if (!person) throw new Error('The sandbox has no people.');
  return person;
}
