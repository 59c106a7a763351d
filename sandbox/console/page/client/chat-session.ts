import type { CommandPayload } from '../composer/payload.ts';
import { suggestionItems } from '../composer/payload.ts';
import type { PopupItem } from '../composer/popup.ts';
import type { FormValues, Modal } from '../forms/modal-form.ts';
import { submission } from '../forms/modal-form.ts';
import { Directory } from '../store/directory.ts';
import { mentionsPerson, ReadMarks } from '../store/read-marks.ts';
import { Timeline } from '../store/timeline.ts';
import { Typing } from '../store/typing.ts';
import { VoiceStates } from '../store/voice-states.ts';
import type { CallSound } from '../voice/call-sound.ts';
import { VoiceCall } from '../voice/voice-call.ts';
import type { VoiceChange } from '../voice/voice-change.ts';
import { voiceChangeRequest } from '../voice/voice-change.ts';
import type { VoiceFile } from '../voice/voice-note.ts';
import type { Choice, CommandIndex } from '../wire/command.ts';
import type { CommandTarget, Message } from '../wire/message.ts';
import { messageFlags } from '../wire/message.ts';
import type { Channel } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';
import type { ConsoleConfig, Person } from './config.ts';
import type { ConnectionState, Schedule } from './gateway.ts';
import { GatewayClient } from './gateway.ts';
import type { Place } from './interaction-client.ts';
import { InteractionClient } from './interaction-client.ts';
import { nextNonce } from './nonce.ts';
import { Observable } from './observable.ts';
import type { Origin } from './pending-interactions.ts';
import { PendingInteractions } from './pending-interactions.ts';
import { DiscordRest, RestError } from './rest.ts';
import { tellHeard, voicedText } from './voiced-text.ts';

const historyPage = 50;

export interface SessionEvents {
  readonly onConnection: (state: ConnectionState) => void;
  readonly onModal: (modal: Modal) => void;
  readonly onSuggestions: (nonce: string, items: readonly PopupItem[]) => void;
  readonly onSuggestionsFailed: (nonce: string) => void;
  readonly onMessage: (message: Message) => void;
  readonly onTrouble: (sentence: string) => void;
}

/** Everything one person does and sees: REST, gateway and the stores they fill. */
export class ChatSession extends Observable {
  readonly person: Person;
  readonly directory = new Directory();
  readonly timeline = new Timeline();
  readonly readMarks = new ReadMarks();
  readonly pending = new PendingInteractions();
  readonly typing: Typing;
  readonly voiceStates = new VoiceStates();
  readonly call: VoiceCall;
  readonly #rest: DiscordRest;
  readonly #gateway: GatewayClient;
  readonly #interactions: InteractionClient;
  readonly #events: SessionEvents;
  #visibleChannelId: string | undefined;
  #wasReady = false;

  constructor(
    config: ConsoleConfig,
    person: Person,
    locale: () => string,
    schedule: Schedule,
    sound: CallSound,
    events: SessionEvents,
  ) {
    super();
    this.person = person;
    this.#events = events;
    this.typing = new Typing(schedule);
    this.#rest = new DiscordRest({ apiUrl: `${config.discordUrl}/api/v10`, token: person.token, locale });
    this.#gateway = new GatewayClient({
      url: config.gatewayUrl,
      token: person.token,
      schedule,
      onDispatch: (event, data) => this.#receive(event, data),
      onState: (state) => this.#connection(state),
    });
    this.#interactions = new InteractionClient({
      rest: this.#rest,
      sessionId: () => this.#gateway.sessionId,
    });
    this.call = new VoiceCall({
      userId: person.id,
      bridgeUrl: config.gatewayUrl.replace(/\/gateway\/?$/, '/voice-bridge'),
      sound,
      schedule,
      update: (wish) => this.#gateway.updateVoice(wish),
      sessionId: () => this.#gateway.sessionId,
      nameOf: (channelId) => this.directory.channels.get(channelId)?.name ?? pageWords().voice.theChannel,
      voice: (line, signal) => voicedText(person.id, line, signal),
      say: (sentence) => events.onTrouble(sentence),
      heard: (listening, text) => void tellHeard(person.id, listening, text),
    });
    const { directory, timeline, readMarks, pending, typing, voiceStates, call } = this;
    for (const store of [directory, timeline, readMarks, pending, typing, voiceStates, call]) {
      store.subscribe(() => this.changed());
    }
  }

  get connection(): ConnectionState {
    return this.#gateway.state;
  }

  open(): void {
    this.#gateway.connect();
  }

  close(): void {
    this.call.leave();
    this.#gateway.close();
    this.typing.close();
  }

  /** The channel on screen; its messages count as read. */
  show(channelId: string): void {
    this.#visibleChannelId = channelId;
    this.readMarks.read(channelId);
    if (this.timeline.stream(channelId).history === 'unknown') void this.loadOlder(channelId);
  }

  async loadOlder(channelId: string): Promise<void> {
    const stream = this.timeline.stream(channelId);
    if (stream.history === 'loading' || stream.history === 'complete') return;
    const oldest = stream.history === 'unknown' ? undefined : stream.messages[0]?.id;
    this.timeline.startLoading(channelId);
    try {
      const before = oldest ? `&before=${oldest}` : '';
      const page = await this.#rest.get<readonly Message[]>(
        `/channels/${channelId}/messages?limit=${historyPage}${before}`,
      );
      for (const message of page) this.directory.meet(message.author);
      this.timeline.addHistory(channelId, page, historyPage);
    } catch (error) {
      this.timeline.stopLoading(channelId);
      this.#trouble(error, pageWords().failures.loadMessages);
    }
  }

  /** Posts a message. @throws RestError when it was refused */
  async post(channelId: string, content: string, files: readonly File[], replyTo?: string): Promise<void> {
    await this.#rest.post(
      `/channels/${channelId}/messages`,
      {
        content,
        nonce: nextNonce(),
        ...(replyTo && { message_reference: { message_id: replyTo } }),
        ...(files.length > 0 && {
          attachments: files.map((file, id) => ({ id: String(id), filename: file.name })),
        }),
      },
      files,
    );
  }

  /** Posts a voice message. @throws RestError when it was refused */
  async postVoice(
    channelId: string,
    { file, seconds, waveform }: VoiceFile,
    replyTo?: string,
  ): Promise<void> {
    await this.#rest.post(
      `/channels/${channelId}/messages`,
      {
        flags: messageFlags.voiceMessage,
        nonce: nextNonce(),
        ...(replyTo && { message_reference: { message_id: replyTo } }),
        attachments: [{ id: '0', filename: file.name, duration_secs: seconds, waveform }],
      },
      [file],
    );
  }

  async deleteMessage(message: Message): Promise<void> {
    try {
      await this.#rest.delete(`/channels/${message.channel_id}/messages/${message.id}`);
    } catch (error) {
      this.#trouble(error, pageWords().failures.deleteMessage);
    }
  }

  /** Removes an ephemeral message from this page; nobody else had it. */
  dismiss(message: Message): void {
    this.timeline.remove(message.channel_id, message.id);
  }

  startTyping(channelId: string): void {
    this.#rest.post(`/channels/${channelId}/typing`, undefined).catch(() => {});
  }

  /** The commands this person may use here. @throws RestError */
  commandIndex(place: Place): Promise<CommandIndex> {
    const owner = place.guildId ? `/guilds/${place.guildId}` : `/channels/${place.channelId}`;
    return this.#rest.get<CommandIndex>(`${owner}/application-command-index`);
  }

  /** `label` is what the person read: `video text`, or the words of the menu. */
  runCommand(
    place: Place,
    applicationId: string,
    payload: CommandPayload,
    { label, target }: { readonly label: string; readonly target?: CommandTarget },
  ): void {
    this.#interact({ kind: 'command', channelId: place.channelId, label, target }, (nonce) =>
      this.#interactions.command(place, applicationId, payload, nonce),
    );
  }

  /** The direct messages with a person. Undefined, after saying so, if they can't be opened. */
  async openDirect(userId: string): Promise<string | undefined> {
    try {
      const channel = await this.#rest.post<Channel>('/users/@me/channels', { recipient_id: userId });
      this.directory.putChannel(channel);
      return channel.id;
    } catch (error) {
      this.#trouble(error, pageWords().failures.openDirect);
      return undefined;
    }
  }

  /** What a moderator does to someone in a voice channel, or a person about their own place on a stage. */
  async changeVoice(guildId: string, change: VoiceChange): Promise<void> {
    const { path, body } = voiceChangeRequest(guildId, change);
    try {
      await this.#rest.patch(path, body);
    } catch (error) {
      this.#trouble(error, pageWords().failures.action);
    }
  }

  useComponent(
    place: Place,
    message: Message,
    type: number,
    customId: string,
    values?: readonly string[],
  ): void {
    const origin = {
      kind: 'component',
      channelId: place.channelId,
      messageId: message.id,
      customId,
    } as const;
    const data = { component_type: type, custom_id: customId, ...(values && { values }) };
    this.#interact(origin, (nonce) => this.#interactions.component(place, message, data, nonce));
  }

  submitModal(place: Place, modal: Modal, values: FormValues, messageId: string | undefined): void {
    this.#interact({ kind: 'modal', channelId: place.channelId, messageId }, (nonce) =>
      this.#interactions.modal(place, modal, submission(modal, values), nonce),
    );
  }

  autocomplete(place: Place, applicationId: string, payload: CommandPayload, nonce: string): Promise<void> {
    return this.#interactions.autocomplete(place, applicationId, payload, nonce);
  }

  #interact(origin: Origin, send: (nonce: string) => Promise<void>): void {
    const nonce = nextNonce();
    this.pending.start(nonce, origin);
    send(nonce).catch((error: unknown) => {
      this.pending.fail(nonce, error instanceof RestError ? error.message : pageWords().failures.reach);
      if (origin.kind === 'modal' && origin.messageId === undefined)
        this.#trouble(error, pageWords().failures.sendForm);
    });
  }

  #connection(state: ConnectionState): void {
    this.#events.onConnection(state);
    this.changed();
  }

  #receive(event: string, data: unknown): void {
    if (event === 'READY' && this.#wasReady) this.timeline.forget();
    this.#wasReady ||= event === 'READY';
    this.directory.apply(event, data);
    this.timeline.apply(event, data);
    this.voiceStates.apply(event, data);
    this.call.apply(event, data);
    if (event === 'MESSAGE_CREATE') this.#arrived(data as Message);
    if (event === 'TYPING_START') {
      const { channel_id, user_id } = data as { channel_id: string; user_id: string };
      if (user_id !== this.person.id) this.typing.start(channel_id, user_id);
    }
    this.#interactionEvent(event, data);
    if (event === 'READY' && this.#visibleChannelId) this.show(this.#visibleChannelId);
  }

  #arrived(message: Message): void {
    this.directory.meet(message.author);
    this.typing.stop(message.channel_id, message.author.id);
    this.#events.onMessage(message);
    if (message.author.id === this.person.id || message.channel_id === this.#visibleChannelId) return;
    const { guild_id } = this.directory.channels.get(message.channel_id) ?? {};
    const roles = this.directory.members(guild_id).get(this.person.id)?.roles ?? [];
    const isDirect = guild_id === undefined;
    this.readMarks.note(message, isDirect || mentionsPerson(message, this.person.id, roles));
  }

  #interactionEvent(event: string, data: unknown): void {
    const { nonce } = (data ?? {}) as { nonce?: string };
    if (typeof nonce !== 'string') return;
    switch (event) {
      case 'INTERACTION_SUCCESS':
        this.pending.finish(nonce);
        break;
      case 'INTERACTION_FAILURE':
        this.#events.onSuggestionsFailed(nonce);
        this.#failed(nonce);
        break;
      case 'INTERACTION_MODAL_CREATE':
        this.#events.onModal({ ...(data as Modal), nonce });
        this.pending.finish(nonce);
        break;
      case 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE':
        this.#events.onSuggestions(nonce, suggestionItems((data as { choices: readonly Choice[] }).choices));
        break;
    }
  }

  #failed(nonce: string): void {
    const origin = this.pending.find(nonce)?.origin;
    if (origin?.kind === 'modal' && origin.messageId === undefined)
      this.#events.onTrouble(pageWords().failures.noResponse);
    this.pending.fail(
      nonce,
      origin?.kind === 'command' ? pageWords().failures.noResponse : pageWords().failures.interaction,
    );
  }

  #trouble(error: unknown, what: string): void {
    const why = error instanceof RestError ? error.message : pageWords().failures.reach;
    this.#events.onTrouble(`${what}: ${why}`);
  }
}
