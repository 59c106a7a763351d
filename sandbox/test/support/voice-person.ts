import { connectVoice, type VoiceClient, type VoiceEnd } from '../../discord/voice/person/voice-client.ts';
import { encodeSpeech, SpeechDecoder } from './opus-speech.ts';
import type { SandboxPerson, SeenEvent } from './sandbox-person.ts';

/** What a person needs to know of the sandbox to sit in its voice channels; a `DiscordSandbox` fits. */
export interface VoiceSandbox {
  readonly guildId: string;
  readonly voice: { readonly certificate: string };
}

export interface VoiceState {
  readonly guild_id: string;
  readonly user_id: string;
  readonly channel_id: string | null;
  readonly session_id: string;
  readonly self_deaf: boolean;
  readonly self_mute: boolean;
  readonly mute: boolean;
  readonly deaf: boolean;
  readonly suppress: boolean;
}

export interface HeardFrame {
  readonly userId: string;
  readonly packet: Uint8Array;
  /** Monotonic. */
  readonly atMs: number;
}

export interface JoinOptions {
  readonly selfMute?: boolean;
  readonly selfDeaf?: boolean;
  /** How long the gateway may take to name a voice server: a minute when absent. */
  readonly timeoutMs?: number;
}

const frameMs = 20;
/** On a busy machine, too. */
const defaultTimeoutMs = 60_000;

/** Joins a voice channel as that person, by op 4 and a real voice connection; resolves when it can hear and be heard. */
export async function joinVoice(
  sandbox: VoiceSandbox,
  person: SandboxPerson,
  channelId: string,
  options: JoinOptions = {},
): Promise<VoicePerson> {
  const voice = new VoicePerson(sandbox, person);
  try {
    await voice.move(channelId, options);
  } catch (error) {
    await voice.leave();
    throw error;
  }
  return voice;
}

/**
 * A person in a voice channel, driven by a test. Follows where moderators move them; sent away or disconnected, they stay
 * out until `move`.
 */
export class VoicePerson {
  readonly person: SandboxPerson;
  /** Everything heard, Opus as it came. */
  readonly frames: HeardFrame[] = [];
  /** Who is heard to speak right now. */
  readonly speaking = new Set<string>();
  /** How voice connections ended that this person did not end. */
  readonly ends: VoiceEnd[] = [];
  /** Packets that could not be sent: not connected, or no keys yet. */
  unsent = 0;
  readonly #sandbox: VoiceSandbox;
  readonly #decoders = new Map<string, SpeechDecoder>();
  readonly #unfollow: () => void;
  #state: VoiceState | undefined;
  #client: VoiceClient | undefined;
  /** Resolves with the next voice server, while one is due; the one they are connected to otherwise. */
  #connected = Promise.withResolvers<void>();
  #due = false;

  constructor(sandbox: VoiceSandbox, person: SandboxPerson) {
    this.#sandbox = sandbox;
    this.person = person;
    this.#unfollow = person.onEvent((event) => this.#follow(event));
  }

  /** Where they sit, as the main gateway says. */
  get channelId(): string | null {
    return this.#state?.channel_id ?? null;
  }

  get state(): VoiceState | undefined {
    return this.#state;
  }

  /** Connected where they are now, with keys if anybody else is there. */
  async ready(): Promise<void> {
    await this.#connected.promise;
    await this.#client?.ready;
  }

  /** Goes to a channel by op 4; resolves when connected there. */
  async move(channelId: string, options: JoinOptions = {}): Promise<void> {
    this.#expectServer();
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const timer = setTimeout(() => this.#giveUp(`No voice server was given in ${timeoutMs} ms.`), timeoutMs);
    this.#op4(channelId, options);
    try {
      await this.ready();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Mutes or deafens themselves; resolves when the gateway has said so. */
  async setSelf(options: JoinOptions): Promise<void> {
    const { selfMute = false, selfDeaf = false } = options;
    const told = this.person.next<string>(
      'VOICE_STATE_UPDATE',
      (data) => data.user_id === this.person.id && data.self_mute === selfMute && data.self_deaf === selfDeaf,
    );
    this.#op4(this.channelId, options);
    await told;
  }

  /** Speaks mono PCM at its pace; resolves with its last frame, the silence frames follow by themselves. */
  async speakPcm(samples: Int16Array, sampleRateHz: 24_000 | 48_000 = 48_000): Promise<void> {
    await this.speakPackets(await encodeSpeech(samples, sampleRateHz));
  }

  async speakPackets(packets: readonly Uint8Array[]): Promise<void> {
    await this.ready();
    const startMs = performance.now();
    for (const [index, packet] of packets.entries()) {
      const waitMs = startMs + index * frameMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (!this.#client?.speak(packet)) this.unsent += 1;
    }
    this.#client?.endSpeech();
  }

  /** Everything heard of a person so far: 48 kHz mono, not to be written to. */
  heard(userId: string): Int16Array {
    return this.#decoders.get(userId)?.samples ?? new Int16Array();
  }

  /** Packets that came as voice and are no Opus. */
  undecodable(userId: string): number {
    return this.#decoders.get(userId)?.undecodable ?? 0;
  }

  /** Forgets what was heard so far. */
  forget(): void {
    this.frames.length = 0;
    for (const decoder of this.#decoders.values()) decoder.forget();
  }

  async leave(): Promise<void> {
    this.#unfollow();
    this.#client?.close();
    this.#client = undefined;
    this.#giveUp('This person left.');
    if (this.channelId !== null) this.#op4(null, {});
    this.#state = undefined;
    for (const decoder of this.#decoders.values()) decoder.close();
    this.#decoders.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave();
  }

  #op4(channelId: string | null, { selfMute = false, selfDeaf = false }: JoinOptions): void {
    const guildId = this.#sandbox.guildId;
    this.person.gatewaySend(4, {
      guild_id: guildId,
      channel_id: channelId,
      self_mute: selfMute,
      self_deaf: selfDeaf,
    });
  }

  #follow({ name, data }: SeenEvent): void {
    if (name === 'VOICE_STATE_UPDATE') this.#followState(data);
    if (name === 'VOICE_SERVER_UPDATE') this.#followServer(data);
  }

  #followState(state: VoiceState): void {
    if (state.guild_id !== this.#sandbox.guildId || state.user_id !== this.person.id) return;
    if (state.channel_id !== this.channelId) this.#expectServer();
    this.#state = state;
    if (state.channel_id !== null) return;
    this.#client?.close();
    this.#client = undefined;
  }

  #followServer(server: {
    readonly guild_id: string;
    readonly token: string;
    readonly endpoint: string;
  }): void {
    const state = this.#state;
    if (server.guild_id !== this.#sandbox.guildId || !state || state.channel_id === null) return;
    this.#client?.close();
    const client = connectVoice({
      guildId: server.guild_id,
      channelId: state.channel_id,
      userId: this.person.id,
      sessionId: state.session_id,
      token: server.token,
      endpoint: server.endpoint,
      selfDeaf: state.self_deaf,
      selfMute: state.self_mute,
      certificate: this.#sandbox.voice.certificate,
      readyTimeoutMs: defaultTimeoutMs,
    });
    this.#client = client;
    client.onPacket(({ userId, packet }) => this.#hear(userId, packet));
    client.onSpeaking(({ userId, speaking }) => {
      if (speaking) this.speaking.add(userId);
      else this.speaking.delete(userId);
    });
    client.onClosed((end) => {
      if (this.#client === client) this.#client = undefined;
      this.ends.push(end);
    });
    this.#due = false;
    this.#connected.resolve();
  }

  #expectServer(): void {
    if (this.#due) return;
    this.#due = true;
    this.#connected = Promise.withResolvers();
    this.#connected.promise.catch(() => {});
  }

  #giveUp(reason: string): void {
    this.#due = false;
    this.#connected.reject(new Error(reason));
  }

  #hear(userId: string, packet: Uint8Array): void {
    this.frames.push({ userId, packet: new Uint8Array(packet), atMs: performance.now() });
    const decoder = this.#decoders.get(userId) ?? new SpeechDecoder();
    this.#decoders.set(userId, decoder);
    decoder.take(packet);
  }
}
