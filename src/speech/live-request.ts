import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import type { Script } from './script.ts';
import type { Sound } from './voice-choice.ts';

/** Opus has no 22.05 kHz, which is the service's default; PCM of 24 kHz is encoded without resampling (spec: voice). */
const formats = {
  opus: { format: 'opus', sampleRateHz: 48_000, bitRateKbps: 64 },
  pcm: { format: 'pcm', sampleRateHz: 24_000 },
} as const;

/** What is asked of the service for speech that is heard at once. */
export function liveRequest(
  sound: Sound,
  script: Pick<Script, 'ssml' | 'hotFix'>,
  options: { readonly format: keyof typeof formats; readonly wordTimestamps: boolean },
): SynthesisRequest {
  return {
    ...sound,
    ...formats[options.format],
    ...(script.ssml ? { ssml: true } : {}),
    ...(script.hotFix ? { hotFix: script.hotFix } : {}),
    ...(options.wordTimestamps ? { wordTimestamps: true } : {}),
  };
}
