import type { VoiceConnection } from '@discordjs/voice';

/** What a room is given to say. */
export interface Saying {
  readonly format: 'pcm' | 'ogg' | 'packets';
  readonly chunks: AsyncIterable<Buffer>;
}

/** A bot's way to hear and to speak in one room. */
export interface BenchRoom {
  /** In the tick in which the connection is made. */
  join?(connection: VoiceConnection): void;
  /** Before the connection is ready. */
  listen(connection: VoiceConnection, speakerId: string, onSamples: (samples: Int16Array) => void): void;
  say(connection: VoiceConnection, saying: Saying): void;
  /** An interruption: what is being said is not wanted any more. */
  stop(): void;
}

/** @param prebufferMs as far as the subject has one */
export type OpenBenchRoom = (prebufferMs: number) => BenchRoom;
