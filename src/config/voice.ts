import { z } from 'zod';
import { integer } from './values.ts';

/** Settings of rooms in voice channels. */
export const voiceVariables = z.object({
  VOICE_PREBUFFER_MS: integer(0, 2_000, 60),
  VOICE_ALONE_SECONDS: integer(5, 3_600, 30),
  VOICE_IDLE_MINUTES: integer(0, 1_440, 15),
});

export interface VoiceConfig {
  /** How much of an utterance has to be there before its first packet is sent. */
  readonly prebufferMs: number;
  /** How long the bot stays in a channel alone. */
  readonly aloneMs: number;
  /** How long it stays when nothing happens; 0: forever. */
  readonly idleMs: number;
}

export function voiceOf(values: z.output<typeof voiceVariables>): VoiceConfig {
  return {
    prebufferMs: values.VOICE_PREBUFFER_MS,
    aloneMs: values.VOICE_ALONE_SECONDS * 1_000,
    idleMs: values.VOICE_IDLE_MINUTES * 60_000,
  };
}
