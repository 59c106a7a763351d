import { parentPort } from 'node:worker_threads';
import type { RecognitionAnswer, RecognitionOrder } from './recognition-thread.ts';
import { recognize } from './recognizer.ts';
import type { VoicedSound } from './voiced-sounds.ts';

/** By the ids that the other side gave them. */
const sounds = new Map<number, VoicedSound>();

parentPort?.on('message', ({ id, audio, lately, learnt, forgotten }: RecognitionOrder) => {
  for (const [soundId, sound] of learnt) sounds.set(soundId, sound);
  for (const soundId of forgotten) sounds.delete(soundId);
  const known = lately.flatMap((soundId) => sounds.get(soundId) ?? []);
  const texts = recognize(audio, known).map(({ text }) => text);
  parentPort?.postMessage({ id, texts } satisfies RecognitionAnswer);
});
