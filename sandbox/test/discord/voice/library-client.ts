import {
  type DiscordGatewayAdapterLibraryMethods,
  entersState,
  joinVoiceChannel,
  type VoiceConnection,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import { DAVESession } from '@snazzah/davey';
import { trustCertificate } from '../../../discord/voice/person/trusted-certificate.ts';
import type { Seat, VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';

/** Lets the clients of this process believe in a server's certificate. */
export function trust(server: VoiceServer): void {
  trustCertificate(server.certificate);
}

export function seatOf(userId: string, change: Partial<Seat> = {}): Seat {
  return {
    guildId: '100',
    channelId: '200',
    userId,
    sessionId: `session of ${userId}`,
    muted: false,
    deafened: false,
    stage: false,
    ...change,
  };
}

/** A real client of the library, with what the main gateway would do played by the test. */
export interface LibraryClient {
  readonly connection: VoiceConnection;
  /** What the library asked the main gateway for: op 4, the first time when it was made. */
  readonly asked: readonly unknown[];
  /** Admits it to the seat and tells it so, as VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE do. */
  seat(seat: Seat): void;
  ready(): Promise<void>;
  /** Resolves once its end-to-end encryption is in place. */
  encrypted(): Promise<void>;
  /** Whom it shares keys with, itself included. */
  group(): readonly string[];
  /** From now on its frames go out as they are, as if it had no keys. */
  stopEncrypting(): void;
  /** Whether its frames are encrypted with keys that nobody has. Silence goes out in clear, as always. */
  garble(on: boolean): void;
  /** Everything it gets of a person's voice from now on. */
  hear(userId: string): Buffer[];
}

let groups = 0;

export function libraryClient(server: VoiceServer, seat: Seat): LibraryClient {
  const asked: unknown[] = [];
  let told: DiscordGatewayAdapterLibraryMethods | undefined;
  groups += 1;
  const connection = joinVoiceChannel({
    guildId: seat.guildId,
    channelId: seat.channelId,
    group: `library client ${groups}`,
    selfDeaf: false,
    selfMute: false,
    decryptionFailureTolerance: 1000,
    adapterCreator: (methods) => {
      told = methods;
      return {
        sendPayload: (payload) => {
          asked.push(payload);
          return true;
        },
        destroy: () => undefined,
      };
    },
  });
  connection.on('error', () => undefined);
  const take = (given: Seat): void => {
    const { token } = server.admit(given);
    const { guildId: guild_id, channelId: channel_id, userId: user_id, sessionId: session_id } = given;
    // Only these fields are read by the library.
    const state = { guild_id, channel_id, user_id, session_id, self_deaf: false, self_mute: false };
    told?.onVoiceStateUpdate(state as Parameters<typeof told.onVoiceStateUpdate>[0]);
    told?.onVoiceServerUpdate({ guild_id, token, endpoint: server.endpoint });
  };
  take(seat);
  let garbled = false;
  let garbler: unknown;
  return {
    connection,
    asked,
    seat: take,
    ready: async () => {
      await entersState(connection, VoiceConnectionStatus.Ready, 60_000);
    },
    encrypted: async () => {
      await eventually(() => daveOf(connection)?.session?.ready === true);
    },
    group: () => {
      const session = daveOf(connection)?.session;
      return session instanceof DAVESession ? session.getUserIds().toSorted() : [];
    },
    stopEncrypting: () => {
      const dave = daveOf(connection);
      if (dave) dave.encrypt = (packet) => packet;
    },
    garble: (on) => {
      garbled = on;
      const dave = daveOf(connection);
      if (!dave || dave === garbler) return;
      garbler = dave;
      const encrypt = dave.encrypt.bind(dave);
      dave.encrypt = (packet) => {
        const frame = encrypt(packet);
        const mark = frame.subarray(-2).equals(Buffer.of(0xfa, 0xfa));
        if (garbled && mark) frame[0] = (frame[0] ?? 0) ^ 0xff;
        return frame;
      };
    },
    hear: (userId) => {
      const heard: Buffer[] = [];
      const stream = connection.receiver.subscribe(userId);
      stream.on('data', (frame: Buffer) => heard.push(frame));
      stream.on('error', () => undefined);
      return heard;
    },
  };
}

function daveOf(connection: VoiceConnection) {
  if (connection.state.status !== VoiceConnectionStatus.Ready) return undefined;
  const { state } = connection.state.networking;
  return 'dave' in state ? state.dave : undefined;
}

/** Plays frames at their pace. */
export async function play(
  connection: VoiceConnection,
  frames: readonly Buffer[],
  everyMs = 20,
): Promise<void> {
  for (const frame of frames) {
    connection.playOpusPacket(frame);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Frames that tell each other apart; nothing decodes them. */
export function frames(count: number, name = 'frame'): Buffer[] {
  return Array.from({ length: count }, (_, index) => Buffer.from(`${name} ${index} ${'.'.repeat(40)}`));
}
