import type { VoiceConnection } from '@discordjs/voice';
import type { Client } from 'discord.js';
import { trustCertificate } from '../../sandbox/discord/voice/person/trusted-certificate.ts';
import type { PersonName, PlaceName } from '../../sandbox/discord/world/places.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { joinVoice, type VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import type { Clock } from '../../src/operations/clock.ts';
import { createEars } from '../../src/voice/ears/ears.ts';
import { createMouth } from '../../src/voice/mouth/mouth.ts';
import type { OpusCodec } from '../../src/voice/packets/opus-codec.ts';
import type { StatusRecord } from '../../src/voice/room/channel-status.ts';
import type { RoomFeature } from '../../src/voice/room/feature.ts';
import type { GatewayLink, Presence } from '../../src/voice/room/presence.ts';
import { ClientPresence } from '../../src/voice/room/presence-client.ts';
import { Rooms } from '../../src/voice/room/rooms.ts';
import type { EnterRequest, RoomEnd, RoomLease, RoomState } from '../../src/voice/room/types.ts';
import { roomWords } from '../../src/wiring/voice.ts';
import { acceleratedClock } from './accelerated-clock.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { MemoryShelf } from './memory-shelf.ts';

/** An op 4 that left for the main gateway, whoever sent it. */
export interface AskedOp4 {
  readonly d: { readonly channel_id: string | null; readonly self_deaf: boolean };
}

/** Real rooms of a real client against the whole stand-in; what they write is kept. */
export interface RoomStage extends AsyncDisposable {
  readonly bot: LiveBot;
  readonly discord: LiveBot['discord'];
  readonly botId: string;
  readonly guildId: string;
  readonly rooms: Rooms;
  readonly presence: Presence;
  /** What voice channels showed before. */
  readonly records: MemoryShelf<StatusRecord>;
  readonly asked: readonly AskedOp4[];
  readonly notices: readonly string[];
  /** The channels that they were written in. */
  readonly noticedIn: readonly string[];
  readonly ends: readonly RoomEnd[];
  /** The library's own, each as often as it had a new networking object. */
  readonly connections: readonly VoiceConnection[];
  /** Says that the ears hear nothing although somebody speaks, or hear again. */
  readonly tellDeafness: (deaf: boolean) => void;
  sit(name: PersonName, channel?: PlaceName): Promise<VoicePerson>;
  enter(channel?: PlaceName, more?: Entering): Promise<RoomLease>;
  /** Where Discord shows the bot, and how. */
  shown(): ReturnType<LiveBot['discord']['voiceStates']['find']>;
  /** A moderator moves the bot; resolves when its room is ready there. */
  moveTo(channel: PlaceName, room: RoomLease): Promise<void>;
}

/** What notices about the usual channel are made of. */
export const aboutVoice = ({ discord }: RoomStage) => ({
  channelId: discord.channels.voice,
  permissions: '',
});

export function sayPackets({ mouth }: RoomLease, packets: Iterable<Uint8Array>, id = 'said') {
  const source = (async function* () {
    yield* packets;
  })();
  return mouth.play({ id, priority: 'normal', packets: source });
}

/** What a made-up feature asks for; without more it hears nobody. */
export interface Entering extends Pick<EnterRequest, 'allowed' | 'signal' | 'idleMs'> {
  readonly feature?: RoomFeature;
  /** Where it's told about its room. */
  readonly notices?: PlaceName;
}

/** A feature that nobody thought of. */
export const madeUp: RoomFeature = { name: 'made-up', rank: 1 };

export interface RoomStageOptions {
  /** How many seconds pass for the rooms in one. */
  readonly speed?: number;
  /** In the place of a fast one. */
  readonly clock?: Clock;
  readonly aloneMs?: number;
  readonly idleMs?: number;
  /** What people are decoded with. */
  readonly codec?: OpusCodec;
  /** Which guilds the bot works for. */
  readonly serves?: (guildId: string) => boolean;
}

class WatchedPresence extends ClientPresence {
  readonly asked: AskedOp4[] = [];

  override line(guildId: string): GatewayLink | undefined {
    const line = super.line(guildId);
    if (!line) return undefined;
    const watched = (send: (payload: unknown) => boolean) => (payload: unknown) => {
      this.asked.push(payload as AskedOp4);
      return send(payload);
    };
    return {
      shardId: line.shardId,
      send: watched((payload) => line.send(payload)),
      adapterCreator: (methods) => {
        const adapter = line.adapterCreator(methods);
        return { ...adapter, sendPayload: watched((payload) => adapter.sendPayload(payload)) };
      },
    };
  }
}

export async function startRoomStage(options: RoomStageOptions = {}): Promise<RoomStage> {
  const bot = await startLiveBot();
  const { discord } = bot;
  trustCertificate(discord.voice.certificate);
  const { log } = bot.recorded;
  const presence = new WatchedPresence(bot.client as Client, log);
  const notices: string[] = [];
  const noticedIn: string[] = [];
  const connections: VoiceConnection[] = [];
  const deafness = new Set<(deaf: boolean) => void>();
  const records = new MemoryShelf<StatusRecord>();
  const rooms = new Rooms({
    presence,
    records,
    settings: { aloneMs: options.aloneMs ?? 3_600_000, idleMs: options.idleMs ?? 0 },
    messenger: {
      post: async (channelId, body) => {
        notices.push(textOf(body));
        noticedIn.push(channelId);
        return { messageId: String(notices.length) };
      },
    },
    wordsFor: roomWords,
    ...(options.serves ? { serves: options.serves } : {}),
    clock: options.clock ?? acceleratedClock({ startedAt: Date.now(), speed: options.speed ?? 1 }),
    log,
    createMouth: (sink) => createMouth(sink),
    createEars: () => {
      const ears = createEars(options.codec ? { codec: options.codec } : {});
      const attach = ears.attach.bind(ears);
      ears.attach = (connection) => {
        connections.push(connection);
        attach(connection);
      };
      const onDeafness = ears.onDeafness.bind(ears);
      ears.onDeafness = (listener) => {
        deafness.add(listener);
        return onDeafness(listener);
      };
      return ears;
    },
  });
  const sitters: VoicePerson[] = [];
  const { guildId, botUserId: botId } = discord;
  return {
    bot,
    discord,
    botId,
    guildId,
    rooms,
    presence,
    records,
    asked: presence.asked,
    notices,
    noticedIn,
    get ends() {
      const ended = bot.recorded.lines.filter(({ msg }) => msg === 'voice room ended');
      return ended.map(({ end }) => end as RoomEnd);
    },
    connections,
    tellDeafness: (deaf) => {
      for (const listener of deafness) listener(deaf);
    },
    sit: async (name, channel = 'voice') => {
      const sitter = await joinVoice(discord, await bot.person(name), discord.channels[channel]);
      sitters.push(sitter);
      return sitter;
    },
    enter: async (channel = 'voice', { feature = madeUp, notices: place = 'general', ...more } = {}) =>
      await rooms.enter({
        guildId: discord.guildId,
        channelId: discord.channels[channel],
        feature,
        notices: { channelId: discord.channels[place] },
        ...more,
      }),
    shown: () => discord.voiceStates.find(guildId, botId),
    moveTo: async (channel, room) => {
      const to = discord.channels[channel];
      discord.voiceStates.moveMember(guildId, botId, to);
      await eventually(() => room.state.is === 'ready' && room.state.channelId === to, 'the move');
    },
    [Symbol.asyncDispose]: async () => {
      await rooms.close();
      for (const sitter of sitters) await sitter.leave();
      await bot[Symbol.asyncDispose]();
    },
  };
}

/** Resolves once what was done has lost the room and it is ready again, however short it was lost. */
export async function lostAndBack(room: RoomLease, lose: () => void): Promise<void> {
  const states: RoomState['is'][] = [];
  const forget = room.onChange(({ is }) => states.push(is));
  lose();
  await eventually(() => states.includes('lost') && states.at(-1) === 'ready', 'being back');
  forget();
}

let said = 0;

/** Says something that nobody said before; resolves when that person heard it. */
export async function heardBy(listener: VoicePerson, room: RoomLease): Promise<void> {
  said += 1;
  const packet = Buffer.alloc(70, said);
  const playback = sayPackets(room, Array(5).fill(packet), `said ${said}`);
  await eventually(() => listener.frames.some((frame) => packet.equals(frame.packet)), 'being heard');
  await playback.ended;
}

function textOf(body: MessageBody): string {
  return body.components.map((part) => ('content' in part ? part.content : '')).join('\n');
}
