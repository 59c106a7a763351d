import { diceOf } from './dice.ts';
import { type Phone, phonesOf } from './phones.ts';
import type { Manner, Speaker, Speech, SpokenWord } from './speaker.ts';
import { wordsOf } from './words.ts';

const sampleRateHz = 24_000;
const gapMs = 45;
const pauseMs = 180;
const level = 0.22;

/**
 * A voice without any program: each letter is a vowel of three formants, a hum or a hiss, so that different texts
 * sound different and have the rhythm of syllables. Not to be understood.
 */
export class BuiltInSpeaker implements Speaker {
  readonly name = 'built-in';

  async speak(text: string, manner: Manner, signal: AbortSignal): Promise<Speech> {
    signal.throwIfAborted();
    const dice = diceOf(`${manner.voice} ${manner.seed} ${manner.instruction}`);
    const pitchHz = (95 + dice() * 110) * manner.pitch;
    const stretch = (0.92 + dice() * 0.16) / manner.rate;
    const tract = 0.9 + dice() * 0.25;
    const parts: Float32Array[] = [];
    const words: SpokenWord[] = [];
    let length = 0;
    const add = (part: Float32Array) => {
      parts.push(part);
      length += part.length;
    };
    const points = [...text];
    let spoken = 0;
    for (const word of wordsOf(text)) {
      if (words.length > 0) {
        const stops = /[,;:，；：、—]/u.test(points.slice(spoken, word.beginIndex).join(''));
        add(new Float32Array(samplesOf((stops ? pauseMs : gapMs) * stretch)));
      }
      const beginMs = (length / sampleRateHz) * 1_000;
      const fall = 1.1 - 0.2 * (word.beginIndex / Math.max(1, points.length));
      for (const phone of phonesOf(word.text)) add(sound(phone, pitchHz * fall, stretch, tract));
      words.push({
        ...word,
        beginMs: Math.round(beginMs),
        endMs: Math.round((length / sampleRateHz) * 1_000),
      });
      spoken = word.endIndex;
    }
    return { samples: joined(parts, length), sampleRateHz, words };
  }
}

function sound(phone: Phone, pitchHz: number, stretch: number, tract: number): Float32Array {
  const samples = new Float32Array(samplesOf(phone.ms * stretch));
  const hiss = noise();
  const period = sampleRateHz / pitchHz;
  for (let at = 0; at < samples.length; at += 1) {
    const edge = Math.min(1, at / 120, (samples.length - at) / 120);
    const sincePulse = (at % period) / sampleRateHz;
    let voiced = 0;
    for (const [index, hz] of phone.formantsHz.entries()) {
      const decay = Math.exp(-sincePulse * (180 + index * 120));
      voiced += (Math.sin(2 * Math.PI * hz * tract * sincePulse) * decay) / (index + 1);
    }
    samples[at] = level * edge * (voiced * (1 - phone.hiss) + hiss() * phone.hiss * 0.5);
  }
  return samples;
}

/** The same noise each time: a linear congruential generator. */
function noise(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function samplesOf(ms: number): number {
  return Math.max(1, Math.round((ms * sampleRateHz) / 1_000));
}

function joined(parts: readonly Float32Array[], length: number): Float32Array {
  const whole = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
