import {
  type DiscordGatewayAdapterLibraryMethods,
  joinVoiceChannel,
  type VoiceConnection,
} from '@discordjs/voice';
import type { Seat } from './messages.ts';

/** A bot's place in a room, and what it puts on the wire. */
export interface Line {
  readonly connection: VoiceConnection;
  /** Called right before each media datagram leaves, with the Opus packet in it. */
  onSent: (packet: Buffer) => void;
  /** Resolves when it is connected and has the call's keys. */
  readonly secured: Promise<void>;
}

const silence = Buffer.of(0xf8, 0xff, 0xfe);
const deadlineMs = 30_000;

export function isSilence(packet: Buffer): boolean {
  return packet.equals(silence);
}

/** The same forevery subject: a plain connection of @discordjs/voice. `joined` may wire itself in before it is used. */
export function joinSeat(seat: Seat, botId: string, joined: (connection: VoiceConnection) => void): Line {
  let told: DiscordGatewayAdapterLibraryMethods | undefined;
  const connection = joinVoiceChannel({
    guildId: seat.guildId,
    channelId: seat.channelId,
    selfDeaf: false,
    adapterCreator: (methods) => {
      told = methods;
      return { sendPayload: () => true, destroy: () => undefined };
    },
  });
  connection.on('error', (error) => console.error(error));
  const { guildId: guild_id, channelId: channel_id, sessionId: session_id, token, endpoint } = seat;
  // Only these fields are read by the library.
  const state = { guild_id, channel_id, session_id, user_id: botId };
  told?.onVoiceStateUpdate(state as Parameters<typeof told.onVoiceStateUpdate>[0]);
  told?.onVoiceServerUpdate({ guild_id, token, endpoint });
  joined(connection);
  const line: Line = { connection, onSent: () => undefined, secured: secured(connection) };
  watchSending(connection, line);
  return line;
}

async function secured(connection: VoiceConnection): Promise<void> {
  const endMs = performance.now() + deadlineMs;
  while (!isSecured(connection)) {
    if (performance.now() > endMs) throw new Error(`a room is still ${connection.state.status}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isSecured({ state }: VoiceConnection): boolean {
  const inner = state.status === 'ready' ? state.networking.state : undefined;
  return inner !== undefined && 'dave' in inner && inner.dave?.session?.ready === true;
}

/** Both ways of sending end in these two methods of the networking object. */
function watchSending(connection: VoiceConnection, line: Line): void {
  const networking = 'networking' in connection.state ? connection.state.networking : undefined;
  if (!networking) throw new Error('the connection has no networking');
  const prepared = new WeakMap<Buffer, Buffer>();
  const prepare = networking.prepareAudioPacket.bind(networking);
  networking.prepareAudioPacket = (packet) => {
    const datagram = prepare(packet);
    if (datagram) prepared.set(datagram, packet);
    return datagram;
  };
  const dispatch = networking.dispatchAudio.bind(networking);
  networking.dispatchAudio = () => {
    const { state } = networking;
    const datagram = 'preparedPacket' in state ? state.preparedPacket : undefined;
    const packet = datagram && prepared.get(datagram);
    if (packet) line.onSent(packet);
    return dispatch();
  };
}
