import { spawn } from 'node:child_process';
import { diceOf } from './dice.ts';
import type { Manner, Speaker, Speech } from './speaker.ts';
import { readWav } from './wav-reader.ts';
import { timedWords } from './word-times.ts';

const timeoutMs = 30_000;
const espeakLanguages: Readonly<Record<string, string>> = { zh: 'cmn', en: 'en-us', fr: 'fr-fr', th: 'th' };
const variants = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'f1', 'f2', 'f3', 'f4', 'f5'];
const wordsPerMinute = 165;

/** Speech by the machine's `espeak-ng`. */
export class EspeakSpeaker implements Speaker {
  readonly name = 'espeak-ng';
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  async speak(text: string, manner: Manner, signal: AbortSignal): Promise<Speech> {
    const wav = await this.#run(text, manner, signal);
    const { samples, sampleRateHz } = readWav(wav);
    return { samples, sampleRateHz, words: timedWords(text, samples, sampleRateHz) };
  }

  #run(text: string, manner: Manner, signal: AbortSignal): Promise<Buffer> {
    const done = Promise.withResolvers<Buffer>();
    const child = spawn(this.#program, argumentsOf(manner), {
      stdio: ['pipe', 'pipe', 'ignore'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', done.reject);
    child.on('close', (code) => {
      if (code === 0) done.resolve(Buffer.concat(chunks));
      else done.reject(new Error(`espeak-ng ended with ${code}`));
    });
    child.stdin.on('error', () => undefined); // it says so itself when it closes
    child.stdin.end(text.replace(/\s+/g, ' '));
    return done.promise;
  }
}

function argumentsOf({ voice, language, rate, pitch, seed, instruction }: Manner): string[] {
  const dice = diceOf(voice);
  const variant = variants[Math.floor(dice() * variants.length)] ?? 'm1';
  const ownPitch = 40 + dice() * 20;
  const ownPace = 0.9 + dice() * 0.2;
  const mood = diceOf(`${instruction} ${seed}`);
  const colour = seed === 0 && instruction === '' ? 0 : mood() - 0.5;
  const heard = ownPitch + 40 * Math.log2(pitch) + colour * 10;
  const speed = wordsPerMinute * ownPace * rate * (1 + colour * 0.06);
  return [
    '-v',
    `${espeakLanguages[language] ?? language}+${variant}`,
    '-s',
    String(Math.round(Math.min(450, Math.max(80, speed)))),
    '-p',
    String(Math.round(Math.min(99, Math.max(0, heard)))),
    '-b',
    '1',
    '-z',
    '--stdin',
    '--stdout',
  ];
}
