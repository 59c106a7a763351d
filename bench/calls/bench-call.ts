import type { VoiceConnection } from '@discordjs/voice';
import type { CallSeat } from './messages.ts';

/** A bot that takes part in one room's conversation. */
export interface BenchCall {
  /** In the tick in which the connection is made. */
  join(connection: VoiceConnection): void;
  /** Once the connection has its keys. */
  start(connection: VoiceConnection): Promise<void>;
}

/** @param url of the realtime service */
export type OpenBenchCall = (seat: CallSeat, url: string) => BenchCall;
