import { BridgeSocket } from '../client/bridge-socket.ts';
import type { Schedule } from '../client/gateway.ts';
import { Observable } from '../client/observable.ts';
import type { VoiceServerUpdate, VoiceState, VoiceStateWish } from '../wire/voice.ts';
import { pageWords } from '../words/current.ts';
import type { CallSound, Microphone } from './call-sound.ts';
import { MicrophoneTrouble } from './call-sound.ts';
import type { SpokenLinesOptions } from './spoken-lines.ts';
import { SpokenLines } from './spoken-lines.ts';

export interface VoicePlace {
  readonly guildId: string;
  readonly channelId: string;
}

export type CallState =
  | { readonly kind: 'out' }
  /** The browser asks the person whether the page may listen. */
  | { readonly kind: 'asking'; readonly place: VoicePlace }
  /** Asked the gateway; `giveUp` cancels the deadline for its answer. */
  | { readonly kind: 'joining'; readonly place: VoicePlace; readonly giveUp: () => void }
  | { readonly kind: 'connecting'; readonly place: VoicePlace; readonly line: BridgeSocket }
  | { readonly kind: 'in'; readonly place: VoicePlace; readonly line: BridgeSocket };

export interface VoiceCallOptions {
  readonly userId: string;
  /** `ws://host:port/voice-bridge` */
  readonly bridgeUrl: string;
  readonly sound: CallSound;
  readonly schedule: Schedule;
  /** Op 4 of the gateway. */
  readonly update: (wish: VoiceStateWish) => void;
  /** Of the gateway. */
  readonly sessionId: () => string;
  readonly nameOf: (channelId: string) => string;
  /** Voices a sentence in this person's own voice. */
  readonly voice: SpokenLinesOptions['voice'];
  readonly say: (sentence: string) => void;
  /** The browser listens to this person, or not any more; with what it understood. */
  readonly heard: (listening: boolean, text?: string) => void;
}

/** Discord answers a join that is not allowed with silence. */
const answerTimeoutMs = 8000;
const rejoinDelayMs = 500;
const rejoinsAtMost = 3;

/** This person's call: from the wish to join, over the gateway's two answers, to sound in both directions. */
export class VoiceCall extends Observable {
  readonly #options: VoiceCallOptions;
  /** Sentences that are said in the place of the microphone. */
  readonly spoken: SpokenLines;
  #wasSpokenFor = false;
  #state: CallState = { kind: 'out' };
  #microphone: Microphone | undefined;
  #server: VoiceServerUpdate | undefined;
  #rejoins = 0;
  readonly #speaking = new Set<string>();
  #wantsMute = false;
  #wantsDeaf = false;
  /** Muted by a moderator, or in the audience of a stage. */
  #barred = false;
  /** Why nothing can be said, when there should be a microphone. */
  microphoneTrouble: string | undefined;

  constructor(options: VoiceCallOptions) {
    super();
    this.#options = options;
    this.spoken = new SpokenLines({
      voice: options.voice,
      speak: (id, packets) => this.#line?.say(id, packets),
      hush: () => this.#line?.hush(),
      tell: options.say,
    });
    this.spoken.subscribe(() => this.#spokenFor());
  }

  get state(): CallState {
    return this.#state;
  }

  get place(): VoicePlace | undefined {
    return this.#state.kind === 'out' ? undefined : this.#state.place;
  }

  get sound(): CallSound {
    return this.#options.sound;
  }

  get hasMicrophone(): boolean {
    return this.#microphone !== undefined;
  }

  /** Loudness of the microphone, 0 to 1. */
  get microphoneLevel(): number {
    return this.#microphone?.level ?? 0;
  }

  get muted(): boolean {
    return this.#wantsMute || this.#wantsDeaf;
  }

  get deafened(): boolean {
    return this.#wantsDeaf;
  }

  /** In a call, and neither muted by a moderator nor in the audience. */
  get mayBeHeard(): boolean {
    return this.#state.kind === 'in' && !this.#barred;
  }

  isSpeaking(userId: string): boolean {
    return this.#speaking.has(userId);
  }

  /** Joins, or changes to another channel. Without a microphone the person listens only, and is told why. */
  async join(place: VoicePlace, withMicrophone: boolean): Promise<void> {
    if (this.place?.channelId === place.channelId) return;
    if (this.place && this.place.guildId !== place.guildId) this.leave();
    const trouble = this.sound.open();
    if (trouble) this.#options.say(trouble);
    if (withMicrophone && !this.#microphone) {
      const asking: CallState = { kind: 'asking', place };
      this.#enter(asking);
      if (!(await this.#openMicrophone(() => this.#state === asking))) return;
    }
    this.#rejoins = 0;
    this.#ask(place);
  }

  /** Opens the microphone in a call that has none yet. */
  async useMicrophone(): Promise<void> {
    const { place } = this;
    if (!place || this.#microphone) return;
    await this.#openMicrophone(() => this.place !== undefined);
    if (this.place) this.#tell();
    this.changed();
  }

  leave(): void {
    const { place } = this;
    if (!place) return;
    const asked = this.#state.kind !== 'asking';
    this.#enter({ kind: 'out' });
    if (asked) this.#options.update(this.#wish({ ...place, channelId: null }));
  }

  /** Like Discord's own switch: speaking again ends being deaf, too. */
  setMuted(muted: boolean): void {
    if (!muted) this.#wantsDeaf = false;
    this.#wantsMute = muted;
    this.#tell();
  }

  setDeafened(deafened: boolean): void {
    this.#wantsDeaf = deafened;
    this.#tell();
  }

  setVolume(volume: number): void {
    this.sound.volume = volume;
    this.changed();
  }

  apply(event: string, data: unknown): void {
    if (event === 'READY') this.#newSession();
    if (event === 'VOICE_STATE_UPDATE') this.#placed(data as VoiceState);
    if (event === 'VOICE_SERVER_UPDATE') this.#served(data as VoiceServerUpdate);
  }

  #enter(next: CallState): void {
    const left = this.#state;
    this.#state = next;
    if (left.kind === 'joining') left.giveUp();
    if ('line' in left && !('line' in next && next.line === left.line)) {
      left.line.close();
      this.spoken.cutOff();
      this.sound.forgetAll();
      this.#speaking.clear();
    }
    if (next.kind === 'out') this.#release();
    this.changed();
  }

  #release(): void {
    this.#microphone?.close();
    this.#microphone = undefined;
    this.microphoneTrouble = undefined;
    this.#server = undefined;
    this.#barred = false;
    this.#speaking.clear();
    this.sound.close();
  }

  /** False when nobody wants it any more. */
  async #openMicrophone(isWanted: () => boolean): Promise<boolean> {
    this.microphoneTrouble = undefined;
    const microphone = await this.sound
      .microphone({
        onPacket: (packet) => this.#line?.send(packet),
        onSpeaking: (speaking) => {
          if (!speaking) this.#line?.pause();
          this.#setSpeaking(this.#options.userId, speaking);
        },
        onRecognition: this.#options.heard,
        onRecognitionTrouble: this.#options.say,
        onLost: () => {
          if (this.#microphone === microphone) this.#lostMicrophone();
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof MicrophoneTrouble)) throw error;
        if (isWanted()) this.microphoneTrouble = error.message;
        return undefined;
      });
    if (!isWanted()) {
      microphone?.close();
      return false;
    }
    this.#microphone = microphone;
    this.#applyMute();
    return true;
  }

  #lostMicrophone(): void {
    this.#microphone?.close();
    this.#microphone = undefined;
    this.microphoneTrouble = pageWords().voice.microphoneGone;
    this.#setSpeaking(this.#options.userId, false);
    this.#tell();
  }

  get #line(): BridgeSocket | undefined {
    return this.#state.kind === 'in' ? this.#state.line : undefined;
  }

  #ask(place: VoicePlace): void {
    const giveUp = this.#options.schedule(answerTimeoutMs, () => {
      this.leave();
      this.#options.say(pageWords().voice.cannotJoin(this.#options.nameOf(place.channelId)));
    });
    this.#server = undefined;
    this.#enter({ kind: 'joining', place, giveUp });
    this.#options.update(this.#wish(place));
  }

  #wish({ guildId, channelId }: { guildId: string; channelId: string | null }): VoiceStateWish {
    return {
      guild_id: guildId,
      channel_id: channelId,
      self_mute: !this.spoken.isBusy && (this.muted || !this.#microphone),
      self_deaf: this.#wantsDeaf,
    };
  }

  #tell(): void {
    this.#applyMute();
    this.sound.deafened = this.#wantsDeaf;
    const { place } = this;
    if (place && this.#state.kind !== 'asking') this.#options.update(this.#wish(place));
    this.changed();
  }

  #applyMute(): void {
    if (this.#microphone) this.#microphone.muted = this.muted || this.#barred || this.spoken.isBusy;
  }

  /** The machine's voice takes the place of the microphone: who was muted is not, for as long as that. */
  #spokenFor(): void {
    const { isBusy, state } = this.spoken;
    if (isBusy !== this.#wasSpokenFor) {
      this.#wasSpokenFor = isBusy;
      if (this.muted || !this.#microphone) this.#tell();
      else this.#applyMute();
    }
    this.#setSpeaking(this.#options.userId, state.kind === 'saying');
    this.changed();
  }

  /** The gateway forgot us, and with it where we sat. */
  #newSession(): void {
    const { place } = this;
    if (place && this.#state.kind !== 'asking') this.#ask(place);
  }

  #placed(state: VoiceState): void {
    if (state.user_id !== this.#options.userId) {
      this.#othersPlace(state);
      return;
    }
    const { place } = this;
    if (!place || this.#state.kind === 'asking' || state.guild_id !== place.guildId) return;
    this.#barred = state.mute || state.suppress;
    if (this.#barred) this.spoken.stop();
    this.#applyMute();
    if (state.channel_id === null) {
      if (this.#state.kind === 'joining') return;
      this.#enter({ kind: 'out' });
      this.#options.say(pageWords().voice.disconnected(this.#options.nameOf(place.channelId)));
    } else if (state.session_id !== this.#options.sessionId()) {
      this.#enter({ kind: 'out' });
      this.#options.say(pageWords().voice.joinedElsewhere);
    } else if (state.channel_id !== place.channelId) {
      this.#movedTo({ ...place, channelId: state.channel_id });
    } else this.#connect();
  }

  #othersPlace({ user_id: userId, channel_id: channelId }: VoiceState): void {
    if (!this.place || channelId === this.place.channelId) return;
    this.sound.forget(userId);
    this.#setSpeaking(userId, false);
  }

  /** By a moderator; the new place's server is told next. */
  #movedTo(place: VoicePlace): void {
    this.#options.say(pageWords().voice.moved(this.#options.nameOf(place.channelId)));
    const giveUp = this.#options.schedule(answerTimeoutMs, () => this.#ask(place));
    this.#enter({ kind: 'joining', place, giveUp });
    this.#connect();
  }

  /** An endpoint of null is followed by another update, once there is one. */
  #served(update: VoiceServerUpdate): void {
    if (update.guild_id !== this.place?.guildId || this.#state.kind === 'asking') return;
    this.#server = update;
    this.#connect();
  }

  #connect(): void {
    const { place } = this;
    if (!place || !this.#server?.endpoint) return;
    const { token, endpoint } = this.#server;
    this.#server = undefined;
    const isMine = (): boolean => 'line' in this.#state && this.#state.line === line;
    const { userId, bridgeUrl, sessionId } = this.#options;
    const line: BridgeSocket = new BridgeSocket(
      bridgeUrl,
      { ...place, userId, sessionId: sessionId(), token, endpoint },
      {
        onReady: () => {
          if (isMine()) this.#enter({ kind: 'in', place, line });
        },
        onSpeaking: (speakerId, speaking) => {
          if (isMine() && speakerId !== userId) this.#setSpeaking(speakerId, speaking);
        },
        onSaid: (id) => {
          if (isMine()) this.spoken.said(id);
        },
        onPacket: (speakerId, packet) => {
          if (isMine()) this.sound.hear(speakerId, packet);
        },
        onEnd: (reason) => {
          if (isMine()) this.#lost(place, reason);
        },
      },
    );
    this.#enter({ kind: 'connecting', place, line });
  }

  #lost(place: VoicePlace, reason: string): void {
    this.#rejoins += 1;
    if (this.#rejoins > rejoinsAtMost) {
      this.leave();
      this.#options.say(pageWords().voice.ended(reason));
      return;
    }
    const giveUp = this.#options.schedule(rejoinDelayMs * 2 ** this.#rejoins, () => this.#ask(place));
    this.#enter({ kind: 'joining', place, giveUp });
  }

  #setSpeaking(userId: string, speaking: boolean): void {
    if (this.#speaking.has(userId) === speaking) return;
    if (speaking) this.#speaking.add(userId);
    else this.#speaking.delete(userId);
    this.changed();
  }
}
