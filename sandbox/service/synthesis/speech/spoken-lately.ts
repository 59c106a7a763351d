import { resample } from './resample.ts';
import type { Manner, Speaker, Speech } from './speaker.ts';

const mostKept = 32;

/** By speaker, rate, manner and text. */
const lately = new Map<string, Speech>();

/**
 * A sentence at a rate. One that was said in the same manner lately isn't made again: it'd be the same, sample by sample, and
 * starting `espeak-ng` and resampling are most of what a sentence costs.
 */
export async function spokenAt(
  rateHz: number,
  speaker: Speaker,
  text: string,
  manner: Manner,
  signal: AbortSignal,
): Promise<Speech> {
  const key = JSON.stringify([speaker.name, rateHz, manner, text]);
  const known = lately.get(key);
  lately.delete(key);
  const speech = known ?? (await madeAt(rateHz, speaker, text, manner, signal));
  lately.set(key, speech);
  for (const oldest of [...lately.keys()].slice(0, -mostKept)) lately.delete(oldest);
  return speech;
}

async function madeAt(
  rateHz: number,
  speaker: Speaker,
  text: string,
  manner: Manner,
  signal: AbortSignal,
): Promise<Speech> {
  const { samples, sampleRateHz, words } = await speaker.speak(text, manner, signal);
  return { samples: resample(samples, sampleRateHz, rateHz), sampleRateHz: rateHz, words };
}
