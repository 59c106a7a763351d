import { parentPort } from 'node:worker_threads';
import type { EncodeAnswer, EncodeOrder } from './encoder-thread.ts';
import { encodeSilently } from './h264.ts';

parentPort?.on('message', async (order: EncodeOrder) => {
  parentPort?.postMessage(await answerTo(order));
});

async function answerTo({ id, job, soundNote }: EncodeOrder): Promise<EncodeAnswer> {
  try {
    return { id, video: await encodeSilently(job, soundNote) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
